import CCairo
import Geometry

/// A paragraph broken into lines and shaped into glyphs, ready to be drawn at any place and any opacity.
///
/// Pixels, y down, origin at the top left of the logical box. Made once for a text and style, then kept.
package final class TextLayout {
  /// A glyph at the start of its advance on the baseline.
  struct Glyph {
    var id: UInt
    var position: Vec2
    /// Offset in the text's UTF-8 of the cluster it belongs to.
    var byte: Int
    var line: Int
    var isUnit: Bool
  }

  /// Neighbouring glyphs of one font.
  struct Run {
    var font: OpaquePointer
    /// Whether the glyphs bring their own colours and have no outline.
    var isColored: Bool
    var glyphs: [Glyph]
  }

  package struct Line: Hashable, Sendable {
    /// From the top of the block.
    package var baseline: Double
    /// Logical extent of the glyphs.
    package var x: Double
    package var width: Double
    /// UTF-8 offsets.
    package var bytes: Range<Int>
  }

  package let block: TextBlock
  package let lines: [Line]
  /// Logical size: width of the widest line (or the width asked for), lines × leading.
  package let size: Vec2
  /// The widest line.
  package let textWidth: Double
  /// The smallest rectangle that holds the drawn glyphs.
  package let ink: Rect
  /// Whether lines were left out or cut.
  package let isTruncated: Bool
  /// Characters for which no font has a glyph.
  package let missing: [Unicode.Scalar]
  let runs: [Run]

  package init(_ block: TextBlock, fonts: FontSet) throws(CairoError) {
    self.block = block
    guard let layout = pango_layout_new(fonts.context) else { throw CairoError(message: "no text layout") }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let reader = TextLayoutReader(block, layout: layout, fonts: fonts)
    lines = reader.lines
    size = reader.size
    textWidth = reader.textWidth
    ink = reader.ink
    isTruncated = reader.isTruncated
    missing = reader.missing
    runs = reader.runs
    for run in runs { cairo_scaled_font_reference(run.font) }
    for run in runs {
      try CairoError.check(cairo_scaled_font_status(run.font), "cannot set '\(block.text.prefix(40))'")
    }
  }

  deinit { for run in runs { cairo_scaled_font_destroy(run.font) } }

  /// Baseline of the first line, from the top.
  package var baseline: Double { lines.first?.baseline ?? 0 }
}
