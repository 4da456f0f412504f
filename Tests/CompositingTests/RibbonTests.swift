import Drawing
import Geometry
import Pixels
import Testing

@testable import Compositing

@Suite struct RibbonTests {
  /// A line has one even colour all along its middle, whatever its bends.
  @Test(arguments: [0.3, 1.0, 2.6]) func hasNoHolesAlongItsMiddle(bend: Double) throws {
    let buffer = PixelBuffer(width: 200, height: 200)
    let surface = try Surface(buffer)
    let context = try Context(surface)
    let points = (0..<40).map { index in
      let t = Double(index) / 39
      return Ribbon.Point(
        position: Vec2(20 + 160 * t, 100 + 60 * Trigonometry.sin(bend * 4 * t)), halfWidth: 5 + 3 * t)
    }
    Ribbon.add(points, to: context)
    context.setColor(Color(hex: 0xffffff))
    context.fill()
    surface.flush()
    for point in points {
      let pixel = buffer.withPixels { pixels in
        pixels[Int(point.position.y) * buffer.stride + Int(point.position.x)]
      }
      // Neighbouring polygons may leave a step of rounding between them.
      #expect(pixel & 0xFF >= 250, "at \(point.position)")
    }
  }
}
