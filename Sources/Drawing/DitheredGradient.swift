import Geometry
import Pixels

/// A linear gradient rendered into a picture with ordered noise, so that wide dark scrims show no bands.
package struct DitheredGradient: Hashable, Sendable {
  /// Two or more colours, spread evenly.
  package var colors: [Color]
  /// Degrees of the direction: 0 upwards, 90 to the right, 180 downwards.
  package var angle: Double
  /// Whether the way between two colours of different opacity is eased, so that a scrim has no visible edge.
  package var isEased: Bool

  package init(colors: [Color], angle: Double, isEased: Bool = true) {
    self.colors = colors
    self.angle = angle
    self.isEased = isEased
  }

  /// The gradient's line through a box of the size, from its first to its last colour; it just reaches the corners.
  package func line(width: Double, height: Double) -> (start: Vec2, end: Vec2) {
    let radians = Trigonometry.radians(angle)
    let direction = Vec2(Trigonometry.sin(radians), -Trigonometry.cos(radians))
    let reach = (abs(direction.x) * width + abs(direction.y) * height) / 2
    let center = Vec2(width / 2, height / 2)
    return (center - direction * reach, center + direction * reach)
  }

  /// Premultiplied red, green, blue and alpha (0…255) at `count` even steps.
  package func ramp(count: Int) -> [(Double, Double, Double, Double)] {
    guard let first = colors.first else { return Array(repeating: (0, 0, 0, 0), count: count) }
    let usable = colors.count > 1 ? filled : [first, first]
    return (0..<count).map { step in
      let position = Double(step) / Double(max(1, count - 1)) * Double(usable.count - 1)
      let index = min(Int(position), usable.count - 2)
      let share = position - Double(index)
      let a = usable[index]
      let b = usable[index + 1]
      var color = a.mix(b, share)
      if isEased && a.alpha != b.alpha {
        color.alpha = a.alpha + (b.alpha - a.alpha) * Easing.named(.sine, .inOut)(share)
      }
      let scale = color.alpha * 255
      return (color.red * scale, color.green * scale, color.blue * scale, scale)
    }
  }

  /// The colours with the hue of a neighbour where they are wholly transparent, so that no grey creeps in.
  private var filled: [Color] {
    colors.indices.map { index in
      guard colors[index].alpha == 0 else { return colors[index] }
      let after = colors[index...].first { $0.alpha > 0 }
      let before = colors[..<index].last { $0.alpha > 0 }
      return (after ?? before)?.opacity(0) ?? .clear
    }
  }

  /// A picture of the gradient in a box of whole pixels.
  package func render(width: Int, height: Int) -> PixelBuffer {
    let buffer = PixelBuffer(width: width, height: height)
    let steps = 1024
    let ramp = self.ramp(count: steps)
    let line = self.line(width: Double(width), height: Double(height))
    let span = line.end - line.start
    let length = max(span.dot(span), 1e-9)
    let stride = buffer.stride
    // The share changes by a constant from pixel to pixel and from row to row.
    let perX = span.x / length
    let perY = span.y / length
    let origin = (Vec2(0.5, 0.5) - line.start).dot(span) / length
    buffer.withMutablePixels { (pixels: inout MutableSpan<UInt32>) in
      for y in 0..<height {
        for x in 0..<width {
          let share = min(max(origin + perX * Double(x) + perY * Double(y), 0), 1)
          let color = ramp[Int(share * Double(steps - 1) + 0.5)]
          // Interleaved gradient noise (J. Jimenez, 2014): even over small areas, without a visible pattern.
          var noise = 0.06711056 * Double(x) + 0.00583715 * Double(y)
          noise = 52.9829189 * (noise - noise.rounded(.down))
          noise -= noise.rounded(.down)
          let alpha = UInt32(min(255, color.3 + noise))
          let red = min(alpha, UInt32(color.0 + noise))
          let green = min(alpha, UInt32(color.1 + noise))
          let blue = min(alpha, UInt32(color.2 + noise))
          pixels[y * stride + x] = alpha << 24 | red << 16 | green << 8 | blue
        }
      }
    }
    return buffer
  }
}
