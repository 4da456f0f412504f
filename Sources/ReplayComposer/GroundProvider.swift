import Compositing
import Geometry
import Routes
import Scenes

/// Decides what lies under the run from what the template asks and what the user has.
struct GroundProvider {
  private let relief: ReliefField?

  init(route: ReplayRoute, options: ReplayOptions) {
    relief = ReliefField(route: route)
  }

  /// What the workers share of a world node.
  func assets(for spec: WorldSpec, route: ReplayRoute, unit: Double) -> WorldAssets {
    var spec = spec
    // Without a map, its place is taken by relief.
    if spec.ground.kind == .map || spec.ground.kind == .satellite { spec.ground.kind = .relief }
    let isRelief = spec.ground.kind == .relief
    let ground = GroundRenderer(spec: spec, route: route, heights: isRelief ? relief : nil, unit: unit)
    // A mark right at the finish would stand under the finish's own.
    let last = route.totalDistance - max(40, 0.012 * route.totalDistance)
    let splits = route.splits.filter { !$0.isPartial && $0.labelDistance < last }.map { split in
      (distance: route.path.shownDistance(atRecorded: split.labelDistance), label: "\(split.index)")
    }
    let geometry = RouteGeometry(path: route.path, heights: ground.surface, splits: splits)
    return WorldAssets(geometry: geometry, ground: ground)
  }
}
