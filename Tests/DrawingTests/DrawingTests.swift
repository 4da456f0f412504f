import Geometry
import Pixels
import Testing

@testable import Drawing

/// The premultiplied word of a pixel.
func word(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> UInt32 {
  buffer.withPixels { $0[y * buffer.stride + x] }
}

/// Opacity of a pixel, 0…255.
func alpha(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> Int { Int(word(buffer, x, y) >> 24) }

@Suite struct ContextTests {
  @Test func fillsPremultiplied() throws {
    let buffer = PixelBuffer(width: 8, height: 8)
    let context = try Context(buffer)
    context.setColor(Color(hex: 0xff8000, alpha: 0.5))
    context.addRect(Rect(x: 0, y: 0, width: 4, height: 8))
    context.fill()
    context.surface.flush()
    try context.check()
    #expect(word(buffer, 1, 1) == 0x8080_4000)
    #expect(word(buffer, 6, 1) == 0)
  }

  @Test func addedLightKeepsTheGround() throws {
    let buffer = PixelBuffer(width: 4, height: 4)
    let context = try Context(buffer)
    context.setColor(Color(hex: 0x400000))
    context.paint()
    context.setBlendMode(.add)
    context.setColor(Color(hex: 0x203000))
    context.paint()
    context.surface.flush()
    #expect(word(buffer, 2, 2) == 0xff60_3000)
  }

  @Test func groupDoesNotShowOverlaps() throws {
    let buffer = PixelBuffer(width: 12, height: 4)
    let context = try Context(buffer)
    context.group(opacity: 0.5) {
      context.setColor(Color(hex: 0xffffff))
      context.addRect(Rect(x: 0, y: 0, width: 8, height: 4))
      context.fill()
      context.addRect(Rect(x: 4, y: 0, width: 8, height: 4))
      context.fill()
    }
    context.surface.flush()
    #expect(alpha(buffer, 1, 1) == alpha(buffer, 6, 1))
    #expect(abs(alpha(buffer, 6, 1) - 128) <= 1)
  }

  @Test func stateIsRestored() throws {
    let context = try Context(PixelBuffer(width: 4, height: 4))
    context.saved {
      context.concatenate(.scaling(3, 3).then(.translation(Vec2(5, 7))))
      #expect(context.transform.apply(Vec2(1, 1)) == Vec2(8, 10))
    }
    #expect(context.transform == .identity)
  }

  @Test func faultsAreReported() throws {
    let context = try Context(PixelBuffer(width: 4, height: 4))
    context.concatenate(.scaling(0, 0))
    #expect(throws: CairoError.self) { try context.check() }
  }

  @Test func zeroDashIsAWholeLine() throws {
    let context = try Context(PixelBuffer(width: 4, height: 4))
    context.addLines([Vec2(0, 2), Vec2(4, 2)])
    context.stroke(StrokeStyle(width: 2, dash: [0, 0]))
    try context.check()
  }
}

@Suite struct GradientTests {
  @Test func scrimHasNoBands() {
    // Over 400 rows a fade of 0.2 has 51 levels: without noise each would be a band of eight equal rows.
    let gradient = DitheredGradient(colors: [Color(hex: 0, alpha: 0), Color(hex: 0, alpha: 0.2)], angle: 180)
    let buffer = gradient.render(width: 64, height: 400)
    var mixed = 0
    for y in 100..<300 {
      let row = Set((0..<64).map { alpha(buffer, $0, y) })
      #expect(row.count <= 2)
      if row.count == 2 { mixed += 1 }
    }
    #expect(mixed > 150)
    let means = (0..<400).map { y in (0..<64).map { Double(alpha(buffer, $0, y)) }.reduce(0, +) / 64 }
    for y in 8..<400 { #expect(means[y] >= means[y - 8] - 0.2) }
  }

  @Test(arguments: [(180.0, 0, 0, 0, 9), (0.0, 0, 9, 0, 0), (90.0, 0, 0, 9, 0), (270.0, 9, 0, 0, 0)])
  func anglePointsFromFirstToLast(_ angle: Double, _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    let gradient = DitheredGradient(
      colors: [Color(hex: 0), Color(hex: 0xffffff)], angle: angle, isEased: false)
    let buffer = gradient.render(width: 10, height: 10)
    #expect(word(buffer, x0, y0) & 255 < 40)
    #expect(word(buffer, x1, y1) & 255 > 215)
  }

  @Test func transparencyTakesTheHueOfItsNeighbour() {
    let gradient = DitheredGradient(colors: [.clear, Color(hex: 0xff0000)], angle: 90, isEased: false)
    let buffer = gradient.render(width: 32, height: 2)
    let pixel = word(buffer, 16, 0)
    #expect(Int(pixel >> 16 & 255) >= Int(pixel >> 24) - 1)
  }

  @Test func blurKeepsTheSumAndSpreads() {
    let buffer = PixelBuffer(width: 41, height: 41)
    buffer.withMutablePixels { (pixels: inout MutableSpan<UInt32>) in
      for y in 18...22 { for x in 18...22 { pixels[y * buffer.stride + x] = 0xffff_ffff } }
    }
    Blur.apply(to: buffer, radius: 6)
    #expect(alpha(buffer, 20, 20) < 255)
    #expect(alpha(buffer, 14, 20) > 0)
    #expect(alpha(buffer, 0, 0) == 0)
    #expect(alpha(buffer, 14, 20) == alpha(buffer, 26, 20))
  }
}
