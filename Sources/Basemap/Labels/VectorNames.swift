import Dispatch
import Geometry
import Synchronization

/// Names of a vector map along a run.
struct VectorNames: Sendable {
  /// Most tiles that are read; a longer run is read from coarser ones, which hold the more important names.
  static let maxTiles = 160

  let source: any TileSource
  let plane: LocalPlane

  /// Names within `reach` metres of points (local metres), in an order of their own. Throws where a tile cannot be
  /// read; one that cannot be decoded has no names.
  func names(around points: [Vec2], reach: Double, language: String) throws(MapError) -> [PlaceName] {
    guard !plane.isPolar else { return [] }
    let places = places(around: points, reach: reach)
    let keys = NameText.keys(language: language)
    let results = Mutex((fault: MapError?.none, names: [[PlaceName]](repeating: [], count: places.count)))
    let workers = min(HTTPClient.maxTransfers, places.count)
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      for index in stride(from: worker, to: places.count, by: workers) {
        if results.withLock({ $0.fault != nil }) { return }
        do throws(MapError) {
          let found = try read(places[index], keys: keys)
          results.withLock { $0.names[index] = found }
        } catch {
          results.withLock { $0.fault = $0.fault ?? error }
        }
      }
    }
    let (fault, found) = results.withLock { $0 }
    if let fault { throw fault }
    return PlaceName.merged(
      found.joined().filter { name in points.contains { $0.distance(to: name.position) <= reach } })
  }

  private func read(_ place: TileGrid.Place, keys: [String]) throws(MapError) -> [PlaceName] {
    guard let bytes = try source.tile(place.id), !bytes.isEmpty,
      let tile = try? VectorTileDecoder.decode(
        bytes, name: "\(source.info.name) tile \(place.id)", without: NameReader.skipped)
    else { return [] }
    return NameReader(tile: tile, square: place.rect(plane), nameKeys: keys).names()
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
