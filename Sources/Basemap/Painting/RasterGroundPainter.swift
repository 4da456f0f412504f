import Geometry
import Pixels

/// Paints picture tiles (aerial imagery, scanned or ready-made maps) from above.
package struct RasterGroundPainter: TilePlanning {
  /// How pictures are toned, so that the route stays the brightest thing on them.
  package struct Tone: Sendable, Hashable {
    /// 1 leaves colours as they are, 0 takes them away.
    package var saturation: Float
    /// Factor of lightness.
    package var brightness: Float
    package init(saturation: Float = 1, brightness: Float = 1) {
      self.saturation = saturation
      self.brightness = brightness
    }
    /// The usual tone under a run.
    package static let film = Tone(saturation: 0.88, brightness: 0.86)
    /// Under light letters and a glowing line: white paper becomes a grey that both are read on.
    package static let dark = Tone(saturation: 0.7, brightness: 0.46)
  }

  /// Most tiles and most pixels a side for one block.
  private static let maxTiles = 64
  private static let maxSide = 2048

  let source: any TileSource
  private let plane: LocalPlane
  private let coverage: TileCoverage
  private let tone: Tone
  private let tiles = TileCache<RasterTile>(budget: 128 << 20)
  /// Pixels along a tile's side, told by the first tile that is decoded.
  private let tileSide: Int
  private let faults: TileFaults

  /// A painter over a plane that is not polar. `center` is a place where the source should have a tile, in local metres.
  package init(
    source: any TileSource, plane: LocalPlane, center: Vec2 = .zero, tone: Tone = .film,
    faults: TileFaults = TileFaults()
  ) {
    self.faults = faults
    self.source = source
    self.plane = plane
    self.tone = tone
    coverage = TileCoverage(
      source: source, plane: plane, zoom: max(source.info.minZoom, source.info.maxZoom - 2),
      faults: faults)
    let id = TileID.containing(plane.mercator(center), zoom: source.info.maxZoom)
    let sample = (try? source.tileOrAncestor(id)).flatMap { try? RasterTile(decoding: $0.bytes, name: "") }
    tileSide = min(max(sample?.width ?? 256, 64), 1024)
  }

  /// Metres of a source pixel at the highest zoom.
  package var finestPixel: Double {
    plane.mercatorSide / Double(1 << source.info.maxZoom) / Double(tileSide)
  }

  package func paint(_ block: GroundBlock, into pixels: PixelBuffer) {
    guard !plane.isPolar else { return }
    switch coverage.answer(for: block) {
    case .empty: return
    case .full: draw(block, into: pixels)
    case .partial(let alphas, let columns):
      let layer = PixelBuffer(width: GroundBlock.texels, height: GroundBlock.texels)
      draw(block, into: layer)
      TileCoverage.blend(layer, over: pixels, alphas, columns: columns)
    }
  }

  /// The zoom whose pixels are at least as fine as a block's texels.
  private func zoom(for block: GroundBlock) -> Int {
    let wanted = Trigonometry.log2(plane.mercatorSide / (Double(tileSide) * block.metresPerTexel))
    return min(max(Int((wanted - 0.1).rounded(.up)), source.info.minZoom), source.info.maxZoom)
  }

  func tiles(for block: GroundBlock) -> [TileID] {
    let bounds = block.bounds
    let zoom = zoom(for: block)
    // The resampling kernel looks a few pixels beyond the block.
    let margin = 3 * max(block.metresPerTexel, plane.mercatorSide / Double(1 << zoom) / Double(tileSide))
    let grid = TileGrid(plane, bounds.low, bounds.high, margin: margin, zoom: zoom)
    return grid.count <= RasterGroundPainter.maxTiles ? grid.places.map(\.id) : []
  }

  private func draw(_ block: GroundBlock, into pixels: PixelBuffer) {
    let zoom = zoom(for: block)
    // Source pixels of the whole world, of one texel, and of the block's corner.
    let world = Double(tileSide) * Double(1 << zoom)
    var step = block.metresPerTexel / plane.mercatorSide * world
    let corner = plane.mercator(Vec2(block.west, block.north)) * world
    let margin = 3 * max(1, step)
    let left = Int((corner.x - margin).rounded(.down))
    let top = Int((corner.y - margin).rounded(.down))
    var side = Int((Double(GroundBlock.texels) * step + 2 * margin).rounded(.up)) + 1
    guard side <= RasterGroundPainter.maxSide, var patch = patch(left, top, side, zoom: zoom) else { return }
    var origin = Vec2(corner.x - Double(left), corner.y - Double(top))
    while step > 2.5 {
      (patch, side) = RasterGroundPainter.halved(patch, side)
      step /= 2
      origin = origin / 2
    }
    let across = Resampling(count: GroundBlock.texels, origin: origin.x, step: step)
    let down = Resampling(count: GroundBlock.texels, origin: origin.y, step: step)
    let result = Resampling.apply(patch, width: side, height: side, across: across, down: down)
    pixels.withMutablePixels { (target: inout MutableSpan<UInt32>) in
      for y in 0..<GroundBlock.texels {
        for x in 0..<GroundBlock.texels {
          let word = toned(result[y * GroundBlock.texels + x])
          let index = y * pixels.stride + x
          target[index] = word >> 24 == 255 ? word : TileCoverage.mix(target[index], word, 256)
        }
      }
    }
  }

  private func toned(_ raw: SIMD4<Float>) -> UInt32 {
    let alpha = min(max(raw.x, 0), 255)
    // The kernel overshoots at edges.
    let color = raw.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
    let gray = (0.299 * color.y + 0.587 * color.z + 0.114 * color.w) * (1 - tone.saturation)
    func channel(_ value: Float) -> UInt32 {
      UInt32(min(max((value * tone.saturation + gray) * tone.brightness, 0), alpha) + 0.5)
    }
    return UInt32(alpha + 0.5) << 24 | channel(color.y) << 16 | channel(color.z) << 8 | channel(color.w)
  }

  /// A square of source pixels put together from tiles, premultiplied; nil where there is none at all.
  private func patch(_ left: Int, _ top: Int, _ side: Int, zoom: Int) -> [UInt32]? {
    var words = [UInt32](repeating: 0, count: side * side)
    let tile = tileSide
    func index(_ value: Int) -> Int { Int((Double(value) / Double(tile)).rounded(.down)) }
    let columns = index(left)...index(left + side - 1)
    let rows = index(top)...index(top + side - 1)
    guard columns.count * rows.count <= RasterGroundPainter.maxTiles else { return nil }
    var hasAny = false
    for row in rows {
      for column in columns {
        let world = 1 << zoom
        guard let id = TileID(zoom: zoom, column: ((column % world) + world) % world, row: row),
          let (ancestor, picture) = picture(id)
        else { continue }
        hasAny = true
        let share = Share(of: id, in: ancestor, tile: tile, picture: picture)
        for y in max(top, row * tile)..<min(top + side, (row + 1) * tile) {
          let target = (y - top) * side - left
          for x in max(left, column * tile)..<min(left + side, (column + 1) * tile) {
            words[target + x] = share.word(x - column * tile, y - row * tile)
          }
        }
      }
    }
    return hasAny ? words : nil
  }

  /// The part of a picture that stands for a tile: all of it, or a part of an ancestor's.
  private struct Share {
    let picture: RasterTile
    let scale: Double
    let origin: Vec2
    let isExact: Bool

    init(of id: TileID, in ancestor: TileID, tile: Int, picture: RasterTile) {
      self.picture = picture
      let depth = Double(1 << (id.zoom - ancestor.zoom))
      scale = Double(picture.width) / Double(tile) / depth
      let shift = id.zoom - ancestor.zoom
      origin = Vec2(
        Double(id.column - (ancestor.column << shift)) / depth * Double(picture.width),
        Double(id.row - (ancestor.row << shift)) / depth * Double(picture.height))
      isExact = picture.width == tile && picture.height == tile && shift == 0
    }

    func word(_ x: Int, _ y: Int) -> UInt32 {
      if isExact { return picture.words[y * picture.width + x] }
      let point = Vec2(origin.x + (Double(x) + 0.5) * scale - 0.5, origin.y + (Double(y) + 0.5) * scale - 0.5)
      let (column, row) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
      let (fx, fy) = (Float(point.x - Double(column)), Float(point.y - Double(row)))
      func at(_ dx: Int, _ dy: Int) -> SIMD4<Float> {
        let source = min(max(row + dy, 0), picture.height - 1) * picture.width
        return Resampling.unpacked(picture.words[source + min(max(column + dx, 0), picture.width - 1)])
      }
      let upper = at(0, 0) + (at(1, 0) - at(0, 0)) * fx
      let lower = at(0, 1) + (at(1, 1) - at(0, 1)) * fx
      let color = upper + (lower - upper) * fy + 0.5
      return UInt32(color.x) << 24 | UInt32(color.y) << 16 | UInt32(color.z) << 8 | UInt32(color.w)
    }
  }

  /// Half the size, each pixel the mean of four.
  private static func halved(_ words: [UInt32], _ side: Int) -> ([UInt32], Int) {
    let half = side / 2
    var result = [UInt32](repeating: 0, count: half * half)
    for y in 0..<half {
      for x in 0..<half {
        let source = 2 * y * side + 2 * x
        let (a, b) = (words[source], words[source + 1])
        let (c, d) = (words[source + side], words[source + side + 1])
        var word: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
          let sum = (a >> shift & 255) + (b >> shift & 255) + (c >> shift & 255) + (d >> shift & 255)
          word |= (sum + 2) / 4 << shift
        }
        result[y * half + x] = word
      }
    }
    return (result, half)
  }

  private func picture(_ id: TileID) -> (TileID, RasterTile)? {
    var candidate = id
    while true {
      if let tile = decoded(candidate) { return (candidate, tile) }
      guard candidate.zoom > source.info.minZoom else { return nil }
      candidate = candidate.ancestor(atZoom: candidate.zoom - 1)
    }
  }

  private func decoded(_ id: TileID) -> RasterTile? {
    tiles.value(id) {
      let tile = faults.reading(source, id) { (bytes) throws(MapError) in
        try RasterTile(decoding: bytes, name: "\(source.info.name) tile \(id)").premultiplied
      }
      return (tile, tile.map { $0.words.count * 4 } ?? 64)
    }
  }
}
