import Geometry

/// One direction of a picture's change of size: for every output pixel the input pixels it is made of.
///
/// Keys' cubic convolution (R. Keys, 1981, a = -0.5), widened where the picture shrinks, so that nothing is left out.
struct Resampling {
  /// First input pixel of an output pixel; may lie outside and is clamped.
  let first: [Int]
  /// `taps` weights an output pixel; their sum is 1.
  let weights: [Float]
  let taps: Int

  /// Output pixel i has its centre at input coordinate `origin + (i + 0.5) * step` (pixel k spans k…k + 1).
  init(count: Int, origin: Double, step: Double) {
    let widening = max(1, step)
    taps = Int((4 * widening).rounded(.up)) + 1
    var first: [Int] = []
    var weights: [Float] = []
    weights.reserveCapacity(count * taps)
    for index in 0..<count {
      let center = origin + (Double(index) + 0.5) * step
      let start = Int((center - 2 * widening - 0.5).rounded(.up))
      first.append(start)
      let raw = (0..<taps).map { Resampling.kernel((Double(start + $0) + 0.5 - center) / widening) }
      let sum = raw.reduce(0, +)
      weights.append(contentsOf: raw.map { Float($0 / sum) })
    }
    self.first = first
    self.weights = weights
  }

  private static func kernel(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }

  /// Resamples premultiplied words of `width` columns and `height` rows; both directions in one go.
  static func apply(
    _ words: [UInt32], width: Int, height: Int, across: Resampling, down: Resampling
  ) -> [SIMD4<Float>] {
    let columns = across.first.count
    var narrow = [SIMD4<Float>](repeating: .zero, count: columns * height)
    for row in 0..<height {
      for column in 0..<columns {
        var sum = SIMD4<Float>.zero
        for tap in 0..<across.taps {
          let weight = across.weights[column * across.taps + tap]
          if weight == 0 { continue }
          let source = min(max(across.first[column] + tap, 0), width - 1)
          sum += unpacked(words[row * width + source]) * weight
        }
        narrow[row * columns + column] = sum
      }
    }
    let rows = down.first.count
    var result = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    for row in 0..<rows {
      for tap in 0..<down.taps {
        let weight = down.weights[row * down.taps + tap]
        if weight == 0 { continue }
        let source = min(max(down.first[row] + tap, 0), height - 1) * columns
        for column in 0..<columns { result[row * columns + column] += narrow[source + column] * weight }
      }
    }
    return result
  }

  /// Alpha, red, green, blue 0…255.
  @inline(__always) static func unpacked(_ word: UInt32) -> SIMD4<Float> {
    SIMD4(Float(word >> 24), Float(word >> 16 & 255), Float(word >> 8 & 255), Float(word & 255))
  }
}
