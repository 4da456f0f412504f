import Synchronization

/// Tiles that could not be read or decoded while a film was drawn: counted, so that one line a source tells of them.
package final class TileFaults: Sendable {
  private struct Source {
    /// Tiles, each counted once however often it was tried.
    var tiles: Set<TileID> = []
    /// The fault of the first one in the pyramid's order, not in time.
    var first: (id: TileID, text: String)?
  }
  private let sources = Mutex<[String: Source]>([:])

  package init() {}

  func note(_ error: MapError, source: String, _ id: TileID) {
    sources.withLock { sources in
      var known = sources[source] ?? Source()
      guard known.tiles.count < 100_000, known.tiles.insert(id).inserted else { return }
      if known.first.map({ id.hilbertIndex < $0.id.hilbertIndex }) ?? true {
        var text = error.message
        for prefix in ["\(source) tile \(id)", source] where text.hasPrefix(prefix + ": ") {
          text = String(text.dropFirst(prefix.count + 2))
        }
        known.first = (id, text)
      }
      sources[source] = known
    }
  }

  /// What a tile's bytes make; nil where the source has none or it cannot be read, which is counted.
  func reading<Value>(
    _ source: any TileSource, _ id: TileID, make: ([UInt8]) throws(MapError) -> Value
  ) -> Value? {
    do throws(MapError) {
      guard let bytes = try source.tile(id), !bytes.isEmpty else { return nil }
      return try make(bytes)
    } catch {
      note(error, source: source.info.name, id)
      return nil
    }
  }

  /// A line for each source.
  package var warnings: [String] {
    sources.withLock { sources in
      sources.sorted { $0.key < $1.key }.compactMap { name, source in
        guard let first = source.first else { return nil }
        let what = source.tiles.count == 1 ? "1 tile" : "\(source.tiles.count) tiles"
        return "\(name): \(what) cannot be read (\(first.id): \(first.text)); "
          + "coarser ones or the theme's ground stand in"
      }
    }
  }
}
