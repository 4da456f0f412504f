import Formatting
import Geometry
import Routes
import Templates

/// The values of `run.*`: what is known of a run before the first frame, in base units.
///
/// Personal data is included; a template's `reads` decide elsewhere whether it may be asked for.
package struct RunFacts: BindingSource, Sendable {
  private let values: [String: ExpressionValue]
  private let route: ReplayRoute

  /// - Parameter startTime: Seconds since 1970; nil stands for the recording's own, where it has one.
  ///   `format` writes the labels of splits.
  package init(
    route: ReplayRoute, title: String?, place: String?, athlete: String?, startTime: Double?,
    format: FormatContext = FormatContext()
  ) {
    self.route = route
    func number(_ value: Double?) -> ExpressionValue { value.map { .number($0) } ?? .absent }
    func text(_ value: String?) -> ExpressionValue { value.map { .text($0) } ?? .absent }
    let start = number(startTime ?? route.startTime)
    let timed = route.hasTime
    values = [
      "title": .text(RunFacts.firstWords(title, route.name) ?? RunFacts.word(forSport: route.sport)),
      "place": text(RunFacts.firstWords(place)),
      "athlete": text(RunFacts.firstWords(athlete)),
      "date": start,
      "start_time": start,
      "distance": .number(route.totalDistance),
      "moving_time": timed ? .number(route.movingTime) : .absent,
      "elapsed_time": timed ? .number(route.elapsedTime) : .absent,
      "pace_avg": number(route.paceMean),
      "pace_best": number(route.paceBest),
      "speed_avg": timed && route.movingTime > 0 ? .number(route.totalDistance / route.movingTime) : .absent,
      "ascent": number(route.ascent),
      "descent": number(route.descent),
      "ele_min": number(route.lowestElevation),
      "ele_max": number(route.highestElevation),
      "hr_avg": number(route.heartRateMean),
      "hr_max": number(route.heartRateHighest),
      "cadence_avg": number(route.cadenceMean),
      "power_avg": number(route.powerMean),
      "splits": .list(SplitRows(route: route, format: format).rows),
      "has.time": .bool(timed),
      "has.elevation": .bool(route.hasElevation),
      "has.hr": .bool(route.hasHeartRate),
      "has.cadence": .bool(route.hasCadence),
      "has.power": .bool(route.hasPower),
    ]
  }

  package func value(of binding: Binding) -> ExpressionValue {
    guard binding.name.hasPrefix("run.") else { return .absent }
    let name = binding.name.dropFirst(4)
    if name.hasPrefix("percentile.") { return percentile(name.dropFirst(11)) }
    return values[String(name)] ?? .absent
  }

  /// `pace.95`: the value below which so many percent of the run's distance lie; what scales with percentiles need.
  private func percentile(_ name: Substring) -> ExpressionValue {
    guard let dot = name.firstIndex(of: "."), let metric = RouteMetric(rawValue: String(name[..<dot])),
      let percent = Double(name[name.index(after: dot)...]), (0...100).contains(percent)
    else { return .absent }
    return route.percentile(percent, of: metric).map { .number($0) } ?? .absent
  }

  /// The first text that is more than white space.
  private static func firstWords(_ texts: String?...) -> String? {
    texts.lazy.compactMap { $0 }.first { $0.contains { !$0.isWhitespace } }
  }

  private static func word(forSport sport: String?) -> String {
    switch sport?.lowercased() {
    case "walking", "walk": return "Walk"
    case "hiking", "hike": return "Hike"
    case "cycling", "biking", "ride", "bike": return "Ride"
    default: return "Run"
    }
  }
}
