import Geometry
import Routes
import Templates

/// What `now.*` can be during a run: evenly spaced places, both ends and the places of extremes.
///
/// Live texts are laid out at the widest of these, so that digits never move their neighbours.
struct RunSamples {
  struct Sample: BindingSource {
    var values: [String: ExpressionValue] = [:]
    let facts: RunFacts
    func value(of binding: Binding) -> ExpressionValue { values[binding.name] ?? facts.value(of: binding) }
  }
  let samples: [Sample]

  /// Evenly spaced places of the run that are looked at.
  private static let count = 200

  init(route: ReplayRoute, sceneDuration: Double) {
    let facts = RunFacts(route: route, title: nil, place: nil, athlete: nil, startTime: nil)
    // What people read is smoothed over what passes in 0.8 s of video and at least 24 s of the run; half of the former is
    // on the safe side.
    let window = min(max(0.4 * route.movingTime / max(sceneDuration, 1), 24), 120)
    let paces = route.values(of: .pace, window: window)
    let speeds = route.values(of: .speed, window: window)
    let vertices = route.path.distances
    var places = (0...RunSamples.count).map { route.path.length * Double($0) / Double(RunSamples.count) }
    let metrics: [(name: String, values: [Double?])] = [
      ("now.pace", paces), ("now.speed", speeds), ("now.ele", route.values(of: .elevation)),
      ("now.grade", route.values(of: .grade)), ("now.hr", route.values(of: .heartRate, window: 10)),
      ("now.cadence", route.values(of: .cadence, window: 10)),
      ("now.power", route.values(of: .power, window: 10)),
    ]
    var extremes: [(name: String, vertex: Int, value: Double)] = []
    for metric in metrics {
      if let high = RunSamples.extreme(metric.values, by: >) {
        extremes.append((metric.name, high.index, high.value))
      }
      if let low = RunSamples.extreme(metric.values, by: <) {
        extremes.append((metric.name, low.index, low.value))
      }
    }
    places += extremes.map { vertices[$0.vertex] }
    places += route.splits.prefix(1000).map { route.path.shownDistance(atRecorded: $0.labelDistance) }
    var samples = places.map { place -> Sample in
      let index = vertices.isEmpty ? 0 : route.path.locate(place).index
      return RunSamples.sample(
        route: route, facts: facts, shown: place, pace: index < paces.count ? paces[index] : nil,
        speed: index < speeds.count ? speeds[index] : nil, duration: sceneDuration)
    }
    // A frame falls between vertices and smooths a little differently: leave room for values just beyond the extremes.
    for extreme in extremes {
      guard var sample = samples.last else { break }
      sample.values[extreme.name] = .number(RunSamples.beyond(extreme.name, extreme.value))
      samples.append(sample)
    }
    self.samples = samples
  }

  private static func beyond(_ name: String, _ value: Double) -> Double {
    let further = value * 1.02
    switch name {
    case "now.pace": return min(further, 1000 / ReplayRoute.walkingSpeed)
    // Steps between two vertices can be steeper than at either.
    case "now.grade": return abs(value) > 0.5 ? (value < 0 ? -1 : 1) : further
    default: return further
    }
  }

  private static func extreme(_ values: [Double?], by isMore: (Double, Double) -> Bool) -> (
    index: Int, value: Double
  )? {
    var best: (index: Int, value: Double)?
    for (index, value) in values.enumerated() {
      if let value, best.map({ isMore(value, $0.value) }) ?? true { best = (index, value) }
    }
    return best
  }

  private static func sample(
    route: ReplayRoute, facts: RunFacts, shown: Double, pace: Double?, speed: Double?, duration: Double
  ) -> Sample {
    func number(_ value: Double?) -> ExpressionValue { value.map { .number($0) } ?? .absent }
    let distance = route.path.recordedDistance(at: shown)
    let time = route.time(atShown: shown)
    let share = route.totalDistance > 0 ? distance / route.totalDistance : 0
    let finished = route.splits.filter { $0.labelDistance <= distance }
    var values: [String: ExpressionValue] = [:]
    values["now.time"] = route.hasTime ? .number(time) : .absent
    values["now.elapsed"] = route.hasTime ? .number(max(time, route.elapsedTime * share)) : .absent
    values["now.distance"] = .number(distance)
    values["now.remaining"] = .number(max(0, route.totalDistance - distance))
    values["now.pace"] = number(pace)
    values["now.speed"] = number(speed)
    values["now.split_pace"] = number(finished.last?.pace)
    values["now.split"] = .number(Double(finished.count))
    values["now.ele"] = number(route.path.elevation(at: shown))
    values["now.ascent"] = number(route.ascent(atShown: shown))
    values["now.grade"] = number(route.grade(atShown: shown))
    values["now.hr"] = number(route.reading(route.heartRate, atTime: time))
    values["now.cadence"] = number(route.reading(route.cadence, atTime: time))
    values["now.power"] = number(route.reading(route.power, atTime: time))
    values["now.progress"] = .number(share)
    values["now.paused"] = .bool(false)
    values["now.clock"] = number(route.startTime.map { $0 + time })
    values["scene.t"] = .number(share * duration)
    values["scene.progress"] = .number(share)
    return Sample(values: values, facts: facts)
  }
}
