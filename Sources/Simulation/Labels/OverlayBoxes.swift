import Geometry
import Scenes

/// A part of a world node that words, a chart or a panel cover: pixels of the node's box.
package struct Cover: Sendable, Hashable {
  package var box: Rect
  /// 0…1, while what covers comes or goes.
  package var opacity: Double
  package init(box: Rect, opacity: Double) {
    self.box = box
    self.opacity = opacity
  }
}

/// The parts of the canvas that words, charts and panels over a world node cover.
enum OverlayBoxes {
  /// Opacity of a panel from which nothing should be read through it.
  static let dense = 0.45

  /// What is drawn over a node, in pixels of its box; `plates` lie over everything.
  static func covers(of items: [DrawItem], over node: SceneNode, plates: [Rect]) -> [Cover] {
    let corner = Vec2(-node.box.x, -node.box.y)
    var result = plates.map { Cover(box: $0.offset(by: corner), opacity: 1) }
    for item in items {
      collect(item, .translation(corner), 1, node.index, &result)
    }
    return result
  }

  /// Tells the worlds among the nodes of a scene what covers them; `plates` lie over everything.
  static func mark(_ items: inout [DrawItem], plates: [Rect]) {
    for index in items.indices {
      guard case .world(var world) = items[index].content else { continue }
      world.covers = covers(of: items, over: items[index].node, plates: plates)
      items[index].content = .world(world)
    }
  }

  private static func collect(
    _ item: DrawItem, _ outer: Affine, _ opacity: Double, _ index: Int, _ result: inout [Cover]
  ) {
    let opacity = opacity * item.opacity
    guard opacity > 0.02 else { return }
    let transform = item.transform.map { $0.then(outer) } ?? outer
    if item.node.index > index, let box = covered(item, opacity) {
      let corners = [Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)].map {
        transform.apply(box.point(at: $0))
      }
      if let moved = Rect(bounding: corners) { result.append(Cover(box: moved, opacity: min(1, opacity))) }
    }
    for child in item.children { collect(child, transform, opacity, index, &result) }
  }

  private static func covered(_ item: DrawItem, _ opacity: Double) -> Rect? {
    switch item.content {
    case .none, .world: nil
    case .text(let state): state.text.isEmpty ? nil : item.box
    case .panel(let panel): covered(panel, item.box, opacity)
    case .shape(_, let panel): covered(panel, item.box, opacity)
    case .image, .chart, .gauge, .table, .minimap: item.box
    }
  }

  /// The part of a panel that is dense: of a shade that fades out, the end towards its edge.
  private static func covered(_ panel: PanelState, _ box: Rect, _ opacity: Double) -> Rect? {
    let alphas = panel.fill.colors.map { $0.alpha * opacity }
    guard let highest = alphas.max(), highest >= dense else { return nil }
    guard alphas.count > 1, alphas.contains(where: { $0 < dense }) else { return box }
    let steps = 64
    let shares = (0...steps).map { Double($0) / Double(steps) }.filter { alpha(alphas, at: $0) >= dense }
    guard let first = shares.first, let last = shares.last else { return nil }
    let angle = panel.fill.angle.truncatingRemainder(dividingBy: 360)
    switch angle < 0 ? angle + 360 : angle {
    case 180: return box.inset(top: first * box.height, right: 0, bottom: (1 - last) * box.height, left: 0)
    case 0: return box.inset(top: (1 - last) * box.height, right: 0, bottom: first * box.height, left: 0)
    case 90: return box.inset(top: 0, right: (1 - last) * box.width, bottom: 0, left: first * box.width)
    case 270: return box.inset(top: 0, right: first * box.width, bottom: 0, left: (1 - last) * box.width)
    default: return box
    }
  }

  private static func alpha(_ alphas: [Double], at share: Double) -> Double {
    let place = share * Double(alphas.count - 1)
    let index = min(Int(place), alphas.count - 2)
    return alphas[index] + (alphas[index + 1] - alphas[index]) * (place - Double(index))
  }
}
