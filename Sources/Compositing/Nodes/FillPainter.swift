import Drawing
import Geometry
import Pixels
import Scenes
import Simulation

/// Fills and borders of panels and shapes. Gradients are painted once, with noise against bands, and kept.
final class FillPainter {
  private struct Key: Hashable {
    var fill: FillStyle
    var width: Int
    var height: Int
  }
  private var gradients: [Key: Surface] = [:]

  /// Draws a shape with its fill and border.
  func draw(
    _ state: PanelState, kind: ShapeContent.Kind, in box: Rect, opacity: Double, context: Context
  ) {
    switch kind {
    case .line:
      guard
        let border = state.border ?? state.fill.colors.first.map({ LineStyle(color: $0, width: box.height) })
      else { return }
      context.newPath()
      if box.width >= box.height {
        context.addLines([Vec2(box.x, box.center.y), Vec2(box.maxX, box.center.y)])
      } else {
        context.addLines([Vec2(box.center.x, box.y), Vec2(box.center.x, box.maxY)])
      }
      context.setColor(border.color.opacity(opacity))
      context.stroke(StrokeStyle(width: border.width, cap: .butt, dash: border.dash))
    case .ellipse, .rect:
      if kind == .rect {
        fill(state.fill, in: box, radius: state.radius, opacity: opacity, context: context)
      } else if !state.fill.isEmpty {
        context.saved {
          context.newPath()
          context.addEllipse(in: box)
          context.clip()
          fill(state.fill, in: box, radius: 0, opacity: opacity, context: context)
        }
      }
      guard let border = state.border, border.width > 0, border.color.alpha > 0 else { return }
      // The border lies inside the box.
      let inner = box.inset(by: border.width / 2)
      context.newPath()
      if kind == .rect {
        context.addRoundedRect(inner, radius: max(0, state.radius - border.width / 2))
      } else {
        context.addEllipse(in: inner)
      }
      context.setColor(border.color.opacity(opacity))
      context.stroke(StrokeStyle(width: border.width, dash: border.dash))
    }
  }

  /// Fills a rectangle with round corners.
  func fill(_ style: FillStyle, in box: Rect, radius: Double, opacity: Double, context: Context) {
    guard !style.isEmpty, box.width > 0, box.height > 0, let first = style.colors.first else { return }
    if style.colors.count == 1 {
      context.newPath()
      context.addRoundedRect(box, radius: radius)
      context.setColor(first.opacity(opacity))
      context.fill()
      return
    }
    guard let picture = gradient(style, box) else { return }
    context.saved {
      if radius > 0 {
        context.newPath()
        context.addRoundedRect(box, radius: radius)
        context.clip()
      }
      context.draw(picture, in: box, opacity: opacity, sampling: .nearest)
    }
  }

  private func gradient(_ style: FillStyle, _ box: Rect) -> Surface? {
    let width = min(max(Int(box.width.rounded()), 1), 8192)
    let height = min(max(Int(box.height.rounded()), 1), 8192)
    let key = Key(fill: style, width: width, height: height)
    if let kept = gradients[key] { return kept }
    // Animated gradients would pile up.
    if gradients.count > 24 { gradients.removeAll() }
    let buffer = DitheredGradient(colors: style.colors, angle: style.angle).render(
      width: width, height: height)
    guard let surface = try? Surface(buffer) else { return nil }
    gradients[key] = surface
    return surface
  }
}
