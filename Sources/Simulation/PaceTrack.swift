import Routes

/// The pace that people read, prepared for a whole scene so that it is steady.
///
/// By default: moving time over recorded distance in a window around the runner, taken five times a second.
/// Classic: over what was run last, taken once a second, eased by 4 % a tick.
struct PaceTrack: Sendable {
  /// Seconds of video between two values.
  let interval: Double
  /// Metres a second; NaN is absent.
  private let speeds: [Double]
  private let isClassic: Bool

  init(shown: [Double], route: ReplayRoute, isClassic: Bool) {
    self.isClassic = isClassic
    guard route.hasTime else {
      interval = 1
      speeds = []
      return
    }
    let times = shown.map { route.time(atShown: $0) }
    if isClassic {
      interval = 1 / SceneClock.rate
      speeds = ClassicRules.easedPace(shown: shown, route: route).map { $0.map { 1000 / $0 } ?? .nan }
      return
    }
    interval = 0.2
    let stride = Int((interval * SceneClock.rate).rounded())
    let reach = Int(0.3 * SceneClock.rate)
    var result: [Double] = []
    for first in Swift.stride(from: 0, to: times.count, by: stride) {
      // The middle of the time for which the value is shown, so that it is neither early nor late.
      let tick = min(first + stride / 2, times.count - 1)
      // What passes in 0.6 s of video, so that the number does not flicker; at least 24 s of the run.
      let passing = times[min(tick + reach, times.count - 1)] - times[max(tick - reach, 0)]
      let window = min(max(passing, 24), 240)
      result.append(
        route.speed(from: times[tick] - window / 2, to: times[tick] + window / 2) ?? .nan)
    }
    speeds = result
  }

  /// Speed in metres a second and pace in seconds a kilometre at a scene time.
  func reading(at seconds: Double) -> (speed: Double?, pace: Double?) {
    guard let last = speeds.last else { return (nil, nil) }
    let place = seconds / interval
    let index = Int((place + 1e-6).rounded(.down))
    let speed = index < speeds.count ? speeds[max(index, 0)] : last
    guard !speed.isNaN else { return (nil, nil) }
    return (speed, ReplayRoute.pace(ofSpeed: speed))
  }
}
