import Drawing
import Geometry
import Pixels

/// The soft light around the run part of the line: its shape at a quarter of the size, blurred twice, laid over the
/// picture by adding light (dark grounds) or by multiplying (light ones).
final class Glow {
  /// Pixels of the picture a pixel of the mask covers, in each direction.
  static let scale = 4

  private let mask: PixelBuffer
  private let context: Context
  private let width: Int
  private let height: Int
  private var inner: [UInt8]
  private var outer: [UInt8]
  private var line: [UInt8]

  /// A glow for pictures of a size in pixels.
  init(width: Int, height: Int) throws(CairoError) {
    // One more column and row on each far side, so that interpolation never looks past the edge.
    self.width = (width + Glow.scale - 1) / Glow.scale + 1
    self.height = (height + Glow.scale - 1) / Glow.scale + 1
    mask = PixelBuffer(width: self.width, height: self.height)
    context = try Context(mask)
    inner = [UInt8](repeating: 0, count: self.width * self.height)
    outer = inner
    line = [UInt8](repeating: 0, count: max(self.width, self.height))
  }

  /// How a glow looks. Radii in pixels of the picture, strengths 0…1.
  struct Style {
    var color: Color
    var innerRadius: Double
    var innerStrength: Double
    var outerRadius: Double
    var outerStrength: Double
    var adds: Bool
  }

  /// Draws the glow of lines (pixels of the picture) into it.
  func draw(_ ribbons: [[Ribbon.Point]], style: Style, into buffer: PixelBuffer) throws(CairoError) {
    mask.clear()
    context.surface.markDirty()
    context.setColor(Color(hex: 0xffffff))
    let factor = 1 / Double(Glow.scale)
    for ribbon in ribbons {
      Ribbon.add(
        // Half a mask pixel further, so that mask pixel i stands for the picture at i · scale.
        ribbon.map {
          Ribbon.Point(position: $0.position * factor + Vec2(0.5, 0.5), halfWidth: max(0.5, $0.halfWidth * factor))
        }, to: context)
    }
    context.fill()
    context.surface.flush()
    try context.check("cannot draw the glow")
    mask.withPixels { pixels in
      for y in 0..<height {
        for x in 0..<width { inner[y * width + x] = UInt8(truncatingIfNeeded: pixels[y * mask.stride + x] >> 24) }
      }
    }
    blur(&inner, radius: style.innerRadius * factor)
    outer = inner
    blur(&outer, radius: style.outerRadius * factor)
    compose(style, into: buffer)
  }

  /// Three box passes in each direction, close to a Gaussian of `radius` / 2.
  private func blur(_ values: inout [UInt8], radius: Double) {
    let half = max(1, Int((radius / 2).rounded()))
    let width = width
    let height = height
    var span = values.mutableSpan
    var lineSpan = line.mutableSpan
    for _ in 0..<2 {
      for y in 0..<height {
        Glow.pass(&span, &lineSpan, start: y * width, step: 1, count: width, half: half)
      }
      for x in 0..<width {
        Glow.pass(&span, &lineSpan, start: x, step: width, count: height, half: half)
      }
    }
  }

  private static func pass(
    _ values: inout MutableSpan<UInt8>, _ line: inout MutableSpan<UInt8>, start: Int, step: Int, count: Int, half: Int
  ) {
    var any = 0
    for index in 0..<count {
      let value = values[start + index * step]
      line[index] = value
      any |= Int(value)
    }
    guard any != 0 else { return }
    let size = 2 * half + 1
    // Division by a constant size as a multiplication: exact enough for 8-bit sums.
    let reciprocal = (65_536 + size / 2) / size
    var sum = 0
    for index in 0..<min(half, count) { sum += Int(line[index]) }
    for index in 0..<count {
      if index + half < count { sum += Int(line[index + half]) }
      if index - half - 1 >= 0 { sum -= Int(line[index - half - 1]) }
      values[start + index * step] = UInt8(truncatingIfNeeded: min(255, (sum * reciprocal + 32_768) >> 16))
    }
  }

  private func compose(_ style: Style, into buffer: PixelBuffer) {
    let red = Int((style.color.red * 255).rounded())
    let green = Int((style.color.green * 255).rounded())
    let blue = Int((style.color.blue * 255).rounded())
    let innerWeight = Int(style.innerStrength * 256)
    let outerWeight = Int(style.outerStrength * 256)
    let scale = Glow.scale
    let cells = width
    let innerSpan = inner.span
    let outerSpan = outer.span
    // Strength at a mask pixel, 0…255·256.
    func strength(_ index: Int) -> Int {
      min(65_280, Int(innerSpan[index]) * innerWeight + Int(outerSpan[index]) * outerWeight)
    }
    buffer.withMutablePixels { (pixels: inout MutableSpan<UInt32>) in
      for cellY in 0..<(height - 1) {
        for cellX in 0..<(width - 1) {
          let index = cellY * cells + cellX
          if outerSpan[index] | outerSpan[index + 1] | outerSpan[index + cells] | outerSpan[index + cells + 1] == 0 {
            continue
          }
          let corners = (
            strength(index), strength(index + 1), strength(index + cells), strength(index + cells + 1)
          )
          for row in 0..<scale {
            let y = cellY * scale + row
            if y >= buffer.height { break }
            let fy = (2 * row + 1) * 256 / (2 * scale)
            let left = corners.0 + ((corners.2 - corners.0) * fy) >> 8
            let right = corners.1 + ((corners.3 - corners.1) * fy) >> 8
            for column in 0..<scale {
              let x = cellX * scale + column
              if x >= buffer.width { break }
              let fx = (2 * column + 1) * 256 / (2 * scale)
              let amount = (left + ((right - left) * fx) >> 8 + 128) >> 8
              if amount == 0 { continue }
              let at = y * buffer.stride + x
              let word = pixels[at]
              let alpha = Int(word >> 24)
              var r = Int(word >> 16 & 255)
              var g = Int(word >> 8 & 255)
              var b = Int(word & 255)
              var a = alpha
              if style.adds {
                r = min(255, r + (red * amount + 127) / 255)
                g = min(255, g + (green * amount + 127) / 255)
                b = min(255, b + (blue * amount + 127) / 255)
                a = max(alpha, max(r, max(g, b)))
              } else {
                r -= (r * (255 - red) * amount) / 65_025
                g -= (g * (255 - green) * amount) / 65_025
                b -= (b * (255 - blue) * amount) / 65_025
              }
              pixels[at] = UInt32(a) << 24 | UInt32(r) << 16 | UInt32(g) << 8 | UInt32(b)
            }
          }
        }
      }
    }
  }
}
