import Diagnostics

/// What is checked of a file's text before the YAML parser sees it.
enum YAMLProfile {
  static func problem(in source: TemplateSource) -> Diagnostic? {
    let file = source.file
    guard file.text.utf8.count <= YAMLReader.Limits.bytes else {
      return Diagnostic(
        .error, code: "E001",
        "the template has \(file.text.utf8.count) bytes, the limit is \(YAMLReader.Limits.bytes)",
        file: file)
    }
    for (index, line) in file.lines.enumerated() {
      // Most lines are ASCII without control characters: nothing to look for.
      guard line.utf8.contains(where: { $0 >= 127 || $0 < 32 }) else { continue }
      for (column, scalar) in line.unicodeScalars.enumerated() where isHidden(scalar) {
        if scalar.value == 0xfeff, index == 0, column == 0 { continue }
        if scalar == "\t" { continue }
        return Diagnostic(
          .error, code: "E002", "invisible or direction-changing character \(name(scalar))",
          help: "remove it; right-to-left text needs no override characters", file: file,
          range: SourceRange(line: index + 1, column: column + 1))
      }
    }
    return nil
  }

  /// The first such character of a value in which escapes are undone, as `U+202E`.
  static func hiddenCharacter(in text: String, isRaw: Bool) -> String? {
    guard text.utf8.contains(where: { $0 >= 127 || $0 < 32 }) else { return nil }
    return text.unicodeScalars.first { isHidden($0) && $0 != "\n" && $0 != "\t" }.map(name)
  }

  /// Control characters, direction overrides and signs without a picture. Joiners stay: emoji and Persian need them.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<32, 127..<160, 0x061c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff,
      0xfff9...0xfffb, 0xe0000...0xe007f:
      true
    default: false
    }
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}
