/// A font by its family and weight; the families after the first stand in for missing glyphs.
package struct FontFace: Hashable, Sendable {
  package var families: [String]
  /// 100 (thin) … 900 (black).
  package var weight: Int

  package init(families: [String], weight: Int = 400) {
    self.families = families
    self.weight = weight
  }

  private static let weights: [(name: String, weight: Int)] = [
    ("-extralight", 200), ("-extrabold", 800), ("-semibold", 600), ("-regular", 400), ("-medium", 500),
    ("-light", 300), ("-black", 900), ("-thin", 100), ("-bold", 700),
  ]

  /// The names after `builtin:` without a weight.
  package static let builtinNames = ["inter", "inter-display", "noto-sans"]

  /// The face of a name such as `inter`, `inter-display` or `inter-display-bold`; nil for any other.
  package init?(builtin name: String) {
    var family = name
    var weight = 400
    for entry in FontFace.weights where name.hasSuffix(entry.name) {
      family = String(name.dropLast(entry.name.count))
      weight = entry.weight
      break
    }
    switch family {
    case "inter": self.init(families: ["Inter"], weight: weight)
    case "inter-display": self.init(families: ["Inter Display"], weight: weight)
    case "noto-sans": self.init(families: ["Noto Sans"], weight: weight)
    default: return nil
    }
  }
}

/// A paragraph and all that decides its form; colours come in when it is drawn. Lengths in pixels.
package struct TextBlock: Hashable, Sendable {
  package enum Alignment: Sendable { case start, center, end }

  package var text: String
  package var face: FontFace
  /// Em size.
  package var size: Double
  /// Added between letters.
  package var tracking = 0.0
  /// Distance of baselines as a multiple of the em size.
  package var leading = 1.15
  /// Whether all digits take the same room, so that a number that changes does not move its neighbours.
  package var hasTabularDigits = true
  /// OpenType tags that are switched on, such as `ss01`.
  package var features: [String] = []
  package var alignment = Alignment.start
  /// A BCP 47 tag; decides forms of shared ideographs and case.
  package var language = "en"
  /// Where lines break and to which width they align; nil for no limit.
  package var width: Double?
  /// Whether text that is wider than `width` goes on in a new line; else it ends with an ellipsis.
  package var wraps = true
  package var maxLines = 50
  /// Size of units, that is of the word after a number and a space, relative to the rest.
  package var unitScale = 1.0

  package init(_ text: String, face: FontFace, size: Double) {
    self.text = text
    self.face = face
    self.size = size
  }
}
