import Diagnostics
import Geometry
import Routes
import Templates

/// Reads what a node draws; its box is known.
struct ContentReader {
  let reader: PropertyReader
  let node: LayoutNode
  /// Pixels of the canvas.
  let box: Rect
  /// All nodes of the scene, laid out.
  let roots: [LayoutNode]
  var scope: BuildScope { reader.scope }

  init(_ node: LayoutNode, roots: [LayoutNode]) {
    self.roots = roots
    reader = node.reader
    self.node = node
    box = node.frame ?? .zero
  }

  func content() -> NodeContent {
    switch node.kind {
    case .group, .stack, .repeat: return .group(panel())
    case .text: return text()
    case .shape: return .shape(shape())
    case .image: return image()
    case .chart: return .chart(chart())
    case .gauge: return .gauge(gauge())
    case .table: return .table(node.table?.content(width: box.width) ?? TableContent(rows: []))
    case .minimap: return .minimap(minimap())
    case .world: return .world(world())
    case .spacer: return .spacer
    }
  }

  private func panel() -> PanelContent {
    var panel = PanelContent()
    panel.fill = reader.fill("fill")
    panel.radius = reader.animatedPixels("radius", 0)
    panel.border = reader.line("border")
    return panel
  }

  private func shape() -> ShapeContent {
    var shape = ShapeContent()
    shape.kind = reader.choice("kind", .rect)
    shape.fill = reader.fill("fill")
    shape.radius = reader.animatedPixels("radius", 0)
    shape.border = reader.line("border")
    return shape
  }

  private func image() -> NodeContent {
    guard case .file(let file) = reader["file"], let asset = scope.ledger.image(file) else { return .spacer }
    var image = ImageContent(asset: asset)
    image.fit = reader.choice("fit", .cover)
    image.focus = reader.animated("focus", Vec2(0.5, 0.5)) { reader.vector($0, of: Vec2(1, 1)) }
    image.radius = reader.animatedPixels("radius", 0)
    if reader.color("tint") != nil || reader.keyframes("tint", convert: { reader.color($0) }) != nil {
      image.tint = reader.animatedColor("tint", Color(hex: 0xffffff))
    } else if case .live = reader["tint"] {
      image.tint = reader.animatedColor("tint", Color(hex: 0xffffff))
    }
    return .image(image)
  }

  private func text() -> NodeContent {
    guard let plan = node.text else { return .spacer }
    let words = TextReader(reader)
    let setting = plan.setting(boxWidth: box.width, scale: node.textScale)
    var style = plan.style
    style.size = setting.size
    style.alignment = alignment(style.alignment)
    var text = TextContent(source: plan.source, style: style, color: words.color)
    text.missing = words.missing
    text.missingColor = scope.palette.color("muted")
    text.stroke = words.stroke
    text.shadow = words.shadow
    text.wraps = plan.fit != .none && plan.maxLines > 1
    text.maxLines = plan.maxLines
    // A text on one line has no edge to break at, and a live one must never meet an ellipsis by a rounding error.
    text.hasFixedWidth = setting.isBroken
    text.countUp = reader.seconds("count_up", 0)
    let full = plan.style.size
    if let keys = reader.keyframes(
      "font_size",
      convert: { value in
        PropertyReader.length(value).flatMap { scope.pixels($0, of: nil) }.map { $0 / full }
      })
    {
      text.sizeFactor = .keys(keys)
    }
    return .text(text)
  }

  /// A text stands at the edge that its stack or place holds fast, so that a live text changes towards the free side.
  private func alignment(_ own: TextStyle.Alignment) -> TextStyle.Alignment {
    guard own == .start, node.width == .auto else { return own }
    if let parent = node.parent, parent.isStack {
      guard !parent.isRow else { return own }
      switch parent.reader.word("align") {
      case "end": return .end
      case "center": return .center
      default: return own
      }
    }
    let share = Placement(reader).own.share.x
    return share == 1 ? .end : share == 0.5 ? .center : own
  }
}
