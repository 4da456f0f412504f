import Glibc
import Synchronization

/// Answers from the cache or, where it has none that is fresh, from the server, within the film's budget.
package final class NetworkStore: Sendable {
  /// Seconds for which an answer is kept at least, and for which a missing tile is believed missing.
  private static let leastAge = 7 * 86_400
  private static let missingAge = 86_400
  /// Nobody means more than a year.
  private static let mostAge = 366 * 86_400

  let client: HTTPClient
  let options: NetworkOptions
  /// Why nothing is kept on disk; nil where it is.
  let warning: String?
  private let store: TileStore?
  /// What cannot be kept on disk: frames never ask a server again for what was fetched before them.
  private let memory: TileStore
  private struct State {
    var spent = 0
    /// Addresses that were answered, or not, since the program started: each is asked once.
    var settled: Set<String> = []
    var failures: [String: MapError] = [:]
  }
  private let state = Mutex(State())

  /// A store in the configured folder, else below `$XDG_CACHE_HOME`; where that cannot be used, answers are kept in
  /// memory for this film.
  package init(options: NetworkOptions) throws(MapError) {
    self.options = options
    client = HTTPClient(options: options)
    memory = try TileStore(folder: nil, maxBytes: 2 << 30)
    let folder =
      options.cacheFolder
      ?? MapConfiguration.baseFolder("XDG_CACHE_HOME", ".cache").map { $0 + "/replay-composer" }
    guard options.cacheBytes > 0, let folder else {
      (store, warning) = (nil, nil)
      return
    }
    do throws(MapError) {
      store = try TileStore(folder: folder, maxBytes: options.cacheBytes)
      warning = nil
    } catch {
      (store, warning) = (nil, "\(error.message); map tiles are not kept for the next film")
    }
  }

  /// Tiles and parts fetched so far.
  package var fetched: Int { state.withLock { $0.spent } }

  /// What is kept under a key, fresh or not.
  func kept(_ key: String) -> TileStore.Entry? { memory.entry(key) ?? store?.entry(key) }

  /// Whether an address need not be asked: its answer is kept and fresh, or it was asked already.
  func isSettled(_ address: WebAddress) -> Bool {
    if state.withLock({ $0.settled.contains(address.text) }) { return true }
    return kept(address.text).map { $0.expires > time(nil) } ?? false
  }

  /// The body behind an address; empty where the server says that there is none.
  func body(_ address: WebAddress, limit: Int, decodes: Bool = true) throws(MapError) -> [UInt8] {
    let key = address.text
    let known = kept(key)
    let (isSettled, failure) = state.withLock { ($0.settled.contains(key), $0.failures[key]) }
    if let failure { throw failure }
    if let known, isSettled || options.isOffline || known.expires > time(nil) { return known.body }
    guard !options.isOffline else {
      throw MapError("\(address.host): a tile is not kept here, and --offline is set")
    }
    try spend(address)
    do throws(MapError) {
      let body = try fetch(address, known, limit: limit, decodes: decodes)
      state.withLock { _ = $0.settled.insert(key) }
      return body
    } catch {
      state.withLock { state in
        state.settled.insert(key)
        // Old is better than none.
        if known == nil { state.failures[key] = error }
      }
      guard let known else { throw error }
      return known.body
    }
  }

  private func fetch(
    _ address: WebAddress, _ known: TileStore.Entry?, limit: Int, decodes: Bool
  ) throws(MapError) -> [UInt8] {
    var headers: [String] = []
    if let etag = known?.etag { headers.append("If-None-Match: \(etag)") }
    if let modified = known?.lastModified { headers.append("If-Modified-Since: \(modified)") }
    let answer = try client.get(address, headers: headers, limit: limit, decodes: decodes)
    let now = time(nil)
    let age = min(max(answer.maxAge ?? 0, NetworkStore.leastAge), NetworkStore.mostAge)
    switch answer.status {
    case 304:
      guard var known else { break }
      known.expires = now + age
      keep(known, for: address.text)
      return known.body
    case 200:
      keep(
        .init(body: answer.body, etag: answer.etag, lastModified: answer.lastModified, expires: now + age),
        for: address.text)
      return answer.body
    case 204, 404, 410:
      keep(.init(body: [], expires: now + NetworkStore.missingAge), for: address.text)
      return []
    default: break
    }
    let hint =
      answer.status == 401 || answer.status == 403
      ? "; is the key right, and does the server allow this program?" : ""
    throw MapError("\(address.host): answers with status \(answer.status)\(hint)")
  }

  func keep(_ bytes: [UInt8], for key: String, etag: String?, note: String? = nil) {
    keep(
      .init(body: bytes, etag: etag, lastModified: note, expires: time(nil) + NetworkStore.leastAge), for: key
    )
  }

  private func keep(_ entry: TileStore.Entry, for key: String) {
    if store?.keep(entry, for: key) != true { memory.keep(entry, for: key) }
  }

  /// Takes one request from the film's budget.
  func spend(_ address: WebAddress) throws(MapError) {
    let isLeft = state.withLock { state in
      guard state.spent < options.maxTiles else { return false }
      state.spent += 1
      return true
    }
    guard isLeft else { throw overspent(host: address.host, needed: nil) }
  }

  /// Throws where a film needs more tiles than its budget has left; before the first of them is fetched.
  func check(needed: Int, host: String) throws(MapError) {
    let all = fetched + needed
    guard all <= options.maxTiles else { throw overspent(host: host, needed: all) }
  }

  private func overspent(host: String, needed: Int?) -> MapError {
    let limit = options.maxTiles
    let need = needed.map { "\($0) tiles that are not kept here yet" } ?? "more than \(limit) tiles"
    var text = "\(host): this film needs \(need), and the limit is \(limit)"
    if options.acceptsOSMTilePolicy, limit >= NetworkOptions.osmMaxTiles {
      text += " with 'accept-osm-tile-policy'; use an archive of the region"
    } else {
      text += "; raise it with --max-tiles \(needed ?? 2 * max(limit, 1)), or use an archive of the region"
    }
    return MapError(text)
  }
}
