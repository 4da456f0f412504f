import Geometry

/// Measures and places the children of a row or column.
struct StackLayout {
  /// Boxes of the children relative to the content box; pixels.
  var boxes: [Rect] = []
  /// Size of the content.
  var size = Vec2.zero

  /// - Parameter space: The content box: known extents, and the most that a line may take.
  init(_ node: LayoutNode, space: Space, measure: (LayoutNode, Space) -> Vec2) {
    let rule = StackLayout.rule(node, extent: 0)
    if node.isRow, !node.reader.flag("wrap"), space.limit.isFinite, node.children.allSatisfy({ $0.grow == 0 })
    {
      StackLayout.fitTexts(node, gap: rule.gap, space: space, measure: measure)
    }
    if node.isRow, node.reader.flag("wrap"), (space.width ?? space.limit).isFinite {
      layOutLines(node, rule: rule, space: space, measure: measure)
    } else {
      layOutLine(node.children[...], of: node, rule: rule, space: space, measure: measure)
    }
  }

  static func rule(_ node: LayoutNode, extent: Double) -> StackRule {
    StackRule(
      isRow: node.isRow, gap: node.reader.pixels("gap", 16), justify: node.reader.choice("justify", .start),
      extent: extent)
  }

  private static func childSpace(_ space: Space) -> Space {
    Space(width: space.width, height: space.height, limit: space.width ?? space.limit)
  }

  /// Makes texts in a row smaller, all alike, until the row is not wider than its room: numbers never run into
  /// each other however long the run is.
  private static func fitTexts(
    _ node: LayoutNode, gap: Double, space: Space, measure: (LayoutNode, Space) -> Vec2
  ) {
    let room = (space.width ?? space.limit) - gap * Double(max(0, node.children.count - 1))
    guard room > 0 else { return }
    let inner = childSpace(space)
    let least = 0.4
    for _ in 0..<4 {
      let total = node.children.reduce(0) { $0 + measure($1, inner).x }
      guard total > room + 0.5, node.textScale > least else { return }
      node.scaleTexts(by: max(room / total * 0.995, least / node.textScale))
    }
  }

  private mutating func layOutLine(
    _ children: ArraySlice<LayoutNode>, of node: LayoutNode, rule: StackRule, space: Space,
    measure: (LayoutNode, Space) -> Vec2
  ) {
    let inner = StackLayout.childSpace(space)
    var sizes = children.map { measure($0, inner) }
    let isRow = node.isRow
    func main(_ size: Vec2) -> Double { isRow ? size.x : size.y }
    func cross(_ size: Vec2) -> Double { isRow ? size.y : size.x }
    let gaps = rule.gap * Double(max(0, children.count - 1))
    let natural = sizes.reduce(0) { $0 + main($1) } + gaps
    let extent = (isRow ? space.width : space.height) ?? natural
    let shares = children.map(\.grow)
    let total = shares.reduce(0, +)
    if total > 0, extent > natural || isRow {
      for (index, child) in children.enumerated() where shares[index] > 0 {
        let extra = (extent - natural) * shares[index] / total
        if isRow {
          sizes[index].x = max(0, sizes[index].x + extra)
          // What grows also gives way: its texts break into lines.
          guard extra < 0 else { continue }
          sizes[index].y =
            measure(child, Space(width: sizes[index].x, height: space.height, limit: sizes[index].x)).y
        } else {
          sizes[index].y += extra
        }
      }
    }
    let align = node.reader.word("align") ?? "start"
    let room = (isRow ? space.height : space.width) ?? (sizes.map(cross).max() ?? 0)
    let baselines = zip(children, sizes).map {
      StackLayout.baseline($0, size: $1, space: inner, measure: measure)
    }
    let deepest = baselines.max() ?? 0
    var line = rule
    line.extent = extent
    let pens = line.positions(sizes.map(main))
    var reach = Vec2.zero
    for (index, child) in children.enumerated() {
      var size = sizes[index]
      if align == "stretch", (isRow ? child.height : child.width) == .auto {
        if isRow { size.y = room } else { size.x = room }
      }
      var across = 0.0
      switch align {
      case "center": across = (room - cross(size)) / 2
      case "end": across = room - cross(size)
      case "baseline" where isRow: across = deepest - baselines[index]
      default: break
      }
      let box =
        isRow
        ? Rect(x: pens[index], y: across, width: size.x, height: size.y)
        : Rect(x: across, y: pens[index], width: size.x, height: size.y)
      boxes.append(box)
      reach = Vec2(max(reach.x, box.maxX), max(reach.y, box.maxY))
    }
    size = isRow ? Vec2(min(natural, max(extent, reach.x)), reach.y) : Vec2(reach.x, natural)
  }

  /// Breaks a row into lines, the gap between them as between children.
  private mutating func layOutLines(
    _ node: LayoutNode, rule: StackRule, space: Space, measure: (LayoutNode, Space) -> Vec2
  ) {
    let room = space.width ?? space.limit
    let inner = StackLayout.childSpace(space)
    var start = node.children.startIndex
    var top = 0.0
    var widest = 0.0
    while start < node.children.endIndex {
      var end = start
      var width = 0.0
      while end < node.children.endIndex {
        let next = width + (end > start ? rule.gap : 0) + measure(node.children[end], inner).x
        if end > start, next > room + 0.5 { break }
        width = next
        end += 1
      }
      let first = boxes.count
      layOutLine(
        node.children[start..<end], of: node, rule: rule,
        space: Space(width: space.width, limit: space.limit),
        measure: measure)
      for index in first..<boxes.count { boxes[index].y += top }
      widest = max(widest, size.x)
      top += size.y + rule.gap
      start = end
    }
    size = Vec2(widest, max(0, top - rule.gap))
  }

  /// Pixels from the top to the first baseline; the lower edge where there is no text.
  private static func baseline(
    _ node: LayoutNode, size: Vec2, space: Space, measure: (LayoutNode, Space) -> Vec2
  ) -> Double {
    if let text = node.text { return text.baseline(scale: node.textScale) }
    guard node.isStack, let first = node.children.first else { return size.y }
    let inner = measure(first, space)
    return node.padding.top + baseline(first, size: inner, space: space, measure: measure)
  }
}
