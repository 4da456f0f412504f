import Basemap
import Geometry
import Pixels
import Routes

/// A map that keeps its details out of privacy zones: there the ground stays as it was before the map was painted.
struct PrivatePainting: GroundPainting {
  let painting: any GroundPainting
  /// In local metres.
  let circles: [PrivacyMask.Circle]

  func paint(_ block: GroundBlock, into pixels: PixelBuffer) {
    let texel = block.metresPerTexel
    let (low, high) = block.bounds
    // A texel that only touches a zone belongs to it.
    let near = circles.filter { circle in
      let reach = circle.radius + texel
      return circle.center.x + reach > low.x && circle.center.x - reach < high.x
        && circle.center.y + reach > low.y && circle.center.y - reach < high.y
    }
    guard !near.isEmpty else {
      painting.paint(block, into: pixels)
      return
    }
    let bare = pixels.withPixels { span in (0..<span.count).map { span[$0] } }
    painting.paint(block, into: pixels)
    let (width, height, stride) = (pixels.width, pixels.height, pixels.stride)
    pixels.withMutablePixels { span in
      for row in 0..<height {
        let y = block.north - (Double(row) + 0.5) * texel
        for column in 0..<width {
          let point = Vec2(block.west + (Double(column) + 0.5) * texel, y)
          for circle in near where circle.center.distance(to: point) <= circle.radius + texel {
            span[row * stride + column] = bare[row * stride + column]
          }
        }
      }
    }
  }
}
