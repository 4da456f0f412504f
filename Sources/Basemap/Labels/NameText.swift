/// Names are data of strangers: chosen for the reader's language and made safe to set.
enum NameText {
  /// Letters after which a name is cut.
  static let longest = 36

  /// Names of the properties that hold a name, the best first, for a BCP 47 tag: the film's language, then what people
  /// there write, then what else is known.
  static func keys(language: String) -> [String] {
    let base =
      language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map { $0.lowercased() } ?? "en"
    return ["name:\(base)", "name_\(base)", "name", "name:latin", "name_int", "name:en", "name_en"]
  }

  /// A name in one clean line; nil where nothing is left.
  static func clean(_ raw: String) -> String? {
    var scalars = String.UnicodeScalarView()
    // Of a list of names the first is meant; more scalars than this belong to no name.
    for scalar in raw.unicodeScalars.prefix(240) {
      if scalar == ";" { break }
      if isSpace(scalar) {
        if let last = scalars.last, last != " " { scalars.append(" ") }
      } else if !isControl(scalar) {
        scalars.append(scalar)
      }
    }
    while scalars.last == " " { scalars.removeLast() }
    let text = String(scalars)
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    // A letter under a heap of marks would leave its box.
    guard text.allSatisfy({ $0.unicodeScalars.count <= 8 }) else { return nil }
    guard text.count > longest else { return text }
    let cut = text.prefix(longest - 1)
    let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
    return String(words.count > longest / 2 ? words : cut) + "…"
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// Control characters, private ones, and the invisible ones that turn the direction of text; the joiners of Persian
  /// and Indic words are not among them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .privateUse, .surrogate, .unassigned: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    default: scalar == "\u{FFFD}"
    }
  }
}
