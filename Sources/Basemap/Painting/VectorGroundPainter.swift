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
    guard let grid = grid(for: block) else { return }
    // An ancestor that stands in for several tiles is drawn once.
    var drawn: [(ancestor: TileGrid.Place, tile: DrawableTile, shown: [Rect])] = []
    for place in grid.places {
      guard let (id, tile) = drawable(place.id) else { continue }
      let ancestor = TileGrid.Place(id: id, column: place.column >> (place.id.zoom - id.zoom))
      let visible = TileFrame(place, plane, block).wholePixels
      if let index = drawn.firstIndex(where: { $0.ancestor.id == id && $0.ancestor.column == ancestor.column }
      ) {
        drawn[index].shown.append(visible)
      } else {
        drawn.append((ancestor, tile, [visible]))
      }
    }
    // Several tiles are drawn apart, each as if it filled the block, and put together: a shape has the same pixels in
    // whatever tile it is found, since rasterising depends on a path's other parts and on the clip.
    let isWhole = grid.count == 1
    let layer = isWhole ? pixels : PixelBuffer(width: GroundBlock.texels, height: GroundBlock.texels)
    guard let context = try? Context(layer) else { return }
    for (ancestor, tile, shown) in drawn {
      let painter = TilePainter(
        context: context, tile: tile, palette: palette, frame: TileFrame(ancestor, plane, block),
        metresPerPixel: block.metresPerTexel)
      painter.paint(drawsBuildings: drawsBuildings)
      context.surface.flush()
      guard !isWhole else { continue }
      for rect in shown { VectorGroundPainter.copy(rect, of: layer, to: pixels) }
    }
  }

  /// Copies a rectangle of whole pixels, as far as it lies in both buffers.
  private static func copy(_ rect: Rect, of source: PixelBuffer, to target: PixelBuffer) {
    let columns = max(0, Int(rect.x))..<max(max(0, Int(rect.x)), min(GroundBlock.texels, Int(rect.maxX)))
    let rows = max(0, Int(rect.y))..<max(max(0, Int(rect.y)), min(GroundBlock.texels, Int(rect.maxY)))
    let (from, to) = (source.stride, target.stride)
    source.withPixels { source in
      target.withMutablePixels { (target: inout MutableSpan<UInt32>) in
        for row in rows {
          for column in columns { target[row * to + column] = source[row * from + column] }
        }
      }
    }
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
