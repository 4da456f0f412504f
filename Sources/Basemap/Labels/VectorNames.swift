import Dispatch
import Geometry
import Synchronization

/// Names of a vector map along a run.
struct VectorNames: Sendable {
  /// Most tiles that are read; a longer run is read from coarser ones, which hold the more important names.
  static let maxTiles = 160

  let source: any TileSource
  let plane: LocalPlane
  var faults = TileFaults()
  var fetch: TileFetch?

  /// Names within `reach` metres of points (local metres), in an order of their own. Throws where a server
  /// does not answer; a tile that cannot be read has no names.
  func names(around points: [Vec2], reach: Double, language: String) throws(MapError) -> [PlaceName] {
    guard !plane.isPolar else { return [] }
    let places = places(around: points, reach: reach)
    let keys = NameText.keys(language: language)
    try fetch?.run(places.map { TileFetch.Wanted(source: source, id: $0.id) })
    let results = Mutex([[PlaceName]](repeating: [], count: places.count))
    let workers = min(HTTPClient.maxTransfers, places.count)
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      for index in stride(from: worker, to: places.count, by: workers) {
        let found = read(places[index], keys: keys)
        results.withLock { $0[index] = found }
      }
    }
    let found = results.withLock { $0 }
    return PlaceName.merged(
      found.joined().filter { name in points.contains { $0.distance(to: name.position) <= reach } })
  }

  private func read(_ place: TileGrid.Place, keys: [String]) -> [PlaceName] {
    let tile = faults.reading(source, place.id) { (bytes) throws(MapError) in
      try VectorTileDecoder.decode(
        bytes, name: "\(source.info.name) tile \(place.id)", without: NameReader.skipped)
    }
    return tile.map { NameReader(tile: $0, square: place.rect(plane), nameKeys: keys).names() } ?? []
  }

  /// The tiles within reach at the finest zoom that takes not too many.
  private func places(around points: [Vec2], reach: Double) -> [TileGrid.Place] {
    var zoom = min(source.info.maxZoom, 14)
    while true {
      var known: Set<TileID> = []
      var places: [TileGrid.Place] = []
      let margin = Vec2(reach, reach)
      for point in points where places.count <= VectorNames.maxTiles {
        let grid = TileGrid(plane, point - margin, point + margin, margin: 0, zoom: zoom)
        guard grid.count <= VectorNames.maxTiles else {
          places = []
          known = []
          break
        }
        for place in grid.places where known.insert(place.id).inserted { places.append(place) }
      }
      if !places.isEmpty, places.count <= VectorNames.maxTiles { return places }
      guard zoom > source.info.minZoom else { return [] }
      zoom -= 1
    }
  }
}

extension MapStack {
  /// Names within `reach` metres of points (local metres), chosen for a BCP 47 language where an archive has several.
  package func names(around points: [Vec2], reach: Double, language: String) throws(MapError) -> [PlaceName] {
    var names: [PlaceName] = []
    for source in named { names += try source.names(around: points, reach: reach, language: language) }
    return named.count > 1 ? PlaceName.merged(names) : names
  }
}
