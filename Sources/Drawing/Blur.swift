import Pixels

/// Soft shadows: three box blurs, which come close to a Gaussian (W. Kovesi, 2010, "Fast almost-Gaussian filtering").
package enum Blur {
  /// Blurs all channels of a picture in place; `radius` in pixels is about two standard deviations.
  package static func apply(to buffer: PixelBuffer, radius: Double) {
    let half = Int((radius / 2).rounded())
    guard half > 0 else { return }
    let width = buffer.width
    let height = buffer.height
    let stride = buffer.stride
    var line = [UInt32](repeating: 0, count: max(width, height))
    buffer.withMutablePixels { (pixels: inout MutableSpan<UInt32>) in
      for _ in 0..<3 {
        for y in 0..<height { pass(&pixels, &line, start: y * stride, step: 1, count: width, half: half) }
        for x in 0..<width { pass(&pixels, &line, start: x, step: stride, count: height, half: half) }
      }
    }
  }

  /// One running mean over a row or column; outside lies transparency.
  private static func pass(
    _ pixels: inout MutableSpan<UInt32>, _ line: inout [UInt32], start: Int, step: Int, count: Int, half: Int
  ) {
    for index in 0..<count { line[index] = pixels[start + index * step] }
    let size = UInt32(2 * half + 1)
    var alpha: UInt32 = 0
    var red: UInt32 = 0
    var green: UInt32 = 0
    var blue: UInt32 = 0
    for index in 0..<min(half, count) {
      let word = line[index]
      alpha += word >> 24
      red += word >> 16 & 255
      green += word >> 8 & 255
      blue += word & 255
    }
    for index in 0..<count {
      if index + half < count {
        let word = line[index + half]
        alpha += word >> 24
        red += word >> 16 & 255
        green += word >> 8 & 255
        blue += word & 255
      }
      if index - half - 1 >= 0 {
        let word = line[index - half - 1]
        alpha -= word >> 24
        red -= word >> 16 & 255
        green -= word >> 8 & 255
        blue -= word & 255
      }
      pixels[start + index * step] =
        (alpha / size) << 24 | (red / size) << 16 | (green / size) << 8 | (blue / size)
    }
  }
}
