import Drawing
import Geometry
import Pixels

/// Paints a vector map from above.
package struct VectorGroundPainter: TilePlanning {
  /// Most tiles for one block; coarser blocks of archives that begin at a high zoom stay unpainted.
  static let maxTiles = 64
  /// Pixels for whose width a vector tile is made.
  static let tilePixels = 512.0

  let source: any TileSource
  private let plane: LocalPlane
  private let palette: MapPalette
  private let coverage: TileCoverage
  private let tiles = TileCache<DrawableTile>(budget: 96 << 20)
  private let drawsBuildings: Bool
  private let faults: TileFaults

  /// A painter over a plane that is not polar. `drawsBuildings` is off where buildings stand up from the ground.
  package init(
    source: any TileSource, plane: LocalPlane, look: MapLook, colors: MapColors, drawsBuildings: Bool = true,
    faults: TileFaults = TileFaults()
  ) {
    self.source = source
    self.faults = faults
    self.plane = plane
    palette = MapPalette(look, colors)
    coverage = TileCoverage(source: source, plane: plane, zoom: min(source.info.maxZoom, 14), faults: faults)
    self.drawsBuildings = drawsBuildings
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

  /// The tiles that a block is drawn from; nil where they are too many.
  private func grid(for block: GroundBlock) -> TileGrid? {
    let wanted = Trigonometry.log2(
      plane.mercatorSide / (VectorGroundPainter.tilePixels * block.metresPerTexel))
    let zoom = min(max(Int(wanted.rounded()), source.info.minZoom), source.info.maxZoom)
    let bounds = block.bounds
    let grid = TileGrid(plane, bounds.low, bounds.high, margin: 0, zoom: zoom)
    return grid.count <= VectorGroundPainter.maxTiles ? grid : nil
  }

  func tiles(for block: GroundBlock) -> [TileID] { grid(for: block)?.places.map(\.id) ?? [] }

  private func draw(_ block: GroundBlock, into pixels: PixelBuffer) {
    guard let grid = grid(for: block), let context = try? Context(pixels) else { return }
    for place in grid.places {
      guard let (id, tile) = drawable(place.id) else { continue }
      // An ancestor is drawn where this tile would lie.
      let ancestor = TileGrid.Place(id: id, column: place.column >> (place.id.zoom - id.zoom))
      let painter = TilePainter(
        context: context, tile: tile, palette: palette, frame: frame(ancestor, block),
        visible: wholePixels(frame(place, block)), metresPerPixel: block.metresPerTexel)
      painter.paint(drawsBuildings: drawsBuildings)
    }
    context.surface.flush()
  }

  /// A tile's square in the block's pixels.
  private func frame(_ place: TileGrid.Place, _ block: GroundBlock) -> Rect {
    let rect = place.rect(plane)
    let corner = block.fromLocal.apply(Vec2(rect.x, rect.maxY))
    let extent = rect.width / block.metresPerTexel
    return Rect(x: corner.x, y: corner.y, width: extent, height: extent)
  }

  /// Edges at whole pixels: neighbouring tiles meet without a seam.
  private func wholePixels(_ rect: Rect) -> Rect {
    let (left, top) = (rect.x.rounded(), rect.y.rounded())
    return Rect(x: left, y: top, width: rect.maxX.rounded() - left, height: rect.maxY.rounded() - top)
  }

  /// The tile or the nearest ancestor the source has, decoded.
  private func drawable(_ id: TileID) -> (TileID, DrawableTile)? {
    var candidate = id
    while true {
      if let tile = decoded(candidate) { return (candidate, tile) }
      guard candidate.zoom > source.info.minZoom else { return nil }
      candidate = candidate.ancestor(atZoom: candidate.zoom - 1)
    }
  }

  private func decoded(_ id: TileID) -> DrawableTile? {
    tiles.value(id) {
      let drawable = faults.reading(source, id) { (bytes) throws(MapError) in
        DrawableTile(try VectorTileDecoder.decode(bytes, name: "\(source.info.name) tile \(id)"))
      }
      return (drawable, drawable?.cost ?? 64)
    }
  }
}
