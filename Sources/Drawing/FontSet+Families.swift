extension FontSet {
  /// The language whose letter forms a text is set in: its script decides where the language given does not.
  static func language(of text: String, default language: String) -> String {
    var hasHan = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3040...0x30ff, 0x31f0...0x31ff, 0xff66...0xff9f: return "ja"
      case 0x1100...0x11ff, 0x3130...0x318f, 0xac00...0xd7af: return "ko"
      case 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x3134f: hasHan = true
      default: continue
      }
    }
    guard hasHan else { return language }
    return language.hasPrefix("zh") || language.hasPrefix("ja") || language.hasPrefix("ko")
      ? language : "zh-cn"
  }

  /// Families in the order in which a glyph is looked for.
  static func families(_ face: FontFace, language: String) -> String {
    let ideographs: [String] =
      switch language.prefix(2) {
      case "ja": ["JP", "SC", "TC", "KR"]
      case "ko": ["KR", "JP", "SC", "TC"]
      default:
        language.lowercased().contains("tw") || language.lowercased().contains("hant")
          ? ["TC", "SC", "JP", "KR"] : ["SC", "TC", "JP", "KR"]
      }
    let fallback =
      [
        "Inter", "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari",
        "Noto Sans Thai",
      ]
      + ideographs.map { "Noto Sans CJK \($0)" } + [
        "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Color Emoji",
      ]
    return (face.families + fallback.filter { !face.families.contains($0) }).joined(separator: ",")
  }
}
