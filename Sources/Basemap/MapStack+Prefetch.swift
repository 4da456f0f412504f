import Dispatch
import Synchronization

/// A painter that can tell which tiles a block is made of.
protocol TilePlanning: GroundPainting {
  var source: any TileSource { get }
  func tiles(for block: GroundBlock) -> [TileID]
}

extension MapStack {
  /// Fetches from servers what the blocks are painted from, four tiles at a time, so that frames never wait and a server
  /// that fails is known before the first frame. `progress` gets how many of how many are done, from any thread.
  package func prefetch(
    _ blocks: some Sequence<GroundBlock>,
    progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(MapError) {
    let painters = layers.compactMap { $0 as? any TilePlanning }.filter(\.source.info.isRemote)
    guard !painters.isEmpty else { return }
    let blocks = Set(blocks)
    var wanted: [(source: any TileSource, id: TileID)] = []
    for painter in painters {
      var known: Set<TileID> = []
      for block in blocks { known.formUnion(painter.tiles(for: block)) }
      // In an order of their own, since sets have none.
      let order = known.sorted { ($0.zoom, $0.row, $0.column) < ($1.zoom, $1.row, $1.column) }
      wanted += order.map { (painter.source, $0) }
    }
    let state = Mutex<(done: Int, fault: MapError?)>((0, nil))
    let total = wanted.count
    DispatchQueue.concurrentPerform(iterations: min(HTTPClient.maxTransfers, total)) { [wanted] worker in
      for index in stride(from: worker, to: total, by: HTTPClient.maxTransfers) {
        if state.withLock({ $0.fault != nil }) { return }
        do throws(MapError) { _ = try wanted[index].source.tile(wanted[index].id) } catch {
          state.withLock { $0.fault = $0.fault ?? error }
          return
        }
        let done = state.withLock { state in
          state.done += 1
          return state.done
        }
        progress(done, total)
      }
    }
    if let fault = state.withLock({ $0.fault }) { throw fault }
  }

  private var layers: [any GroundPainting] {
    (painting as? StackedGroundPainter)?.layers ?? painting.map { [$0] } ?? []
  }
}
