import Drawing
import Geometry

/// A line whose width changes along it, as one path of like-turning polygons: filled by the winding rule it has round
/// joins and caps, no seams, and an even opacity where it crosses itself.
enum Ribbon {
  struct Point {
    /// Pixels.
    var position: Vec2
    /// Half the width in pixels.
    var halfWidth: Double
  }

  /// Adds the line to the context's path.
  static func add(_ points: [Point], to context: Context) {
    guard let first = points.first else { return }
    addDisc(first, to: context)
    var previousDirection: Vec2?
    for index in 1..<max(1, points.count) {
      let a = points[index - 1]
      let b = points[index]
      guard let direction = (b.position - a.position).normalized else { continue }
      if let previousDirection {
        // A disc fills the wedge on the outer side of a turn, once that wedge can be seen.
        let turn = abs(previousDirection.cross(direction))
        if turn * a.halfWidth > 0.12 || previousDirection.dot(direction) < 0 { addDisc(a, to: context) }
      }
      let side = Vec2(-direction.y, direction.x)
      context.move(to: a.position + side * a.halfWidth)
      context.line(to: a.position - side * a.halfWidth)
      context.line(to: b.position - side * b.halfWidth)
      context.line(to: b.position + side * b.halfWidth)
      context.closePath()
      previousDirection = direction
    }
    if points.count > 1, let last = points.last { addDisc(last, to: context) }
  }

  /// A polygon that turns the same way as the quads.
  private static func addDisc(_ point: Point, to context: Context) {
    let count = min(28, max(8, Int(point.halfWidth * 1.6) + 6))
    for corner in 0..<count {
      let angle = 2 * Double.pi * Double(corner) / Double(count)
      let offset = Vec2(Trigonometry.cos(angle), Trigonometry.sin(angle)) * point.halfWidth
      if corner == 0 {
        context.move(to: point.position + offset)
      } else {
        context.line(to: point.position + offset)
      }
    }
    context.closePath()
  }
}
