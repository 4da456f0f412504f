import Basemap
import Compositing
import Dispatch
import Geometry
import Simulation
import Synchronization

extension Replay {
  /// Fetches the map tiles of frames from servers, so that drawing never waits; nothing to do without servers.
  func fetchTiles(
    for frames: Range<Int>, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ReplayError) {
    guard !remote.isEmpty else { return }
    let needs = groundNeeds(of: frames, isCancelled: isCancelled)
    for (world, stack) in remote.sorted(by: { $0.key < $1.key }) {
      guard let needs = needs[world] else { continue }
      do throws(MapError) {
        try stack.prefetch(blocks: needs.blocks, cells: needs.cells, isCancelled: isCancelled)
      } catch {
        throw ReplayError(.input, error.message)
      }
    }
    if isCancelled() { throw ReplayError(.cancelled, "stopped") }
  }

  /// What frames show of the ground of each world that comes from servers.
  func groundNeeds(of frames: Range<Int>, isCancelled: @Sendable () -> Bool) -> [Int: GroundNeeds] {
    let workers = max(1, min(options.workers ?? Processors.count, frames.count))
    let found = Mutex<[Int: GroundNeeds]>([:])
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      var own: [Int: GroundNeeds] = [:]
      for number in stride(from: frames.lowerBound + worker, to: frames.upperBound, by: workers) {
        if isCancelled() { return }
        for layer in simulation.state(at: time(ofFrame: number)).layers { add(layer.items, to: &own) }
      }
      found.withLock { [own] found in
        for (world, needs) in own { found[world, default: GroundNeeds()].formUnion(needs) }
      }
    }
    return found.withLock { $0 }
  }

  private func add(_ items: [DrawItem], to needs: inout [Int: GroundNeeds]) {
    for item in items {
      if case .world(let state) = item.content, remote[item.node.index] != nil,
        let assets = worlds[item.node.index]
      {
        // As the compositor draws it.
        let size = Compositor.worldSize(item.box)
        needs[item.node.index, default: GroundNeeds()].add(
          state.camera, assets, width: size.width, height: size.height, unit: film.unit)
      }
      add(item.children, to: &needs)
    }
  }
}
