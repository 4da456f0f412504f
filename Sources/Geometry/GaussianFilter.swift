/// Symmetric (zero-phase) smoothing of evenly spaced samples with a positive kernel: monotone input stays monotone.
public struct GaussianFilter: Sendable {
  /// What lies beyond the first and the last sample.
  public enum Ends: Sendable {
    /// Point reflection: the end samples keep their value exactly.
    case pinned
    /// Mirror image: the mean is kept.
    case mirrored
    /// The end sample goes on.
    case held
  }
  /// Standard deviation in samples.
  public let sigma: Double
  /// What lies beyond the ends.
  public let ends: Ends
  private let weights: [Double]
  private let boxRadius: Int

  /// A filter of a standard deviation in samples; 0 or less changes nothing.
  public init(sigma: Double, ends: Ends) {
    self.sigma = sigma
    self.ends = ends
    if sigma > 16 {
      // Three boxes come within 3 % of a Gaussian and cost the same for any width.
      weights = []
      boxRadius = max(1, Int(((4 * sigma * sigma + 1).squareRoot() / 2).rounded()))
    } else if sigma > 0.05 {
      boxRadius = 0
      let radius = max(1, Int((3.2 * sigma).rounded(.up)))
      var taps: [Double] = []
      var sum = 0.0
      for k in 0...radius {
        let weight = Trigonometry.exp(-Double(k * k) / (2 * sigma * sigma))
        taps.append(weight)
        sum += k == 0 ? weight : 2 * weight
      }
      weights = taps.map { $0 / sum }
    } else {
      weights = []
      boxRadius = 0
    }
  }

  /// The smoothed samples; as many as were given.
  public func callAsFunction(_ samples: [Double]) -> [Double] {
    guard samples.count > 1, sigma > 0.05 else { return samples }
    if boxRadius > 0 { return box(box(box(samples))) }
    return convolve(samples)
  }

  /// Smoothed points, each coordinate on its own.
  public func callAsFunction(_ points: [Vec2]) -> [Vec2] {
    guard points.count > 1, sigma > 0.05 else { return points }
    let x = self(points.map(\.x))
    let y = self(points.map(\.y))
    return points.indices.map { Vec2(x[$0], y[$0]) }
  }

  /// Samples with `radius` more at each side.
  private func extended(_ samples: [Double], by radius: Int) -> [Double] {
    let count = samples.count
    let first = samples[0]
    let last = samples[count - 1]
    var result: [Double] = []
    result.reserveCapacity(count + 2 * radius)
    for k in stride(from: radius, through: 1, by: -1) {
      let inner = samples[min(k, count - 1)]
      switch ends {
      case .pinned: result.append(2 * first - inner)
      case .mirrored: result.append(inner)
      case .held: result.append(first)
      }
    }
    result += samples
    for k in stride(from: 1, through: radius, by: 1) {
      let inner = samples[max(count - 1 - k, 0)]
      switch ends {
      case .pinned: result.append(2 * last - inner)
      case .mirrored: result.append(inner)
      case .held: result.append(last)
      }
    }
    return result
  }

  private func pin(_ result: inout [Double], to samples: [Double]) {
    guard ends == .pinned else { return }
    result[0] = samples[0]
    result[result.count - 1] = samples[samples.count - 1]
  }

  private func convolve(_ samples: [Double]) -> [Double] {
    let radius = weights.count - 1
    let padded = extended(samples, by: radius)
    var result = [Double](repeating: 0, count: samples.count)
    padded.withUnsafeBufferPointer { padded in
      weights.withUnsafeBufferPointer { weights in
        for i in 0..<samples.count {
          let middle = i + radius
          var sum = padded[middle] * weights[0]
          var k = 1
          while k <= radius {
            sum += (padded[middle - k] + padded[middle + k]) * weights[k]
            k += 1
          }
          result[i] = sum
        }
      }
    }
    pin(&result, to: samples)
    return result
  }

  private func box(_ samples: [Double]) -> [Double] {
    let radius = boxRadius
    let padded = extended(samples, by: radius)
    let width = Double(2 * radius + 1)
    var result = [Double](repeating: 0, count: samples.count)
    // Sums of differences from the first sample, so that large offsets (clock times) lose no digits.
    let base = samples[0]
    var sum = 0.0
    for k in 0..<(2 * radius + 1) { sum += padded[k] - base }
    for i in 0..<samples.count {
      result[i] = base + sum / width
      let next = i + 2 * radius + 1
      if next < padded.count { sum += padded[next] - padded[i] }
    }
    pin(&result, to: samples)
    return result
  }
}
