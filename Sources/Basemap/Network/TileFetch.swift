import Dispatch
import Glibc
import Synchronization

/// Fetches what a film needs from servers before its first frame: frames never wait, and a server that fails is known
/// at once.
package struct TileFetch: Sendable {
  /// How far it has come.
  package struct Progress: Sendable, Equatable {
    /// The first server that is asked.
    package var host: String
    package var done: Int
    package var total: Int
    /// The most that this film may fetch.
    package var limit: Int
  }
  /// Called from several threads, one at a time.
  package typealias Report = @Sendable (Progress) -> Void

  let store: NetworkStore
  let report: Report

  /// A tile of a source.
  struct Wanted {
    var source: any TileSource
    var id: TileID
  }
  private struct Key: Hashable {
    var place: String
    var id: TileID
  }
  private struct State {
    var done = 0
    var failed = 0
    var fault: MapError?
    var isFatal = false
    var parents: [Wanted] = []

    mutating func note(_ error: MapError, of source: any TileSource, _ client: HTTPClient) {
      failed += 1
      fault = fault ?? error
      // Parts of an archive belong together; a server that fails from the start will go on failing.
      let isServer = source.info.kind == "server"
      isFatal =
        isFatal || !isServer || client.isLeftAlone(source.info.name) || (failed >= 4 && failed == done)
    }
  }

  private final class Board: Sendable {
    let state = Mutex(State())
  }

  /// Fetches what is not at hand of some tiles, ancestors in place of tiles that do not exist. Throws before the first
  /// one where they are more than the film may fetch, and where a server does not answer or takes too long; single tiles
  /// that fail are left to whoever draws them. Ends early when `isCancelled`.
  func run(_ tiles: [Wanted], isCancelled: @escaping @Sendable () -> Bool = { false }) throws(MapError) {
    var known: Set<Key> = []
    var missing = try unkept(tiles, &known)
    guard let host = missing.first?.source.info.name else { return }
    if store.options.isOffline {
      // Some are drawn from what stands in for them, and counted there.
      guard missing.count == known.count else { return }
      throw MapError(
        "\(host): none of the \(known.count) tiles that this film needs is kept here, and --offline is set")
    }
    try store.check(needed: missing.count, host: host)
    let deadline = time(nil) + store.options.patience
    let board = Board()
    var total = 0
    while !missing.isEmpty, !isCancelled() {
      total += missing.count
      if total == missing.count { report(progress(host, 0, total)) }
      let sum = total
      fetch(missing, board) {
        if isCancelled() { return true }
        guard time(nil) > deadline else { return false }
        board.state.withLock { state in
          state.isFatal = true
          state.fault = MapError(
            "\(host): is too slow: \(state.done) of \(sum) tiles came in \(store.options.patience) s; "
              + "they are kept, and the next start goes on from there")
        }
        return true
      } done: { [report] count in
        report(progress(host, count, sum))
      }
      let (fault, parents) = board.state.withLock { state in
        defer { state.parents = [] }
        return (state.isFatal || state.done == state.failed ? state.fault : nil, state.parents)
      }
      if let fault { throw fault }
      missing = try unkept(parents, &known)
    }
  }

  private func progress(_ host: String, _ done: Int, _ total: Int) -> Progress {
    Progress(host: host, done: done, total: total, limit: store.options.maxTiles)
  }

  /// The tiles that must be fetched, each once, in an order of their own.
  private func unkept(_ tiles: [Wanted], _ known: inout Set<Key>) throws(MapError) -> [Wanted] {
    var result: [Wanted] = []
    for tile in tiles where tile.source.info.isRemote {
      guard let id = try tile.source.standIn(for: tile.id),
        known.insert(Key(place: tile.source.info.place, id: id)).inserted
      else { continue }
      if try !tile.source.isAtHand(id) { result.append(Wanted(source: tile.source, id: id)) }
    }
    return result.sorted { a, b in
      (a.source.info.place, a.id.zoom, a.id.row, a.id.column)
        < (b.source.info.place, b.id.zoom, b.id.row, b.id.column)
    }
  }

  private func fetch(
    _ tiles: [Wanted], _ board: Board, shouldStop: @escaping @Sendable () -> Bool,
    done: @escaping @Sendable (Int) -> Void
  ) {
    // Queues of their own have threads of their own, however few processors there are.
    let group = DispatchGroup()
    let client = store.client
    for worker in 0..<min(HTTPClient.maxTransfers, tiles.count) {
      DispatchQueue(label: "tiles").async(group: group) {
        for index in stride(from: worker, to: tiles.count, by: HTTPClient.maxTransfers) {
          if board.state.withLock({ $0.isFatal }) || shouldStop() { return }
          let tile = tiles[index]
          var fault: MapError?
          var isThere = true
          do throws(MapError) { isThere = try tile.source.tile(tile.id) != nil } catch { fault = error }
          board.state.withLock { state in
            state.done += 1
            if let fault { state.note(fault, of: tile.source, client) }
            if fault == nil, !isThere, tile.id.zoom > tile.source.info.minZoom {
              let parent = tile.id.ancestor(atZoom: tile.id.zoom - 1)
              state.parents.append(Wanted(source: tile.source, id: parent))
            }
            done(state.done)
          }
        }
      }
    }
    group.wait()
  }
}
