import Geometry
import Routes
import Templates

/// A colour scale of the template for one run: stops in the metric's base unit.
struct MetricScale {
  let metric: RouteMetric
  private let stops: [Double]
  private let colors: [Color]
  private let isStepped: Bool
  private let isPerceptual: Bool
  let missing: Color

  /// nil where the scale is unknown or the run has too little of the metric.
  init?(_ name: String, scope: BuildScope) {
    guard let map = scope.template.scales[name] else { return nil }
    let reader = PropertyReader(map, scope: scope)
    guard let metric = reader.word("metric").flatMap({ RouteMetric(rawValue: $0) }) else { return nil }
    var colors = reader.list("colors").compactMap { reader.color($0) }
    guard !colors.isEmpty, scope.route.has(metric) else { return nil }
    if reader.flag("reverse") { colors.reverse() }
    let stops = MetricScale.stops(reader.list("domain"), metric: metric, route: scope.route)
    guard let low = stops.first, let high = stops.last else { return nil }
    self.metric = metric
    isStepped = reader.word("mode") == "steps"
    isPerceptual = reader.word("space") != "srgb"
    missing = reader.color("missing") ?? scope.palette.color("muted")
    if colors.count == stops.count || (isStepped && colors.count == stops.count + 1) {
      self.stops = stops
    } else {
      // Spread evenly between the ends of the domain.
      let count = max(colors.count - 1, 1)
      self.stops = colors.indices.map { low + (high - low) * Double($0) / Double(count) }
    }
    self.colors = colors
  }

  /// Never falling; percentiles are of the run's distance.
  private static func stops(_ values: [ResolvedValue], metric: RouteMetric, route: ReplayRoute) -> [Double] {
    let values = values.isEmpty ? [.metric(.percentile(5)), .metric(.percentile(95))] : values
    var result: [Double] = []
    for value in values {
      let stop: Double?
      switch value {
      case .metric(.value(let number, _)): stop = number
      case .metric(.percentile(let percent)): stop = route.percentile(percent, of: metric)
      default: stop = PropertyReader.number(value)
      }
      guard let stop, stop.isFinite else { continue }
      result.append(max(stop, result.last ?? stop))
    }
    return result
  }

  func color(_ value: Double?) -> Color {
    guard let value, !value.isNaN, let first = stops.first, let last = stops.last else { return missing }
    if isStepped {
      if colors.count == stops.count + 1 { return colors[stops.count { $0 <= value }] }
      return colors[min(max(stops.count { $0 <= value } - 1, 0), colors.count - 1)]
    }
    if value <= first { return colors[0] }
    if value >= last { return colors[colors.count - 1] }
    guard let upper = stops.firstIndex(where: { $0 > value }), upper > 0 else { return colors[0] }
    let span = stops[upper] - stops[upper - 1]
    let share = span > 0 ? (value - stops[upper - 1]) / span : 0
    let a = colors[min(upper - 1, colors.count - 1)]
    let b = colors[min(upper, colors.count - 1)]
    return isPerceptual ? a.mix(b, share) : a.mixSRGB(b, share)
  }

  /// One colour a vertex of the shown path. Standing still has no pace, but it is slow and not unknown.
  func vertexColors(route: ReplayRoute) -> [Color] {
    let values = route.values(of: metric)
    guard metric == .pace else { return values.map { color($0) } }
    return values.map { color($0 ?? .greatestFiniteMagnitude) }
  }
}
