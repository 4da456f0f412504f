import Geometry

/// Heights from one source, before they are put together.
protocol ElevationSampler: Sendable {
  /// Metres between samples on the ground.
  var spacing: Double { get }
  /// Height at a point in local metres; NaN where the source has none.
  func height(at point: Vec2) -> Float
}

extension ElevationRaster {
  /// Interpolates by cubic convolution at a position in samples (0 = the first sample); NaN outside.
  func interpolated(_ x: Double, _ y: Double) -> Float {
    guard x >= -0.5, y >= -0.5, x <= Double(columns) - 0.5, y <= Double(rows) - 0.5 else { return .nan }
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let across = ElevationRaster.weights(Float(x - Double(column)))
    let down = ElevationRaster.weights(Float(y - Double(row)))
    var sum: Float = 0
    for dy in 0..<4 {
      let line = min(max(row + dy - 1, 0), rows - 1) * columns
      for dx in 0..<4 {
        sum += heights[line + min(max(column + dx - 1, 0), columns - 1)] * across[dx] * down[dy]
      }
    }
    return sum
  }

  /// Catmull-Rom weights of the four samples around a share t of the way from the second to the third.
  private static func weights(_ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(-t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2) * 0.5
  }
}

/// Height files of whole degrees.
struct HGTSampler: ElevationSampler {
  private struct Corner: Hashable {
    var south: Int
    var west: Int
  }
  let plane: LocalPlane
  let spacing: Double
  private var files: [Corner: HGTFile] = [:]

  init(_ files: [HGTFile], plane: LocalPlane) {
    self.plane = plane
    for file in files {
      var filled = file.raster
      filled.fillVoids()
      self.files[Corner(south: file.south, west: file.west)] = HGTFile(file, raster: filled)
    }
    let steps = files.map { Double($0.raster.rows - 1) }.max() ?? 1200
    spacing = Trigonometry.radians(1) * GeoCoordinate.earthRadius / steps
  }

  func height(at point: Vec2) -> Float {
    let place = plane.coordinate(point)
    let longitude = Trigonometry.wrapDegrees(place.longitude)
    let corner = Corner(south: Int(place.latitude.rounded(.down)), west: Int(longitude.rounded(.down)))
    guard let file = files[corner] else { return .nan }
    let steps = Double(file.raster.columns - 1)
    let x = (longitude - Double(corner.west)) * steps
    let y = (Double(corner.south + 1) - place.latitude) * steps
    let height = file.raster.interpolated(x, y)
    // Radar sees the sea a few metres too low.
    return height < 0 && height > -15 ? 0 : height
  }
}

/// Height tiles, put together over the bounds once.
struct TileElevationSampler: ElevationSampler {
  /// Most samples along a side.
  private static let maxSide = 1536

  let spacing: Double
  private let raster: ElevationRaster
  private let west: Double
  private let north: Double

  /// Reads the tiles over a rectangle in local metres at the finest zoom that stays within the size; nil where there are
  /// none. A raster is left open where tiles are missing.
  init?(
    _ source: any TileSource, _ code: ElevationCode?, plane: LocalPlane, low: Vec2, high: Vec2,
    faults: TileFaults = TileFaults(), fetch: TileFetch? = nil
  ) throws(MapError) {
    let center = TileID.containing(plane.mercator((low + high) * 0.5), zoom: source.info.maxZoom)
    var tileSide = 256
    var code = code
    let sample = try source.tileOrAncestor(center)
    if let sample {
      let tile = try RasterTile(decoding: sample.bytes, name: "\(source.info.name) tile \(sample.id)")
      tileSide = tile.width
      if code == nil { code = TileElevationSampler.guess(tile) }
    }
    var zoom = source.info.maxZoom
    func samples(_ zoom: Int) -> Double {
      max(high.x - low.x, high.y - low.y) / plane.mercatorSide * Double(1 << zoom) * Double(tileSide)
    }
    while zoom > source.info.minZoom, samples(zoom) > Double(TileElevationSampler.maxSide) { zoom -= 1 }
    guard samples(zoom) < 4 * Double(TileElevationSampler.maxSide) else { return nil }
    let grid = TileGrid(plane, low, high, margin: 0, zoom: zoom)
    guard grid.count <= 1024, let first = grid.places.first else { return nil }
    let (columns, rows) = (grid.columns.count * tileSide, grid.rows.count * tileSide)
    guard columns <= 16_384, rows <= 16_384 else { return nil }
    try fetch?.run(grid.places.map { TileFetch.Wanted(source: source, id: $0.id) })
    var heights = [Float](repeating: .nan, count: columns * rows)
    var hasAny = false
    for place in grid.places {
      guard let (id, tile) = TileElevationSampler.tile(source, place.id, faults) else { continue }
      let part = ElevationRaster(tile, code ?? TileElevationSampler.guess(tile))
      guard part.completeness > 0 else { continue }
      hasAny = true
      let shift = place.id.zoom - id.zoom
      let scale = Double(part.columns) / Double(tileSide << shift)
      let originX = Double(place.id.column - (id.column << shift)) * Double(tileSide) * scale
      let originY = Double(place.id.row - (id.row << shift)) * Double(tileSide) * scale
      for y in 0..<tileSide {
        let target = ((place.id.row - grid.rows.lowerBound) * tileSide + y) * columns
        for x in 0..<tileSide {
          let column = (place.column - grid.columns.lowerBound) * tileSide + x
          heights[target + column] = part.interpolated(
            originX + (Double(x) + 0.5) * scale - 0.5, originY + (Double(y) + 0.5) * scale - 0.5)
        }
      }
    }
    guard hasAny else { return nil }
    raster = ElevationRaster(columns: columns, rows: rows, heights: heights)
    let corner = first.rect(plane)
    spacing = corner.width / Double(tileSide)
    west = corner.x
    north = corner.maxY
  }

  /// A tile or the nearest ancestor that can be read.
  private static func tile(
    _ source: any TileSource, _ id: TileID, _ faults: TileFaults
  ) -> (TileID, RasterTile)? {
    var candidate = id
    while true {
      let tile = faults.reading(source, candidate) { (bytes) throws(MapError) in
        try RasterTile(decoding: bytes, name: "\(source.info.name) tile \(candidate)")
      }
      if let tile { return (candidate, tile) }
      guard candidate.zoom > max(source.info.minZoom, 0) else { return nil }
      candidate = candidate.ancestor(atZoom: candidate.zoom - 1)
    }
  }

  /// Which code gives heights that exist on earth.
  static func guess(_ tile: RasterTile) -> ElevationCode {
    let terrarium = ElevationRaster(tile, .terrarium).completeness
    return terrarium >= ElevationRaster(tile, .terrainRGB).completeness ? .terrarium : .terrainRGB
  }

  func height(at point: Vec2) -> Float {
    // A sample stands for the middle of its pixel.
    raster.interpolated((point.x - west) / spacing - 0.5, (north - point.y) / spacing - 0.5)
  }
}
