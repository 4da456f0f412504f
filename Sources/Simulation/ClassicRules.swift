import Geometry
import Routes
import Scenes

/// The article's rules, one 60 Hz tick at a time.
enum ClassicRules {
  /// `dot += (target - dot) * ease` each tick. Once the target stands at its end, the dot lands on it.
  static func easedDot(target: [Double], ease: Double) -> [Double] {
    guard let first = target.first, let last = target.last else { return [] }
    var dot = first
    var result: [Double] = []
    result.reserveCapacity(target.count)
    let arrival = target.firstIndex(notBelow: last)
    for (tick, goal) in target.enumerated() {
      if tick > 0 { dot += (goal - dot) * min(max(ease, 0), 1) }
      if tick > arrival, last > first {
        // The published rule never arrives: four ticks close what is left.
        let left = max(arrival + 5 - tick, 1)
        dot += (last - dot) / Double(left)
        if left == 1 { dot = last }
      }
      result.append(dot)
    }
    return result
  }

  /// Seconds a kilometre by the article: over the last 20 % of the run's distance, at least 500 m, at most 2 km;
  /// the target is taken once a second, and the number closes 4 % of the gap each tick. Nil before anything was run.
  static func easedPace(shown: [Double], route: ReplayRoute) -> [Double?] {
    let window = min(max(0.2 * route.totalDistance, 500), 2000)
    var target: Double?
    var number: Double?
    return shown.enumerated().map { tick, along in
      if tick % Int(SceneClock.rate) == 0 {
        let distance = route.path.recordedDistance(at: along)
        let behind = max(0, distance - window)
        let time =
          route.time(atShown: along) - route.time(atShown: route.path.shownDistance(atRecorded: behind))
        if distance - behind > 1, time > 0 { target = time / (distance - behind) * 1000 }
      }
      if let goal = target {
        number = number.map { $0 + (goal - $0) * 0.04 } ?? goal
      }
      return number
    }
  }
}
