import Geometry
import Scenes

/// The heading of the cinematic camera over a scene, in unwrapped degrees clockwise from north, one a tick.
///
/// The whole run is known, so nothing lags: the direction of travel is taken over a few seconds of video around the
/// runner, smoothed symmetrically, and limited in speed by spreading fast turns evenly to both sides.
struct HeadingPlan {
  private(set) var headings: [Double] = []
  private let rate = SceneClock.rate

  /// `runner`: local metres at each tick. `smooth`: video seconds. `maxTurnRate`: degrees a second of video.
  init(runner: [Vec2], smooth: Double, maxTurnRate: Double, runEnd: Double) {
    guard runner.count > 1 else {
      headings = runner.map { _ in 0 }
      return
    }
    let limit = max(maxTurnRate, 1)
    let course = Course(runner: runner, sigma: max(0.25, 0.42 * smooth) * rate)
    guard course.hasDirection else {
      headings = [Double](repeating: 0, count: runner.count)
      return
    }
    let firm = course.aim(limit: limit)
    let aim = HeadingPlan.smoothed(firm.aim, weights: firm.weights, tau: max(0.2, 0.5 * smooth) * rate)
    var turns = zip(aim.dropFirst(), aim).map { $0 - $1 }
    TurnLimiter.spread(&turns, most: limit * 0.96 / rate)
    turns = GaussianFilter(sigma: 0.3 * rate, ends: .held)(turns)
    HeadingPlan.settle(&turns, runEnd: runEnd, rate: rate)
    headings = HeadingPlan.integrated(turns, near: aim)
  }

  /// Fades the turning out over half a second so that the last second before the end of the run holds its heading.
  private static func settle(_ turns: inout [Double], runEnd: Double, rate: Double) {
    let hold = (runEnd - 1) * rate
    guard hold > rate else { return }
    for k in turns.indices {
      let left = (hold - Double(k)) / (0.5 * rate)
      if left < 1 { turns[k] *= left > 0 ? Easing.named(.sine, .inOut)(left) : 0 }
    }
  }

  /// Headings from turns, at the offset that keeps their mean distance to the aim zero.
  private static func integrated(_ turns: [Double], near aim: [Double]) -> [Double] {
    var result = [aim[0]]
    result.reserveCapacity(aim.count)
    for turn in turns { result.append(result[result.count - 1] + turn) }
    var offset = 0.0
    for k in result.indices { offset += aim[k] - result[k] }
    offset /= Double(result.count)
    return result.map { $0 + offset }
  }

  /// Minimises Σ w (x - aim)² + 2 τ² Σ (Δx)² + τ⁴ Σ (Δ²x)²: for w = 1 a positive, symmetric kernel of width τ ticks,
  /// for small w a calm line between what is certain.
  static func smoothed(_ aim: [Double], weights: [Double], tau: Double) -> [Double] {
    let n = aim.count
    guard n > 4 else { return aim }
    var main = weights.map { max($0, 1e-7) }
    var right = zip(main, aim).map { $0 * $1 }
    var first = [Double](repeating: 0, count: n)
    var second = [Double](repeating: 0, count: n)
    let slope = 2 * tau * tau
    for k in 0..<(n - 1) {
      main[k] += slope
      main[k + 1] += slope
      first[k] -= slope
    }
    let bend = tau * tau * tau * tau
    for k in 0..<(n - 2) {
      main[k] += bend
      main[k + 1] += 4 * bend
      main[k + 2] += bend
      first[k] -= 2 * bend
      first[k + 1] -= 2 * bend
      second[k] += bend
    }
    // Banded LDLᵀ: first[k] couples k and k+1, second[k] couples k and k+2.
    for k in 0..<n {
      let pivot = main[k]
      if k + 1 < n {
        let a = first[k] / pivot
        main[k + 1] -= a * first[k]
        if k + 2 < n { first[k + 1] -= a * second[k] }
        right[k + 1] -= a * right[k]
        if k + 2 < n {
          let b = second[k] / pivot
          main[k + 2] -= b * second[k]
          right[k + 2] -= b * right[k]
        }
      }
    }
    var result = [Double](repeating: 0, count: n)
    for k in stride(from: n - 1, through: 0, by: -1) {
      var value = right[k]
      if k + 1 < n { value -= first[k] * result[k + 1] }
      if k + 2 < n { value -= second[k] * result[k + 2] }
      result[k] = value / main[k]
    }
    return result
  }
}
