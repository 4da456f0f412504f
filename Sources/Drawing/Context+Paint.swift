import CCairo
import Geometry
import Pixels

extension Context {
  /// Fills the path and forgets it unless `keepPath`.
  package func fill(evenOdd: Bool = false, keepPath: Bool = false) {
    cairo_set_fill_rule(pointer, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    if keepPath { cairo_fill_preserve(pointer) } else { cairo_fill(pointer) }
  }

  /// Strokes the path and forgets it unless `keepPath`.
  package func stroke(_ style: StrokeStyle, keepPath: Bool = false) {
    cairo_set_line_width(pointer, style.width)
    switch style.cap {
    case .butt: cairo_set_line_cap(pointer, CAIRO_LINE_CAP_BUTT)
    case .round: cairo_set_line_cap(pointer, CAIRO_LINE_CAP_ROUND)
    case .square: cairo_set_line_cap(pointer, CAIRO_LINE_CAP_SQUARE)
    }
    switch style.join {
    case .miter: cairo_set_line_join(pointer, CAIRO_LINE_JOIN_MITER)
    case .round: cairo_set_line_join(pointer, CAIRO_LINE_JOIN_ROUND)
    case .bevel: cairo_set_line_join(pointer, CAIRO_LINE_JOIN_BEVEL)
    }
    // A dash of no length at all is a fault in Cairo and means a whole line here.
    let dash = style.dash.contains { $0 > 0 } ? style.dash : []
    cairo_set_dash(pointer, dash, Int32(dash.count), style.dashPhase)
    if keepPath { cairo_stroke_preserve(pointer) } else { cairo_stroke(pointer) }
  }

  /// Restricts drawing to the path until the state is restored.
  package func clip(evenOdd: Bool = false) {
    cairo_set_fill_rule(pointer, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_clip(pointer)
  }

  /// Restricts drawing to a rectangle until the state is restored.
  package func clip(to rect: Rect) {
    cairo_new_path(pointer)
    addRect(rect)
    cairo_clip(pointer)
  }

  /// Fills all that the clip lets through.
  package func paint(opacity: Double = 1) {
    if opacity >= 1 { cairo_paint(pointer) } else { cairo_paint_with_alpha(pointer, max(0, opacity)) }
  }

  /// How an image is sampled when it is scaled.
  package enum Sampling: Sendable { case nearest, linear, best }

  /// Makes an image the source: its top left corner at `origin`, each of its pixels `scale` units wide and high.
  package func setImage(
    _ image: Surface, origin: Vec2 = .zero, scale: Vec2 = Vec2(1, 1), sampling: Sampling = .linear
  ) {
    cairo_set_source_surface(pointer, image.pointer, 0, 0)
    guard let pattern = cairo_get_source(pointer), scale.x != 0, scale.y != 0 else { return }
    var matrix = cairo_matrix_t(
      xx: 1 / scale.x, yx: 0, xy: 0, yy: 1 / scale.y, x0: -origin.x / scale.x, y0: -origin.y / scale.y)
    cairo_pattern_set_matrix(pattern, &matrix)
    switch sampling {
    case .nearest: cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    case .linear: cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    case .best: cairo_pattern_set_filter(pattern, CAIRO_FILTER_BEST)
    }
    // Edges stay full instead of fading into transparency.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
  }

  /// Draws a whole image into a rectangle.
  package func draw(_ image: Surface, in rect: Rect, opacity: Double = 1, sampling: Sampling = .linear) {
    guard rect.width > 0, rect.height > 0 else { return }
    cairo_save(pointer)
    setImage(
      image, origin: Vec2(rect.x, rect.y),
      scale: Vec2(rect.width / Double(image.buffer.width), rect.height / Double(image.buffer.height)),
      sampling: sampling)
    cairo_new_path(pointer)
    addRect(rect)
    cairo_clip(pointer)
    paint(opacity: opacity)
    cairo_restore(pointer)
  }

  /// Lays a colour down through the opacity of an image whose top left corner is at `origin` (whole pixels).
  package func mask(_ image: Surface, at origin: Vec2) {
    cairo_mask_surface(pointer, image.pointer, origin.x, origin.y)
  }

  /// Makes all that the clip lets through transparent.
  package func clear() {
    cairo_save(pointer)
    cairo_set_operator(pointer, CAIRO_OPERATOR_CLEAR)
    cairo_paint(pointer)
    cairo_restore(pointer)
  }
}
