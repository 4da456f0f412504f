import CRaster
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
  private var scratch: [UInt8]

  /// A glow for pictures of a size in pixels.
  init(width: Int, height: Int) throws(CairoError) {
    // One more column and row on each far side, so that interpolation never looks past the edge.
    self.width = (width + Glow.scale - 1) / Glow.scale + 1
    self.height = (height + Glow.scale - 1) / Glow.scale + 1
    mask = PixelBuffer(width: self.width, height: self.height)
    context = try Context(mask)
    inner = [UInt8](repeating: 0, count: self.width * self.height)
    outer = inner
    scratch = [UInt8](repeating: 0, count: max(self.width, self.height))
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
          Ribbon.Point(
            position: $0.position * factor + Vec2(0.5, 0.5), halfWidth: max(0.5, $0.halfWidth * factor))
        }, to: context)
    }
    context.fill()
    context.surface.flush()
    try context.check("cannot draw the glow")
    mask.withPixels { pixels in
      for y in 0..<height {
        for x in 0..<width {
          inner[y * width + x] = UInt8(truncatingIfNeeded: pixels[y * mask.stride + x] >> 24)
        }
      }
    }
    craster_blur(&inner, Int32(width), Int32(height), Glow.half(style.innerRadius * factor), &scratch)
    outer = inner
    craster_blur(&outer, Int32(width), Int32(height), Glow.half(style.outerRadius * factor), &scratch)
    let look = craster_glow_style(
      red: Glow.byte(style.color.red), green: Glow.byte(style.color.green), blue: Glow.byte(style.color.blue),
      inner_weight: Int32(style.innerStrength * 256), outer_weight: Int32(style.outerStrength * 256),
      adds: style.adds ? 1 : 0)
    buffer.withUnsafeMemory { memory, bytesPerRow in
      craster_glow(
        memory, Int32(buffer.width), Int32(buffer.height), Int32(bytesPerRow / 4), inner, outer, Int32(width),
        Int32(height), look)
    }
  }

  private static func half(_ radius: Double) -> Int32 { max(1, Int32((radius / 2).rounded())) }
  private static func byte(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
}
