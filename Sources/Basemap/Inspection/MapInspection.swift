import Geometry
import Glibc

/// What a map or height source holds, and whether it covers a run.
package struct MapInspection: Sendable {
  /// How much of a run lies on tiles.
  package struct Coverage: Sendable, Equatable {
    /// Share of the way, 0…1, over which there is any tile.
    package var share: Double
    /// The highest zoom of a tile below the way; nil where there is none, and for height files.
    package var zoom: Int?
    /// Share of the way at that zoom.
    package var zoomShare: Double
  }

  /// File, folder or host.
  package let name: String
  /// `PMTiles`, `MBTiles`, `folder`, `server`, `height file`.
  package let format: String
  /// `vector`, `raster` or `heights`.
  package let content: String
  /// How heights are coded (`terrarium`, `mapbox`, `srtm`); nil for maps.
  package let heights: String?
  /// The vector schema; nil for other tiles and for a schema that is not known.
  package let schema: String?
  package let title: String
  package let layers: [String]
  package let zooms: ClosedRange<Int>?
  package let bounds: GeoBounds?
  /// Tiles that can be asked for; nil where nobody can tell.
  package let tiles: Int?
  /// Of the file or all tiles of a folder; nil on a server.
  package let bytes: Int?
  /// What a film shows.
  package let attribution: String
  /// Whether the source itself says it: otherwise it follows from the kind of data.
  package let namesItsOwners: Bool
  /// Nil without a run, and for a server whose tiles would have to be fetched for it.
  package let coverage: Coverage?

  /// Looks at a source. `way` is a run in steps of about equal length.
  package init(
    _ word: String, way: [GeoCoordinate], offline: Bool = false, configuration: MapConfiguration? = nil
  ) throws(MapError) {
    let own = if let configuration { configuration } else { try MapConfiguration.load() }
    let sources = MapSource(configuration: own, offline: offline, maxTiles: 400)
    let place = sources.spec(for: word).place
    guard try !MapStack.isHeightFile(place) else {
      try self.init(HGTFile(path: place), path: place, way)
      return
    }
    try self.init(sources.open(word), place: place, way)
  }

  private init(_ source: any TileSource, place: String, _ way: [GeoCoordinate]) throws(MapError) {
    let info = source.info
    name = info.name
    format = info.kind
    switch info.content {
    case .vector: (content, heights) = ("vector", nil)
    case .raster: (content, heights) = ("raster", nil)
    case .elevation(let code): (content, heights) = ("heights", code.rawValue)
    }
    title = info.title
    zooms = info.minZoom...info.maxZoom
    bounds = info.bounds
    let extent = try source.extent()
    tiles = extent.tiles
    bytes = extent.bytes ?? (info.isRemote ? nil : MapInspection.size(of: place))
    attribution = MapStack.credit(info)
    namesItsOwners = !info.attribution.isEmpty
    let isAsked = info.kind != "server"
    let found = isAsked ? try MapInspection.cover(source, way) : nil
    coverage = way.isEmpty ? nil : found?.coverage
    var layers = info.layers
    if layers.isEmpty, info.content == .vector {
      var tile = found?.tile
      if tile == nil { tile = try MapInspection.anyTile(source) }
      if let tile, let bytes = try source.tile(tile) {
        layers = (try? VectorTileDecoder.decode(bytes, name: info.name))?.layers.map(\.name) ?? []
      }
    }
    self.layers = layers
    schema = info.content == .vector ? MapInspection.schema(Set(layers)) : nil
  }

  private init(_ file: HGTFile, path: String, _ way: [GeoCoordinate]) {
    name = file.name
    (format, content, heights) = ("height file", "heights", "srtm")
    (schema, title, layers, zooms) = (nil, "", [], nil)
    let box = GeoBounds(
      west: Double(file.west), south: Double(file.south), east: Double(file.west + 1),
      north: Double(file.south + 1))
    bounds = box
    tiles = nil
    bytes = MapInspection.size(of: path)
    (attribution, namesItsOwners) = ("SRTM NASA/USGS", false)
    let inside = way.filter { box.holds($0) }.count
    let share = Double(inside) / Double(max(1, way.count))
    coverage = way.isEmpty ? nil : Coverage(share: share, zoom: nil, zoomShare: share)
  }

  private static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Counts where a run lies on tiles, and the tile found at the highest zoom.
  private static func cover(
    _ source: any TileSource, _ way: [GeoCoordinate]
  ) throws(MapError) -> (coverage: Coverage, tile: TileID?) {
    var known: [TileID: Bool] = [:]
    var counts = [Int](repeating: 0, count: TileID.maxZoom + 1)
    var best: TileID?
    for place in way {
      let mercator = mercator(place)
      for zoom in stride(from: source.info.maxZoom, through: source.info.minZoom, by: -1) {
        let id = TileID.containing(mercator, zoom: zoom)
        let isThere: Bool
        if let kept = known[id] {
          isThere = kept
        } else {
          isThere = try source.contains(id)
          known[id] = isThere
        }
        guard isThere else { continue }
        counts[zoom] += 1
        if zoom > best?.zoom ?? -1 { best = id }
        break
      }
    }
    let total = Double(max(1, way.count))
    let coverage = Coverage(
      share: Double(counts.reduce(0, +)) / total, zoom: best?.zoom,
      zoomShare: best.map { Double(counts[$0.zoom]) / total } ?? 0)
    return (coverage, best)
  }

  /// Web Mercator, 0…1, y down.
  private static func mercator(_ place: GeoCoordinate) -> Vec2 {
    Vec2((place.longitude + 180) / 360, 0.5 - LocalPlane.mercatorY(place.latitude) / (2 * .pi))
  }

  /// A tile in the middle of what a source says it covers.
  private static func anyTile(_ source: any TileSource) throws(MapError) -> TileID? {
    guard !source.info.isRemote, let box = source.info.bounds else { return nil }
    let middle = mercator(
      GeoCoordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2))
    for zoom in stride(from: source.info.maxZoom, through: source.info.minZoom, by: -1) {
      let id = TileID.containing(middle, zoom: zoom)
      if try source.contains(id) { return id }
    }
    return nil
  }

  /// The schema that layers' names belong to.
  static func schema(_ layers: Set<String>) -> String? {
    if layers.contains("transportation") { return "OpenMapTiles" }
    if layers.contains("streets") || layers.contains("street_polygons") { return "Shortbread" }
    if layers.contains("roads"), layers.contains("earth") || layers.contains("pois") {
      return layers.contains("physical_line") || layers.contains("natural") ? "Protomaps 2" : "Protomaps 4"
    }
    return layers.contains("road") && layers.contains("place_label") ? "Mapbox Streets" : nil
  }
}

extension GeoBounds {
  /// Whether a place lies in the box.
  func holds(_ place: GeoCoordinate) -> Bool {
    (west...east).contains(place.longitude) && (south...north).contains(place.latitude)
  }
}
