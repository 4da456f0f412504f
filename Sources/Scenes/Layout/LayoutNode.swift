import Geometry
import Templates

/// A node while it is laid out.
final class LayoutNode {
  enum Kind: String {
    case group, stack, text, image, shape, world, minimap, chart, gauge, table, `repeat`, spacer
  }
  let reader: PropertyReader
  let kind: Kind
  let children: [LayoutNode]
  private(set) weak var parent: LayoutNode?
  /// The sibling before it.
  private(set) weak var previous: LayoutNode?
  /// How a text is set; nil for other kinds.
  let text: TextPlan?
  /// Rows of a table, before they have a size.
  let table: TablePlan?
  /// Inner space of a group or stack; pixels.
  let padding: EdgeInsets
  /// What texts below are scaled with so that a row fits.
  var textScale = 1.0
  /// Pixels of the canvas, once it is placed.
  var frame: Rect?
  /// The main extent that a stack's children were given; pixels.
  var stackExtent = 0.0
  var stackStart = 0.0
  /// Sizes by the space they were measured for.
  var measures: [Space: Vec2] = [:]

  init(reader: PropertyReader, kind: Kind, children: [LayoutNode], text: TextPlan?, table: TablePlan?) {
    self.reader = reader
    self.kind = kind
    self.children = children
    self.text = text
    self.table = table
    padding = kind == .group || kind == .stack || kind == .repeat ? reader.edges("padding") : EdgeInsets()
    for (index, child) in children.enumerated() {
      child.parent = self
      child.previous = index > 0 ? children[index - 1] : nil
    }
  }

  var id: String? { reader.map.id }
  /// Whether it places its children in a line.
  var isStack: Bool { kind == .stack || kind == .repeat }
  var isRow: Bool { reader.word("direction") == "row" }
  var grow: Double { max(0, reader.number("grow", kind == .spacer ? 1 : 0)) }

  var width: Length {
    if case .none = reader["width"] { return sizeLength(0) }
    let own = reader.length("width")
    return own == .auto ? sizeLength(0) : own
  }
  var height: Length {
    if case .none = reader["height"] { return sizeLength(1) }
    let own = reader.length("height")
    return own == .auto ? sizeLength(1) : own
  }
  private func sizeLength(_ index: Int) -> Length {
    let items = reader.list("size")
    return items.count == 2 ? PropertyReader.length(items[index]) ?? .auto : .auto
  }

  /// Scales all texts below once more and forgets what was measured.
  func scaleTexts(by factor: Double) {
    forgetMeasures()
    scaleOwnTexts(by: factor)
  }

  private func scaleOwnTexts(by factor: Double) {
    textScale *= factor
    measures = [:]
    for child in children { child.scaleOwnTexts(by: factor) }
  }

  private func forgetMeasures() {
    var node: LayoutNode? = self
    while let current = node {
      current.measures = [:]
      node = current.parent
    }
  }
}

/// The room in which a node is measured; pixels.
struct Space: Hashable {
  /// Size of the box to which shares refer; nil while it is not known.
  var width: Double?
  var height: Double?
  /// What a text may take before its lines break.
  var limit = Double.infinity
}
