import Geometry

/// Sizes of nodes that neither texts nor children give a size; design units where there is nothing to fill.
enum ContentSize {
  static func natural(of node: LayoutNode, width: Double?, space: Space) -> Vec2 {
    let scope = node.reader.scope
    let unit = scope.unit
    let room = space.width ?? (space.limit.isFinite ? space.limit : nil)
    switch node.kind {
    case .world: return Vec2(space.width ?? scope.canvas.width, space.height ?? scope.canvas.height)
    case .shape:
      let isLine = node.reader.word("kind") == "line"
      return Vec2(
        room ?? 100 * unit, isLine ? node.reader.line("border")?.width.restValue ?? 2 * unit : 100 * unit)
    case .chart: return Vec2(room ?? 480 * unit, 160 * unit)
    case .gauge:
      guard node.reader.word("kind") == "arc" || node.reader.word("kind") == "ring" else {
        let line = node.reader.line("line", color: "accent", width: 12)
        return Vec2(room ?? 320 * unit, line.width.restValue)
      }
      let side = width ?? 240 * unit
      return Vec2(side, side)
    case .minimap:
      let side = width ?? 320 * unit
      return Vec2(side, side)
    case .image:
      let side = width ?? 320 * unit
      guard case .file(let file) = node.reader["file"],
        let size = file.bytes.flatMap({ PictureSize.read($0) })
      else {
        return Vec2(side, side)
      }
      return Vec2(side, side * size.y / size.x)
    case .table:
      guard let table = node.table else { return .zero }
      return Vec2(room ?? table.naturalWidth, table.height)
    case .spacer, .text, .stack, .repeat, .group: return .zero
    }
  }
}
