import CCairo
import Geometry

extension Context {
  /// Draws a text with its top left corner at `origin`; of all glyphs, or those of a UTF-8 range.
  ///
  /// Outlines are filled rather than glyph pictures copied, so that text stands at fractions of pixels and moves
  /// evenly under any transform.
  package func draw(
    _ layout: TextLayout, at origin: Vec2, color: Color, unitColor: Color? = nil, bytes: Range<Int>? = nil
  ) {
    let pieces: [(color: Color, units: Bool?)] =
      if let unitColor, unitColor != color { [(color, false), (unitColor, true)] } else { [(color, nil)] }
    for piece in pieces {
      cairo_new_path(pointer)
      addOutline(of: layout, at: origin, bytes: bytes, units: piece.units)
      setColor(piece.color)
      fill()
    }
    drawColored(layout, at: origin, opacity: color.alpha, bytes: bytes)
  }

  /// Adds the outlines of a text to the path; `units` picks units or all but units.
  package func addOutline(
    of layout: TextLayout, at origin: Vec2, bytes: Range<Int>? = nil, units: Bool? = nil
  ) {
    for run in layout.runs where !run.isColored {
      let glyphs = Context.glyphs(run, origin, bytes, units)
      guard !glyphs.isEmpty else { continue }
      cairo_set_scaled_font(pointer, run.font)
      cairo_glyph_path(pointer, glyphs, Int32(glyphs.count))
    }
  }

  /// Draws the glyphs that bring their own colours (emoji).
  private func drawColored(_ layout: TextLayout, at origin: Vec2, opacity: Double, bytes: Range<Int>?) {
    for run in layout.runs where run.isColored {
      let glyphs = Context.glyphs(run, origin, bytes, nil)
      guard !glyphs.isEmpty else { continue }
      let show = { [pointer] in
        cairo_set_scaled_font(pointer, run.font)
        cairo_show_glyphs(pointer, glyphs, Int32(glyphs.count))
      }
      if opacity < 1 { group(opacity: opacity) { show() } } else { show() }
    }
  }

  private static func glyphs(
    _ run: TextLayout.Run, _ origin: Vec2, _ bytes: Range<Int>?, _ units: Bool?
  ) -> [cairo_glyph_t] {
    var result: [cairo_glyph_t] = []
    result.reserveCapacity(run.glyphs.count)
    for glyph in run.glyphs {
      if let bytes, !bytes.contains(glyph.byte) { continue }
      if let units, glyph.isUnit != units { continue }
      result.append(
        cairo_glyph_t(index: glyph.id, x: origin.x + glyph.position.x, y: origin.y + glyph.position.y))
    }
    return result
  }
}
