import Geometry
import Templates

/// The part of the canvas that a feed's own buttons leave free. Design units from the edges.
struct SafeArea {
  let insets: EdgeInsets

  /// A name such as `story`, or the map of `edges`.
  static func rect(_ value: ResolvedValue, canvas: Rect, unit: Double) -> Rect {
    let edges: EdgeInsets
    switch value {
    case .map(let map):
      func pixels(_ name: String) -> Double {
        switch PropertyReader.length(map[name]) {
        case .units(let value)?: return value
        case .pixels(let value)?: return value / unit
        case .percent(let share)?:
          return share * (name == "left" || name == "right" ? canvas.width : canvas.height) / unit
        case .vw(let value)?: return canvas.width * value / 100 / unit
        case .vh(let value)?: return canvas.height * value / 100 / unit
        default: return 0
        }
      }
      edges = EdgeInsets(
        top: pixels("top"), right: pixels("right"), bottom: pixels("bottom"), left: pixels("left"))
    case .word(let name), .text(let name): edges = named(name, canvas: canvas, unit: unit)
    default: edges = named("story", canvas: canvas, unit: unit)
    }
    let scaled = EdgeInsets(
      top: edges.top * unit, right: edges.right * unit, bottom: edges.bottom * unit, left: edges.left * unit)
    let box = scaled.inner(canvas)
    return Rect(
      x: box.x.rounded(), y: box.y.rounded(), width: box.maxX.rounded() - box.x.rounded(),
      height: box.maxY.rounded() - box.y.rounded())
  }

  /// Feeds cover only tall pictures: the others keep the margin alone.
  private static func named(_ name: String, canvas: Rect, unit: Double) -> EdgeInsets {
    let margin = EdgeInsets(top: 64, right: 64, bottom: 64, left: 64)
    let isTall = canvas.height > canvas.width * 1.5
    switch name {
    case "none": return EdgeInsets()
    case "square": return margin
    case "broadcast":
      // EBU R 95: graphics stay within 90 % of the picture.
      let x = canvas.width * 0.05 / unit
      let y = canvas.height * 0.05 / unit
      return EdgeInsets(top: y, right: x, bottom: y, left: x)
    case "reels": return isTall ? EdgeInsets(top: 270, right: 64, bottom: 672, left: 64) : margin
    case "tiktok": return isTall ? EdgeInsets(top: 160, right: 140, bottom: 400, left: 64) : margin
    case "shorts": return isTall ? EdgeInsets(top: 220, right: 140, bottom: 480, left: 64) : margin
    default: return isTall ? EdgeInsets(top: 220, right: 64, bottom: 340, left: 64) : margin
    }
  }
}
