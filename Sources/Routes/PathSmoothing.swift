import Geometry

/// Smoothing of evenly spaced points in metres, tied to the noise of the recording.
enum PathSmoothing {
  /// Standard deviation of white position noise in metres: median of second differences, each of which has
  /// variance 6 σ² on each axis. Steps much longer than noise say nothing and are left out.
  static func noise(_ legs: [[Vec2]]) -> Double {
    var sizes: [Double] = []
    for leg in legs {
      for i in stride(from: 1, to: leg.count - 1, by: 1) {
        let size = (leg[i - 1] + leg[i + 1] - leg[i] * 2).length
        if leg[i - 1].distance(to: leg[i + 1]) < 60 { sizes.append(size) }
      }
    }
    // Median of a Rayleigh distribution is 1.1774 σ.
    return min(6, (sizes.percentile(50) ?? 0) / (1.1774 * 6.0.squareRoot()))
  }

  /// Standard deviation in metres of the kernel for a noise. Receivers filter what they write, so that most of their
  /// error wanders over ten metres and more, where second differences do not see it: never less than 7 m.
  static func sigma(noise: Double) -> Double { min(max(4 + 4 * noise, 7), 14) }

  /// Smooths points `step` metres apart, ends pinned.
  ///
  /// The kernel is a Gaussian twice applied and subtracted (2 G - G²), which keeps curves: a circle of radius r
  /// shrinks by r (σ²/2r²)² instead of r σ²/2r², a right-angled corner is cut by σ/3 instead of σ/2.
  static func smoothed(_ points: [Vec2], step: Double, sigma: Double) -> [Vec2] {
    guard points.count > 2, step > 0 else { return points }
    let filter = GaussianFilter(sigma: sigma / step, ends: .pinned)
    let once = filter(points)
    let twice = filter(once)
    return points.indices.map { once[$0] * 2 - twice[$0] }
  }

  /// The article's moving mean over a number of points, symmetric and so pinned at the ends.
  static func movingMean(_ points: [Vec2], window: Int) -> [Vec2] {
    let radius = max(0, window / 2)
    return points.indices.map { i in
      let reach = min(radius, i, points.count - 1 - i)
      var sum = Vec2.zero
      for k in (i - reach)...(i + reach) { sum += points[k] }
      return sum / Double(2 * reach + 1)
    }
  }
}
