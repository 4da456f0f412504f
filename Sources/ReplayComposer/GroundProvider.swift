import Basemap
import Compositing
import Geometry
import Routes
import Scenes

/// Decides what lies under the run from what the template asks and what the user has.
final class GroundProvider {
  private let route: ReplayRoute
  private let options: ReplayOptions
  /// Ground from the run's own elevation; made only where nothing better is there, since it costs a tenth of a second.
  private lazy var relief = ReliefField(route: route)
  /// Opened sources by how they are painted.
  private var stacks: [MapStyle: MapStack] = [:]
  /// What the user should know of the sources, each once.
  private(set) var warnings: [String] = []
  /// Credits of everything shown, each once.
  private(set) var attribution: [String] = []
  /// Tiles that cannot be used.
  let faults = TileFaults()
  private var sources: MapSource?

  init(route: ReplayRoute, options: ReplayOptions) {
    self.route = route
    self.options = options
  }

  /// What the workers share of a world node.
  func assets(for spec: WorldSpec, unit: Double) throws(ReplayError) -> WorldAssets {
    var spec = spec
    let stack = try stack(for: spec.ground)
    let wantsMap = spec.ground.kind == .map || spec.ground.kind == .satellite
    var painting = wantsMap ? stack.painting : nil
    let circles = route.privacyCircles
    if let open = painting, !circles.isEmpty { painting = PrivatePainting(painting: open, circles: circles) }
    // Without a map, its place is taken by relief.
    if wantsMap, painting == nil { spec.ground.kind = .relief }
    var heights: (any HeightField)?
    switch spec.ground.kind {
    case .plain, .grid: break
    // The run's own elevation knows nothing of the ground beside it: a map lies level without measured heights.
    case .map, .satellite: heights = spec.ground.terrain == .off ? nil : stack.heights
    case .relief: heights = (spec.ground.terrain == .off ? nil : stack.heights) ?? relief
    }
    var credits = painting != nil ? stack.attribution : []
    if painting == nil, heights != nil, !(heights is ReliefField) { credits = stack.attribution }
    for credit in credits where !attribution.contains(credit) { attribution.append(credit) }
    let light = GroundLight(spec.ground.light, sun: sun)
    let ground = GroundRenderer(
      spec: spec, light: light, route: route, heights: heights, unit: unit, painting: painting)
    // Photographs show buildings already; `on` puts them there all the same.
    let hasBuildings =
      spec.ground.buildings == .on || spec.ground.buildings == .auto && spec.ground.kind == .map
    let buildings = painting != nil && hasBuildings ? stack.buildings : nil
    return WorldAssets(
      geometry: RouteGeometry(path: route.path, heights: ground.surface, splits: splits), ground: ground,
      buildings: buildings.map { BuildingLayer(source: $0, surface: ground.surface, circles: circles) },
      light: light, attribution: credits)
  }

  /// The sources behind a world node's ground.
  func stack(of spec: WorldSpec) throws(ReplayError) -> MapStack { try stack(for: spec.ground) }

  /// The names that a world node's map may show: none without a map, and none in a private zone.
  func labels(for spec: WorldSpec, film: Film) throws(ReplayError) -> [MapLabel] {
    guard spec.ground.labels == .few, spec.ground.kind == .map || spec.ground.kind == .satellite else {
      return []
    }
    let stack = try stack(for: spec.ground)
    guard stack.painting != nil else { return [] }
    do throws(MapError) {
      return try MapLabels(spec: spec, film: film, route: route).labels(from: stack)
    } catch {
      throw ReplayError(.input, error.message)
    }
  }

  /// The sun half-way through the run; nil without times.
  private var sun: SolarPosition? {
    guard let start = route.startTime else { return nil }
    let place = route.path.position(at: route.path.length / 2)
    return SolarPosition(at: start + route.elapsedTime / 2, from: route.plane.coordinate(place))
  }

  /// Shown distances and numbers of the marks.
  private var splits: [(distance: Double, label: String)] {
    // A mark right at the finish would stand under the finish's own.
    let last = route.totalDistance - max(40, 0.012 * route.totalDistance)
    return route.splits.filter { !$0.isPartial && $0.labelDistance < last }.map { split in
      (distance: route.path.shownDistance(atRecorded: split.labelDistance), label: "\(split.index)")
    }
  }

  private func stack(for ground: GroundSpec) throws(ReplayError) -> MapStack {
    guard !options.maps.isEmpty || !options.terrain.isEmpty else { return MapStack() }
    let colors = ground.colors
    let style = MapStyle(
      look: MapLook(rawValue: ground.mapStyle) ?? (colors.isDark ? .midnight : .paper),
      colors: MapColors(
        ground: colors.near, water: colors.water, park: colors.park, building: colors.building,
        road: colors.road, isDark: colors.isDark),
      prefersPictures: ground.kind == .satellite, tone: colors.isDark ? .dark : .film)
    if let kept = stacks[style] { return kept }
    do throws(MapError) {
      let stack = try MapStack.open(
        maps: options.maps, terrain: options.terrain, style: style, sources: mapSource(), faults: faults,
        plane: route.plane, bounds: bounds)
      for warning in stack.warnings where !warnings.contains(warning) { warnings.append(warning) }
      stacks[style] = stack
      return stack
    } catch {
      throw ReplayError(.input, error.message)
    }
  }

  /// One for the whole film, which has one budget.
  private func mapSource() throws(MapError) -> MapSource {
    if let sources { return sources }
    let report = options.onFetch
    let made = MapSource(
      configuration: try MapConfiguration.load(), offline: options.isOffline, maxTiles: options.maxTiles
    ) { progress in
      report?(
        FetchProgress(
          host: progress.host, tilesDone: progress.done, tileCount: progress.total, limit: progress.limit))
    }
    sources = made
    return made
  }

  /// The ground that the film may show: the run and what lies beside it.
  private var bounds: (low: Vec2, high: Vec2) {
    guard let box = Rect(bounding: route.path.positions) else { return (.zero, .zero) }
    let margin = 2500 + 0.4 * max(box.width, box.height)
    return (Vec2(box.x - margin, box.y - margin), Vec2(box.maxX + margin, box.maxY + margin))
  }
}
