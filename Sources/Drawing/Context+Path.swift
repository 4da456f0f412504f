import CCairo
import Geometry

extension Context {
  package func newPath() { cairo_new_path(pointer) }
  package func move(to point: Vec2) { cairo_move_to(pointer, point.x, point.y) }
  package func line(to point: Vec2) { cairo_line_to(pointer, point.x, point.y) }
  package func curve(to end: Vec2, _ control1: Vec2, _ control2: Vec2) {
    cairo_curve_to(pointer, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
  }
  package func closePath() { cairo_close_path(pointer) }

  /// Adds an open line through the points.
  package func addLines(_ points: some Sequence<Vec2>) {
    var isFirst = true
    for point in points {
      if isFirst {
        cairo_move_to(pointer, point.x, point.y)
      } else {
        cairo_line_to(pointer, point.x, point.y)
      }
      isFirst = false
    }
  }

  /// Adds a closed polygon.
  package func addPolygon(_ points: some Sequence<Vec2>) {
    addLines(points)
    cairo_close_path(pointer)
  }

  package func addRect(_ rect: Rect) { cairo_rectangle(pointer, rect.x, rect.y, rect.width, rect.height) }

  /// Adds a rectangle with round corners; the radius is cut to half the shorter side.
  package func addRoundedRect(_ rect: Rect, radius: Double) {
    let radius = min(radius, rect.width / 2, rect.height / 2)
    guard radius > 0 else { return addRect(rect) }
    cairo_new_sub_path(pointer)
    cairo_arc(pointer, rect.maxX - radius, rect.y + radius, radius, -.pi / 2, 0)
    cairo_arc(pointer, rect.maxX - radius, rect.maxY - radius, radius, 0, .pi / 2)
    cairo_arc(pointer, rect.x + radius, rect.maxY - radius, radius, .pi / 2, .pi)
    cairo_arc(pointer, rect.x + radius, rect.y + radius, radius, .pi, 3 * .pi / 2)
    cairo_close_path(pointer)
  }

  package func addCircle(center: Vec2, radius: Double) {
    cairo_new_sub_path(pointer)
    cairo_arc(pointer, center.x, center.y, max(0, radius), 0, 2 * .pi)
    cairo_close_path(pointer)
  }

  package func addEllipse(in rect: Rect) {
    guard rect.width > 0, rect.height > 0 else { return }
    cairo_save(pointer)
    cairo_translate(pointer, rect.center.x, rect.center.y)
    cairo_scale(pointer, rect.width / 2, rect.height / 2)
    cairo_new_sub_path(pointer)
    cairo_arc(pointer, 0, 0, 1, 0, 2 * .pi)
    cairo_close_path(pointer)
    cairo_restore(pointer)
  }

  /// Adds an arc; angles in radians, clockwise from the positive x axis where y points down.
  package func addArc(center: Vec2, radius: Double, from start: Double, to end: Double) {
    cairo_new_sub_path(pointer)
    if end >= start {
      cairo_arc(pointer, center.x, center.y, max(0, radius), start, end)
    } else {
      cairo_arc_negative(pointer, center.x, center.y, max(0, radius), start, end)
    }
  }

  /// Keeps the path in force for later use, in the coordinates in force.
  package func copyPath() throws(CairoError) -> Path {
    guard let made = cairo_copy_path(pointer) else { throw CairoError(message: "no path") }
    let status = made.pointee.status
    if status != CAIRO_STATUS_SUCCESS { cairo_path_destroy(made) }
    try CairoError.check(status, "cannot keep a path")
    return Path(made)
  }

  /// Adds a kept path.
  package func addPath(_ path: Path) { cairo_append_path(pointer, path.pointer) }
}

/// A path made once and drawn often.
package final class Path {
  let pointer: UnsafeMutablePointer<cairo_path_t>
  init(_ pointer: UnsafeMutablePointer<cairo_path_t>) { self.pointer = pointer }
  deinit { cairo_path_destroy(pointer) }
}
