import Basemap
import Geometry
import Pixels
import Routes
import Testing

@testable import ReplayComposer

/// No detail of a map inside a privacy zone, at any level.
@Suite struct PrivatePaintingTests {
  /// A map that is white everywhere.
  struct White: GroundPainting {
    func paint(_ block: GroundBlock, into pixels: PixelBuffer) { pixels.clear(0xffff_ffff) }
  }

  @Test(arguments: [2, 5, 7, 9])
  func zonesStayBare(level: Int) {
    let circle = PrivacyMask.Circle(center: Vec2(40, -30), radius: 25)
    let painting = PrivatePainting(painting: White(), circles: [circle])
    let block = GroundBlock(level: level, ix: 0, iy: 0)
    let pixels = PixelBuffer(width: GroundBlock.texels, height: GroundBlock.texels)
    pixels.clear(0xff10_2030)
    painting.paint(block, into: pixels)
    let texel = block.metresPerTexel
    var bare = 0
    for row in 0..<pixels.height {
      for column in 0..<pixels.width {
        let point = Vec2(
          block.west + (Double(column) + 0.5) * texel, block.north - (Double(row) + 0.5) * texel)
        let word = pixels.withPixels { $0[row * pixels.stride + column] }
        let distance = point.distance(to: circle.center)
        if distance <= circle.radius {
          #expect(word == 0xff10_2030)
          bare += 1
        } else if distance > circle.radius + texel {
          #expect(word == 0xffff_ffff)
        }
      }
    }
    // Far levels have few texels in the zone, near ones may not reach it: level 5 has a metre a texel.
    if level == 5 { #expect(bare > 1900) }
  }
}
