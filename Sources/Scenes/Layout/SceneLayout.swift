import Diagnostics
import Geometry
import Templates

/// Places the nodes of a scene: measured upwards, placed downwards, each relative to its parent, the canvas, the safe
/// area or another node.
///
/// Shares (`%`) refer to the box that a node is placed in: the target of its `place`, or the content of its stack.
/// Boxes are rounded to whole pixels, so that edges are sharp and texts stand alike in every frame.
final class SceneLayout {
  private enum Progress { case open, busy, done }
  private let scope: BuildScope
  private let roots: [LayoutNode]
  private var byID: [String: LayoutNode] = [:]
  private var progress: [ObjectIdentifier: Progress] = [:]

  init(roots: [LayoutNode], scope: BuildScope) {
    self.roots = roots
    self.scope = scope
    for root in roots { register(root) }
  }

  private func register(_ node: LayoutNode) {
    if let id = node.id { byID[id] = byID[id] ?? node }
    for child in node.children { register(child) }
  }

  /// Gives every node its frame.
  func run() {
    for root in roots { placeAll(root) }
  }

  private func placeAll(_ node: LayoutNode) {
    place(node)
    for child in node.children { placeAll(child) }
  }

  private func place(_ node: LayoutNode) {
    guard node.frame == nil else { return }
    let key = ObjectIdentifier(node)
    guard progress[key] != .busy else {
      scope.ledger.diagnostics.append(
        Diagnostic(
          .error, code: "E114", "'\(node.id ?? node.kind.rawValue)' is placed relative to itself",
          help: "anchor it to parent, safe or canvas", range: node.reader.map.range))
      commit(node, scope.canvas)
      return
    }
    progress[key] = .busy
    defer { progress[key] = .done }
    if let parent = node.parent {
      place(parent)
      if node.frame != nil { return }
    }
    let placement = Placement(node.reader)
    let target = targetBox(placement.target, of: node)
    let size = measure(
      node, Space(width: target.width, height: target.height, limit: min(target.width, scope.canvas.width)))
    let offset = node.reader.submap("place").flatMap {
      $0.vector($0["offset"], of: Vec2(target.width, target.height))
    }
    let corner =
      target.point(at: placement.at.share)
      - Vec2(size.x * placement.own.share.x, size.y * placement.own.share.y)
    let point = corner + (offset ?? .zero)
    commit(node, Rect(x: point.x, y: point.y, width: size.x, height: size.y))
  }

  private func targetBox(_ name: String, of node: LayoutNode) -> Rect {
    switch name {
    case "canvas": return scope.canvas
    case "safe": return scope.safe
    case "parent": return parentBox(of: node)
    case "prev":
      guard let previous = node.previous ?? sibling(before: node) else { return parentBox(of: node) }
      place(previous)
      return previous.frame ?? parentBox(of: node)
    default:
      guard let other = byID[name] else {
        // A node whose `when` is false is gone, and with it what others hang on.
        return parentBox(of: node)
      }
      place(other)
      return other.frame ?? parentBox(of: node)
    }
  }

  private func parentBox(of node: LayoutNode) -> Rect {
    guard let parent = node.parent else { return scope.canvas }
    return parent.padding.inner(parent.frame ?? scope.canvas)
  }

  private func sibling(before node: LayoutNode) -> LayoutNode? {
    guard node.parent == nil, let index = roots.firstIndex(where: { $0 === node }), index > 0 else {
      return nil
    }
    return roots[index - 1]
  }

  /// Sets a node's frame, and those of a stack's children.
  private func commit(_ node: LayoutNode, _ frame: Rect) {
    node.frame = SceneLayout.snapped(frame)
    guard node.isStack else { return }
    let content = node.padding.inner(frame)
    let stack = StackLayout(
      node, space: Space(width: content.width, height: content.height, limit: content.width)
    ) { measure($0, $1) }
    node.stackExtent = node.isRow ? content.width : content.height
    node.stackStart = node.isRow ? content.x : content.y
    for (child, box) in zip(node.children, stack.boxes) {
      commit(child, box.offset(by: Vec2(content.x, content.y)))
    }
  }

  private static func snapped(_ box: Rect) -> Rect {
    let x = box.x.rounded()
    let y = box.y.rounded()
    return Rect(
      x: x, y: y, width: max(0, (box.x + box.width).rounded() - x),
      height: max(0, (box.y + box.height).rounded() - y))
  }

  // MARK: Measuring

  /// Pixels that a node takes in a space.
  func measure(_ node: LayoutNode, _ space: Space) -> Vec2 {
    if let known = node.measures[space] { return known }
    let width = scope.pixels(node.width, of: space.width).map { max(0, $0) }
    let height = scope.pixels(node.height, of: space.height).map { max(0, $0) }
    let own: Vec2
    switch node.kind {
    case .text:
      own = node.text?.measure(width: width, limit: space.limit, scale: node.textScale) ?? .zero
    case .stack, .repeat:
      let inner = Space(
        width: width.map { max(0, $0 - node.padding.width) },
        height: height.map { max(0, $0 - node.padding.height) },
        limit: max(0, (width ?? space.limit) - node.padding.width))
      let size = StackLayout(node, space: inner) { measure($0, $1) }.size
      own = size + Vec2(node.padding.width, node.padding.height)
    case .group: own = groupSize(node, width: width, height: height, space: space)
    default: own = ContentSize.natural(of: node, width: width, space: space)
    }
    let size = Vec2(width ?? own.x, height ?? own.y)
    node.measures[space] = size
    return size
  }

  private func groupSize(_ node: LayoutNode, width: Double?, height: Double?, space: Space) -> Vec2 {
    guard width == nil || height == nil else { return .zero }
    let inner = Space(
      width: width.map { max(0, $0 - node.padding.width) },
      height: height.map { max(0, $0 - node.padding.height) },
      limit: max(0, (width ?? space.limit) - node.padding.width))
    var size = Vec2.zero
    for child in node.children where ["parent", "prev"].contains(Placement(child.reader).target) {
      let own = measure(child, inner)
      let offset = child.reader.submap("place").flatMap { $0.vector($0["offset"], of: .zero) } ?? .zero
      size = Vec2(max(size.x, own.x + abs(offset.x)), max(size.y, own.y + abs(offset.y)))
    }
    return size + Vec2(node.padding.width, node.padding.height)
  }
}

/// Where a node is put: a point of its own on a point of a target.
struct Placement {
  var at = NinePoint.center
  var own = NinePoint.center
  /// `parent`, `canvas`, `safe`, `prev` or an id.
  var target = "parent"

  init(_ reader: PropertyReader) {
    if let word = reader.word("place"), let point = NinePoint(rawValue: word) {
      at = point
      own = point
    } else if let inner = reader.submap("place") {
      at = inner.choice("at", .center)
      own = inner.choice("self", at)
      target = inner.word("of") ?? "parent"
    }
  }
}
