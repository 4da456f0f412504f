import CCairo
import Geometry

/// Colours along a line or between two circles, interpolated by Cairo. For large soft areas use `DitheredGradient`.
package final class Gradient {
  let pointer: OpaquePointer

  private init(_ made: OpaquePointer?, _ stops: [(offset: Double, color: Color)]) throws(CairoError) {
    guard let made else { throw CairoError(message: "no gradient") }
    for stop in stops {
      cairo_pattern_add_color_stop_rgba(
        made, stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha)
    }
    let status = cairo_pattern_status(made)
    if status != CAIRO_STATUS_SUCCESS { cairo_pattern_destroy(made) }
    try CairoError.check(status, "cannot make a gradient")
    pointer = made
  }

  /// Colours from one point to another; offsets 0…1.
  package convenience init(
    from start: Vec2, to end: Vec2, stops: [(offset: Double, color: Color)]
  ) throws(CairoError) {
    try self.init(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), stops)
  }

  /// Colours from the centre of a circle to its edge; offsets 0…1.
  package convenience init(
    center: Vec2, radius: Double, stops: [(offset: Double, color: Color)]
  ) throws(CairoError) {
    try self.init(cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), stops)
  }

  deinit { cairo_pattern_destroy(pointer) }
}
