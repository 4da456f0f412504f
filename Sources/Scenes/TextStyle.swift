import Geometry

/// How a text is set: everything but its words, place and colour. Lengths in pixels.
package struct TextStyle: Hashable, Sendable {
  package enum Case: String, CaseIterable, Sendable { case none, upper, lower, title }
  package enum Alignment: String, CaseIterable, Sendable { case start, center, end }

  package var font: FontSpec
  /// Em size.
  package var size: Double
  /// Distance of baselines in em.
  package var leading = 1.15
  package var tracking = 0.0
  package var letterCase = Case.none
  package var alignment = Alignment.start
  package var hasTabularDigits = true
  /// Size of a unit beside its number, as a share of the number's.
  package var unitScale = 1.0
  /// A BCP 47 tag.
  package var language = "en"

  package init(font: FontSpec, size: Double) {
    self.font = font
    self.size = size
  }
}

/// A font of the template: built in or brought along.
package struct FontSpec: Hashable, Sendable {
  /// `inter-display` (after `builtin:`) or the family of a `FontAsset`.
  package enum Source: Hashable, Sendable {
    case builtin(String)
    case bundled(String)
  }
  package var source: Source
  package var fallback: [Source] = []
  /// 100…900.
  package var weight = 400
  /// OpenType tags that are switched on.
  package var features: [String] = []
  package init(_ source: Source, weight: Int = 400) {
    self.source = source
    self.weight = weight
  }
}

/// What a text takes up when it is set.
package struct TextMeasure: Hashable, Sendable {
  /// Pixels; the widest line, and all lines times the leading.
  package var width: Double
  package var height: Double
  /// Pixels from the top to the first baseline.
  package var baseline: Double
  package var lineCount: Int
  /// Whether it was cut with an ellipsis.
  package var isTruncated: Bool
  package init(width: Double, height: Double, baseline: Double, lineCount: Int, isTruncated: Bool) {
    self.width = width
    self.height = height
    self.baseline = baseline
    self.lineCount = lineCount
    self.isTruncated = isTruncated
  }
}

/// Knows how large texts become. The film's is Pango's; tests pass one with letters of one width.
package protocol TextMeasuring {
  /// - Parameters:
  ///   - width: Pixels at which lines break or end, nil for no limit.
  ///   - wraps: Whether a long line goes on below; else it ends with an ellipsis.
  func measure(_ text: String, style: TextStyle, width: Double?, wraps: Bool, maxLines: Int) -> TextMeasure
}
