import Geometry
import Scenes

/// A speed ramp as a monotone map of shares of the playing time, ends kept.
struct SpeedRamp {
  private var shares: [Double] = []

  init(_ keys: [ClockSpec.RampKey]) {
    guard let first = keys.first else { return }
    let steps = 1024
    var sum = 0.0
    shares = [0]
    for k in 0..<steps {
      let t = (Double(k) + 0.5) / Double(steps)
      var factor = first.factor
      for (a, b) in zip(keys, keys.dropFirst()) where t >= a.t {
        factor =
          t >= b.t || b.t <= a.t
          ? b.factor : a.factor + (b.factor - a.factor) * b.easing((t - a.t) / (b.t - a.t))
      }
      sum += factor.isFinite ? min(max(factor, 0.02), 1000) : 1
      shares.append(sum)
    }
    shares = shares.map { $0 / sum }
  }

  /// The share of the run played at a share of the playing time.
  func callAsFunction(_ share: Double) -> Double {
    guard !shares.isEmpty else { return share }
    let place = share * Double(shares.count - 1)
    let low = min(Int(place), shares.count - 2)
    return min(1, shares[low] + (shares[low + 1] - shares[low]) * (place - Double(low)))
  }
}
