import Geometry
import Glibc
import Pixels

/// How maps are painted.
package struct MapStyle: Sendable, Hashable {
  package var look: MapLook
  package var colors: MapColors
  /// Pictures go before drawn maps (`satellite`); otherwise drawn maps go before pictures.
  package var prefersPictures: Bool
  /// Whether buildings are painted flat: off where they stand up from the ground.
  package var drawsBuildings: Bool
  package var tone: RasterGroundPainter.Tone

  package init(
    look: MapLook, colors: MapColors, prefersPictures: Bool = false, drawsBuildings: Bool = true,
    tone: RasterGroundPainter.Tone = .film
  ) {
    self.look = look
    self.colors = colors
    self.prefersPictures = prefersPictures
    self.drawsBuildings = drawsBuildings
    self.tone = tone
  }
}

/// Everything the user's map sources give for one film.
package struct MapStack: Sendable {
  /// Paints the ground; nil without a map that covers the place.
  package var painting: (any GroundPainting)?
  /// Measured heights; nil without terrain that covers the place.
  package var heights: (any HeightField)?
  /// Buildings with heights; nil without a vector map.
  package var buildings: (any BuildingSource)?
  /// Credits that must be shown, each once.
  package var attribution: [String] = []
  /// What the user should know, a line each: sources that cover little or nothing.
  package var warnings: [String] = []
  /// Tiles that could not be used so far.
  package var faults = TileFaults()
  /// Vector maps, whose names may be shown.
  var named: [VectorNames] = []
  /// Fetches from servers; nil where no source is on one.
  var fetch: TileFetch?

  /// No sources at all.
  package init() {}

  /// Opens sources. `maps` (the first lies on top) and `terrain` (the first is asked first) are paths, addresses or names
  /// of the configuration; `low` and `high` bound the ground that the film shows, in local metres of `plane`. Throws for
  /// a source that cannot be read; one that covers nothing is a warning.
  package static func open(
    maps: [String], terrain: [String], style: MapStyle,
    sources: MapSource = MapSource(configuration: MapConfiguration(), offline: false, maxTiles: 400),
    faults: TileFaults = TileFaults(),
    plane: LocalPlane, bounds: (low: Vec2, high: Vec2)
  ) throws(MapError) -> MapStack {
    var stack = MapStack()
    stack.faults = faults
    guard !plane.isPolar else {
      stack.warnings = ["maps end at 85° of latitude; this run lies beyond"]
      return stack
    }
    var vectors: [any TileSource] = []
    var pictures: [any TileSource] = []
    for word in maps {
      let source = try sources.open(word)
      guard try covers(source, plane, bounds) else {
        stack.warnings.append(missing(source, plane, bounds))
        continue
      }
      switch source.info.content {
      case .vector: vectors.append(source)
      case .raster: pictures.append(source)
      case .elevation: throw MapError("\(word): holds heights, not a map; give it as terrain")
      }
      stack.attribution.append(credit(source.info))
    }
    stack.fetch = sources.fetch
    stack.buildings = vectors.first.map { VectorBuildings(source: $0, plane: plane, faults: faults) }
    stack.named = vectors.map { VectorNames(source: $0, plane: plane, faults: faults, fetch: stack.fetch) }
    stack.painting = painting(vectors, pictures, style, plane, bounds, faults)
    try stack.openTerrain(terrain, sources, plane, bounds)
    stack.fetch = sources.fetch
    stack.warnings += sources.warnings
    stack.attribution = AttributionText.merged(stack.attribution)
    return stack
  }

  private static func painting(
    _ vectors: [any TileSource], _ pictures: [any TileSource], _ style: MapStyle, _ plane: LocalPlane,
    _ bounds: (low: Vec2, high: Vec2), _ faults: TileFaults
  ) -> (any GroundPainting)? {
    let center = (bounds.low + bounds.high) * 0.5
    let drawn: [any GroundPainting] = vectors.reversed().map {
      VectorGroundPainter(
        source: $0, plane: plane, look: style.prefersPictures ? .satelliteLike : style.look,
        colors: style.colors, drawsBuildings: style.drawsBuildings, faults: faults)
    }
    let photos: [any GroundPainting] = pictures.reversed().map {
      RasterGroundPainter(source: $0, plane: plane, center: center, tone: style.tone, faults: faults)
    }
    // What is preferred lies on top; the other shows where the first has nothing.
    let layers = style.prefersPictures ? drawn + photos : photos + drawn
    return layers.isEmpty ? nil : layers.count == 1 ? layers[0] : StackedGroundPainter(layers: layers)
  }

  private mutating func openTerrain(
    _ words: [String], _ sources: MapSource, _ plane: LocalPlane, _ bounds: (low: Vec2, high: Vec2)
  ) throws(MapError) {
    var samplers: [any ElevationSampler] = []
    var files: [HGTFile] = []
    for word in words {
      if try MapStack.isHeightFile(sources.spec(for: word).place) {
        files.append(try HGTFile(path: sources.spec(for: word).place))
        continue
      }
      let source = try sources.open(word)
      guard source.info.content != .vector else { throw MapError("\(word): holds a map, not heights") }
      var code: ElevationCode?
      if case .elevation(let known) = source.info.content { code = known }
      let sampler = try TileElevationSampler(
        source, code, plane: plane, low: bounds.low, high: bounds.high, faults: faults, fetch: sources.fetch)
      guard let sampler else {
        warnings.append(MapStack.missing(source, plane, bounds))
        continue
      }
      samplers.append(sampler)
      attribution.append(source.info.attribution)
    }
    if !files.isEmpty { samplers.append(HGTSampler(files, plane: plane)) }
    guard let field = TerrainField(samplers, low: bounds.low, high: bounds.high) else {
      for file in files { warnings.append("\(file.name): covers nothing of this run") }
      return
    }
    heights = field
    if !files.isEmpty { attribution.append("SRTM NASA/USGS") }
  }

  /// Whether a file is a height file rather than an archive of tiles: told by content and, as its corner stands only
  /// there, by name.
  static func isHeightFile(_ path: String) throws(MapError) -> Bool {
    guard HGTFile.corner(LocalFile.shownName(path)) != nil || path.hasSuffix(".hgt") || path.hasSuffix(".zip")
    else {
      return false
    }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a source has a tile anywhere in the bounds.
  private static func covers(
    _ source: any TileSource, _ plane: LocalPlane, _ bounds: (low: Vec2, high: Vec2)
  ) throws(MapError) -> Bool {
    for zoom in stride(from: source.info.maxZoom, through: source.info.minZoom, by: -1) {
      let grid = TileGrid(plane, bounds.low, bounds.high, margin: 0, zoom: zoom)
      guard grid.count <= 4096 else { continue }
      for place in grid.places where try source.contains(place.id) { return true }
    }
    return false
  }

  private static func missing(
    _ source: any TileSource, _ plane: LocalPlane, _ bounds: (low: Vec2, high: Vec2)
  ) -> String {
    let place = plane.coordinate((bounds.low + bounds.high) * 0.5)
    func short(_ degrees: Double) -> String { "\((degrees * 1000).rounded() / 1000)" }
    var text =
      "\(source.info.name): covers nothing of this run at \(short(place.latitude)), \(short(place.longitude))"
    if let box = source.info.bounds {
      text +=
        " (it says it reaches from \(short(box.south)), \(short(box.west)) to \(short(box.north)), \(short(box.east)))"
    }
    return text
  }

  /// A source's own credit, or the one that its data needs.
  static func credit(_ info: TileSourceInfo) -> String {
    if !info.attribution.isEmpty { return info.attribution }
    // All known schemas are made from OpenStreetMap's data.
    return info.content == .vector ? "© OpenStreetMap contributors" : ""
  }
}

/// Painters one over the other.
struct StackedGroundPainter: GroundPainting {
  let layers: [any GroundPainting]
  func paint(_ block: GroundBlock, into pixels: PixelBuffer) {
    for layer in layers { layer.paint(block, into: pixels) }
  }
}
