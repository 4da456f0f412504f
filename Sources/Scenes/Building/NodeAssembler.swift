import Diagnostics
import Geometry
import Templates

/// Turns resolved maps into laid-out nodes and those into the scene graph.
struct NodeAssembler {
  let scope: BuildScope
  private let samples: LazySamples

  init(scope: BuildScope) {
    self.scope = scope
    samples = LazySamples(scope: scope)
  }

  /// The run's samples, made when the first live text asks for them.
  private final class LazySamples {
    private let scope: BuildScope
    private var made: RunSamples?
    init(scope: BuildScope) { self.scope = scope }
    func get() -> RunSamples {
      if let made { return made }
      let samples = RunSamples(route: scope.route, sceneDuration: scope.sceneDuration)
      made = samples
      return samples
    }
  }

  /// Nodes of a scene in paint order.
  func nodes(_ maps: [ResolvedMap]) -> [SceneNode] {
    let roots = maps.compactMap { layoutNode($0, depth: 0) }
    SceneLayout(roots: roots, scope: scope).run()
    for root in roots { TextCheck(scope: scope).check(root) }
    return roots.map { sceneNode($0, MotionReader.Inherited(), roots: roots) }
  }

  /// Levels of nodes; the language allows fewer.
  private static let deepest = 64

  private func layoutNode(_ map: ResolvedMap, depth: Int) -> LayoutNode? {
    guard depth < NodeAssembler.deepest, let kind = LayoutNode.Kind(rawValue: map.element) else { return nil }
    let reader = PropertyReader(map, scope: scope)
    if case .bool(false) = reader["when"] { return nil }
    var children = reader.maps("children")
    if kind == .repeat, children.isEmpty { children = RepeatItems(reader).maps }
    return LayoutNode(
      reader: reader, kind: kind, children: children.compactMap { layoutNode($0, depth: depth + 1) },
      text: kind == .text ? TextReader(reader).plan { samples.get() } : nil,
      table: kind == .table ? TablePlan(reader) : nil)
  }

  private func stacking(_ node: LayoutNode) -> StackRule {
    var rule = StackLayout.rule(node, extent: node.stackExtent)
    rule.start = node.stackStart
    return rule
  }

  private func sceneNode(
    _ node: LayoutNode, _ inherited: MotionReader.Inherited, roots: [LayoutNode]
  ) -> SceneNode {
    let index = scope.ledger.nextIndex()
    let reader = MotionReader(node: node)
    let motion = reader.motion(inherited)
    var handed = reader.handedDown(motion)
    let children = node.children.enumerated().map { place, child in
      handed.place = place
      return sceneNode(child, handed, roots: roots)
    }
    let collapses = node.isStack && children.contains { $0.motion.collapses }
    return SceneNode(
      index: index, id: node.id, box: node.frame ?? .zero,
      content: ContentReader(node, roots: roots).content(),
      children: children,
      motion: motion, stacking: collapses ? stacking(node) : nil)
  }
}
