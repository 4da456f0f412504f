import Drawing
import Geometry

/// Draws one vector tile over all of a block.
struct TilePainter {
  /// Pixels kept around what is visible, so that strokes and joins end out of sight.
  static let margin = 48.0
  /// Pixels below which areas are left out.
  static let speck: Float = 0.5

  let context: Context
  let tile: DrawableTile
  let palette: MapPalette
  /// Where the tile lies in the block.
  let frame: TileFrame
  let metresPerPixel: Double

  func paint(drawsBuildings: Bool) {
    context.saved {
      context.setColor(palette.ground)
      context.paint()
      for mapClass in MapClass.allCases where mapClass < .water { fill(mapClass) }
      stroke([.stream, .river], .ground)
      water()
      for mapClass in [MapClass.plaza, .pier] { fill(mapClass) }
      for mapClass in TilePainter.streets { stroke([mapClass], .tunnel, opacity: 0.3) }
      if drawsBuildings { buildings() }
      stroke([.unknownLine], .ground)
      stroke([.path, .steps, .track], .ground)
      for level in [MapLevel.ground, .bridge] {
        if level == .bridge { stroke([.path, .steps, .track], level, casing: 1.2) }
        for mapClass in TilePainter.streets { casing(mapClass, level) }
        for mapClass in TilePainter.streets { stroke([mapClass], level) }
        stroke([.tram], level)
        rails(level)
      }
    }
  }

  private static let streets = MapClass.allCases.filter(\.isStreet)

  // MARK: Areas

  private func fill(_ mapClass: MapClass) {
    guard let color = palette.areas[mapClass] else { return }
    context.setColor(color)
    for item in items(mapClass) {
      if palette.tint > 0 { context.setColor(tinted(color, item)) }
      context.newPath()
      addRings(item)
      context.fill(evenOdd: true)
    }
  }

  /// Tints single areas; one that goes on in the next tile has no tint, for there it would have another.
  private func tinted(_ color: Color, _ item: DrawableTile.Item) -> Color {
    guard !item.touchesBorder else { return color }
    let hash = frame.hash(of: (item.low + item.high) / 2)
    let (lightness, a, b) = color.oklab
    let step = (Double(hash & 0xFF) / 255 - 0.5) * palette.tint
    let warm = (Double(hash >> 8 & 0xFF) / 255 - 0.5) * palette.tint * 0.3
    return Color(lightness: lightness + step, a: a + warm, b: b + warm, alpha: color.alpha)
  }

  /// Water with a band along the shore, inside.
  private func water() {
    guard let color = palette.areas[.water] else { return }
    for item in items(.water) {
      context.newPath()
      addRings(item)
      context.setColor(color)
      context.fill(evenOdd: true, keepPath: true)
      let (width, alpha) = pixels(metres: 5, atLeast: 1.6)
      guard alpha > 0.1 else { continue }
      context.saved {
        context.clip(evenOdd: true)
        context.newPath()
        addEdges(item)
        context.setColor(palette.shore.opacity(0.5 * alpha))
        context.stroke(StrokeStyle(width: width))
        context.newPath()
        addEdges(item)
        context.setColor(palette.shore.opacity(0.6 * alpha))
        context.stroke(StrokeStyle(width: max(1.2, width * 0.4)))
      }
      context.newPath()
    }
  }

  private func buildings() {
    guard palette.areas[.building] != nil, metresPerPixel < 12 else { return }
    let shadow = 2.6 / metresPerPixel
    if shadow > 0.5 {
      context.newPath()
      for item in items(.building) { addRings(item, offset: Vec2(shadow * 0.75, shadow)) }
      context.setColor(palette.buildingShadow)
      context.fill()
    }
    fill(.building)
    let (width, alpha) = pixels(metres: 0.5, atLeast: 0.9)
    guard alpha > 0.15 else { return }
    context.newPath()
    for item in items(.building) { addEdges(item) }
    context.setColor(palette.buildingEdge.opacity(alpha))
    context.stroke(StrokeStyle(width: width, join: .miter))
  }

  // MARK: Lines

  /// A line's width in pixels and, for lines finer than `atLeast` pixels, the opacity that stands for the rest.
  private func pixels(metres: Double, atLeast: Double) -> (width: Double, alpha: Double) {
    let width = metres / metresPerPixel
    return width >= atLeast ? (width, 1) : (atLeast, Trigonometry.pow(width / atLeast, 0.85))
  }

  private func leastPixels(_ mapClass: MapClass) -> Double {
    switch mapClass {
    case .secondary, .primary, .trunk, .motorway: 1.25
    case .minor, .tertiary, .pedestrian, .river: 1
    default: 0.8
    }
  }

  private func stroke(
    _ classes: [MapClass], _ level: MapLevel, opacity: Double = 1, casing: Double = 0
  ) {
    for mapClass in classes {
      let lines = items(mapClass).filter { $0.level == level }
      guard let color = palette.lines[mapClass], !lines.isEmpty else { continue }
      for isLink in [true, false] {
        let metres = mapClass.width * (isLink && mapClass.isStreet ? 0.6 : 1)
        let (width, alpha) = pixels(metres: metres, atLeast: leastPixels(mapClass))
        guard alpha > 0.12 else { continue }
        context.newPath()
        for item in lines where item.isLink == isLink { addLines(item) }
        if casing > 0 {
          context.setColor(palette.casing.opacity(alpha))
          context.stroke(StrokeStyle(width: width + 2 * casing / metresPerPixel, cap: .butt), keepPath: true)
        }
        context.setColor(color.opacity(alpha * opacity))
        context.stroke(StrokeStyle(width: width))
      }
    }
  }

  private func casing(_ mapClass: MapClass, _ level: MapLevel) {
    let lines = items(mapClass).filter { $0.level == level }
    guard !lines.isEmpty else { return }
    let edge = mapClass >= .tertiary ? 1.5 : 1.1
    guard edge / metresPerPixel > 0.3 else { return }
    for isLink in [true, false] {
      let metres = mapClass.width * (isLink ? 0.6 : 1) + 2 * edge
      context.newPath()
      for item in lines where item.isLink == isLink { addLines(item) }
      context.setColor(palette.casing.opacity(min(1, edge / metresPerPixel)))
      context.stroke(StrokeStyle(width: metres / metresPerPixel, cap: level == .bridge ? .butt : .round))
    }
  }

  /// A line with gaps where it is wide enough to show them.
  private func rails(_ level: MapLevel) {
    stroke([.rail], level)
    let width = MapClass.rail.width * 0.55 / metresPerPixel
    guard width > 1.2, frame.extent < 1e6 else { return }
    let dash = 5 / metresPerPixel
    context.newPath()
    for item in items(.rail) where item.level == level {
      for part in item.parts { context.addLines(tile.points[tile.parts[part]].lazy.map(place)) }
    }
    context.setColor(palette.ground)
    context.stroke(StrokeStyle(width: width, cap: .butt, dash: [dash, dash]))
  }

  // MARK: Paths

  /// Metres by which strokes and shadows of a class reach beyond its points.
  private func reach(_ mapClass: MapClass) -> Double { mapClass.isArea ? 6 : mapClass.width / 2 + 3 }

  /// The pixels whose content may touch the block: the block's, not the tile's, so that what is drawn of a shape does
  /// not depend on the tile that it stands in.
  private func window(_ mapClass: MapClass) -> Rect {
    let reach = TilePainter.margin + reach(mapClass) / metresPerPixel
    let side = Double(GroundBlock.texels) + 2 * reach
    return Rect(x: -reach, y: -reach, width: side, height: side)
  }

  /// Items of a class that touch the block and are more than specks.
  private func items(_ mapClass: MapClass) -> LazyFilterSequence<ArraySlice<DrawableTile.Item>> {
    let (low, high) = frame.shares(of: window(mapClass))
    let speck = mapClass.isArea ? TilePainter.speck / Float(frame.extent) : 0
    return tile.items[tile.ranges[Int(mapClass.rawValue)]].lazy.filter { item in
      item.low.x <= high.x && item.low.y <= high.y && item.high.x >= low.x && item.high.y >= low.y
        && (speck == 0 || (item.high - item.low).max() >= speck)
    }
  }

  private func place(_ point: SIMD2<Float>) -> Vec2 { frame.place(point) }

  private func addRings(_ item: DrawableTile.Item, offset: Vec2 = .zero) {
    var culling = RingCulling(window: window(item.mapClass))
    for part in item.parts {
      var ring = tile.points[tile.parts[part]].map { place($0) + offset }
      culling.cull(&ring)
      if ring.count >= 3 { context.addPolygon(ring) }
    }
  }

  private func addLines(_ item: DrawableTile.Item) {
    for part in item.parts { addLine(tile.points[tile.parts[part]], item.mapClass, isClosed: false) }
  }

  /// The outline of an area without the edges along the tile's border, which the data does not have.
  private func addEdges(_ item: DrawableTile.Item) {
    for part in item.parts { addLine(tile.points[tile.parts[part]], item.mapClass, isClosed: true) }
  }

  /// Adds the segments of a line that touch the window, whole: cut ones would run a little elsewhere.
  private func addLine(_ points: ArraySlice<SIMD2<Float>>, _ mapClass: MapClass, isClosed: Bool) {
    guard let first = points.first, let last = points.last else { return }
    let culling = RingCulling(window: window(mapClass))
    var (before, from) = isClosed ? (last, place(last)) : (first, place(first))
    var pen: Vec2?
    for point in isClosed ? points : points.dropFirst() {
      let to = place(point)
      defer { (before, from) = (point, to) }
      if isClosed, TilePainter.isBorder(before, point) {
        pen = nil
        continue
      }
      guard let (start, end) = culling.segment(from: from, to: to) else {
        pen = nil
        continue
      }
      if pen != start { context.move(to: start) }
      context.line(to: end)
      pen = end
    }
  }

  /// Whether an edge was made by cutting the shape for the tile: upright or level, on the border or beyond it.
  private static func isBorder(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Bool {
    (a.x == b.x && (a.x <= 0 || a.x >= 1)) || (a.y == b.y && (a.y <= 0 || a.y >= 1))
  }
}
