import Geometry

/// The direction in which the runner moves through the film, and how clear it is.
struct Course {
  /// Unwrapped degrees clockwise from north, one a tick.
  private(set) var degrees: [Double] = []
  /// 0…1: length of the mean movement over the mean length of movement.
  private(set) var clarity: [Double] = []
  private(set) var hasDirection = false
  private let rate = SceneClock.rate

  /// `sigma`: ticks of the window around the runner.
  init(runner: [Vec2], sigma: Double) {
    let steps = runner.indices.map { k in
      (runner[min(k + 1, runner.count - 1)] - runner[max(k - 1, 0)]) * 0.5
    }
    let filter = GaussianFilter(sigma: sigma, ends: .mirrored)
    let mean = filter(steps)
    let lengths = filter(steps.map(\.length))
    let longest = lengths.max() ?? 0
    guard longest > 1e-9 else { return }
    hasDirection = true
    clarity = mean.indices.map { k in
      lengths[k] > 1e-3 * longest ? min(1, mean[k].length / lengths[k]) : 0
    }
    unwrap(mean)
  }

  private mutating func unwrap(_ mean: [Vec2]) {
    degrees = [Double](repeating: 0, count: mean.count)
    guard let first = clarity.firstIndex(where: { $0 > 0.02 }) else {
      hasDirection = false
      return
    }
    func bearing(_ k: Int) -> Double { Trigonometry.degrees(Trigonometry.atan2(mean[k].x, mean[k].y)) }
    var last = bearing(first)
    for k in 0...first { degrees[k] = last }
    for k in (first + 1)..<max(mean.count, first + 1) {
      if clarity[k] > 0.02 { last += Trigonometry.wrapDegrees(bearing(k) - last) }
      degrees[k] = last
    }
  }

  /// What the camera should aim at and how firmly, for a limit in degrees a second.
  ///
  /// Where the course is unclear or turns faster than a camera can follow for long (laps), the aim is let go, and
  /// whole turns are left out: the camera circles slowly the same way, or holds.
  func aim(limit: Double) -> (aim: [Double], weights: [Double]) {
    let count = degrees.count
    var weights = clarity.map { value -> Double in
      let share = min(max((value - 0.3) / 0.45, 0), 1)
      return share * share * (3 - 2 * share)
    }
    // Mean speed of turning over six seconds.
    let reach = Int(3 * rate)
    var loose = [Bool](repeating: false, count: count)
    for k in 0..<count {
      let a = max(0, k - reach)
      let b = min(count - 1, k + reach)
      let turning = abs(degrees[b] - degrees[a]) / max(Double(b - a) / rate, 0.5)
      if turning > 0.9 * limit, b - a > Int(2 * rate) { loose[k] = true }
      if weights[k] < 0.05 { loose[k] = true }
    }
    var aim = degrees
    var k = 0
    var shift = 0.0
    while k < count {
      guard loose[k] else {
        aim[k] = degrees[k] + shift
        k += 1
        continue
      }
      var end = k
      // Firm ground of less than two seconds between loose stretches is no rest for a camera.
      var firm = 0
      var probe = k
      while probe < count, firm < Int(2 * rate) {
        if loose[probe] {
          end = probe
          firm = 0
        } else {
          firm += 1
        }
        probe += 1
      }
      let a = max(k - 1, 0)
      let b = min(end + 1, count - 1)
      let turned = degrees[b] - degrees[a]
      let time = Double(b - a) / rate
      var kept = turned
      // Leave out whole turns until a calm camera can follow.
      while abs(kept) > 400 || (abs(kept) > 200 && abs(kept) > 9 * time + 60) {
        let next = kept - (kept > 0 ? 360 : -360)
        // Never past the other way round.
        if abs(next) >= abs(kept) { break }
        kept = next
      }
      let isShortened = kept != turned
      for i in k...end {
        let share = b > a ? Double(i - a) / Double(b - a) : 1
        if isShortened {
          aim[i] = degrees[a] + shift + kept * share
          weights[i] = 0
        } else {
          aim[i] = degrees[i] + shift
        }
      }
      shift += kept - turned
      k = end + 1
    }
    return (aim, weights)
  }
}
