/// Writes diagnostics for people, programs and code review pages.
public struct DiagnosticPrinter: Sendable {
  /// How they are written.
  public enum Format: String, CaseIterable, Sendable {
    /// Message, source line, caret and hint.
    case text
    /// One JSON object a line.
    case json
    /// Annotations of a GitHub workflow.
    case github
  }
  /// How they are written.
  public var format: Format
  /// Whether the text form uses ANSI colours.
  public var isColored: Bool
  /// Most messages that are shown in the text form; the rest is counted.
  public var limit: Int

  /// A printer from its settings.
  public init(format: Format = .text, isColored: Bool = false, limit: Int = 20) {
    self.format = format
    self.isColored = isColored
    self.limit = limit
  }

  /// In the order of their places; each message ends with a line feed.
  public func string(_ diagnostics: [Diagnostic]) -> String {
    let sorted = Self.sorted(diagnostics)
    switch format {
    case .json: return sorted.map { json($0) + "\n" }.joined()
    case .github: return sorted.map { github($0) + "\n" }.joined()
    case .text:
      var text = sorted.prefix(limit).map { self.text($0) }.joined()
      let errors = sorted.count { $0.severity == .error }
      let warnings = sorted.count { $0.severity == .warning }
      if sorted.count > limit { text += "… and \(sorted.count - limit) more\n" }
      // One message needs no count.
      if errors > 1 {
        text += "\(errors) errors\n"
      } else if errors == 0, warnings > 1 {
        text += "\(warnings) warnings\n"
      }
      return text
    }
  }

  /// By file, line and column, errors first at one place; each message once.
  public static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var seen: Set<String> = []
    let unique = diagnostics.filter { diagnostic in
      seen.insert(diagnostic.firstLine).inserted
    }
    return unique.enumerated().sorted { a, b in
      let first = (a.element.file?.name ?? "", a.element.range?.line ?? 0, a.element.range?.column ?? 0)
      let second = (b.element.file?.name ?? "", b.element.range?.line ?? 0, b.element.range?.column ?? 0)
      if first != second { return first < second }
      let ranks = (a.element.severity == .error ? 0 : 1, b.element.severity == .error ? 0 : 1)
      return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : a.offset < b.offset
    }.map(\.element)
  }

  // MARK: Text

  private func text(_ diagnostic: Diagnostic) -> String {
    var result = painted(diagnostic.firstLine, diagnostic.severity) + "\n"
    if let range = diagnostic.range, let lines = diagnostic.file?.lines, range.line >= 1,
      range.line <= lines.count
    {
      let excerpt = Excerpt(line: lines[range.line - 1], range: range)
      let number = String(range.line)
      let gutter = String(repeating: " ", count: max(0, 6 - number.count)) + number
      result += "\(gutter) | \(excerpt.line)\n"
      result += "       | " + painted(excerpt.caret, diagnostic.severity) + "\n"
    }
    if let help = diagnostic.help { result += "       = help: \(Self.visible(help))\n" }
    return result
  }

  private func painted(_ text: String, _ severity: Diagnostic.Severity) -> String {
    guard isColored else { return text }
    let code =
      switch severity {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      }
    return "\u{1b}[\(code)m\(text)\u{1b}[0m"
  }

  /// Control characters and direction overrides as `U+…`, so that an input cannot rewrite the terminal.
  static func visible(_ text: some StringProtocol) -> String {
    // Nearly every text is plain ASCII.
    if text.utf8.allSatisfy({ (32..<127).contains($0) }) { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 9: result += " "
      case 0..<32, 127..<160, 0x200b, 0x200e, 0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfeff:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "<U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + ">"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: Programs

  private func json(_ diagnostic: Diagnostic) -> String {
    var fields = ["\"severity\": \(Self.quoted(diagnostic.severity.rawValue))"]
    if !diagnostic.code.isEmpty { fields.append("\"code\": \(Self.quoted(diagnostic.code))") }
    if let file = diagnostic.file { fields.append("\"file\": \(Self.quoted(file.name))") }
    if let range = diagnostic.range {
      fields.append("\"line\": \(range.line)")
      fields.append("\"column\": \(range.column)")
      fields.append("\"endLine\": \(range.endLine)")
      fields.append("\"endColumn\": \(range.endColumn)")
    }
    fields.append("\"message\": \(Self.quoted(diagnostic.message))")
    if let help = diagnostic.help { fields.append("\"help\": \(Self.quoted(help))") }
    return "{" + fields.joined(separator: ", ") + "}"
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 32 || scalar.value == 127 {
          let hex = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private func github(_ diagnostic: Diagnostic) -> String {
    func escaped(_ text: String, property: Bool) -> String {
      var result = ""
      for character in text {
        switch character {
        case "%": result += "%25"
        case "\r": result += "%0D"
        case "\n", "\r\n": result += "%0A"
        case ":" where property: result += "%3A"
        case "," where property: result += "%2C"
        default: result.append(character)
        }
      }
      return result
    }
    var properties: [String] = []
    if let file = diagnostic.file { properties.append("file=\(escaped(file.name, property: true))") }
    if let range = diagnostic.range {
      properties.append("line=\(range.line)")
      properties.append("col=\(range.column)")
      properties.append("endLine=\(range.endLine)")
      properties.append("endColumn=\(range.endColumn)")
    }
    if !diagnostic.code.isEmpty { properties.append("title=\(diagnostic.code)") }
    let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
    let message = diagnostic.message + (diagnostic.help.map { "\n\($0)" } ?? "")
    return "::\(command) \(properties.joined(separator: ","))::\(escaped(message, property: false))"
  }
}

extension Diagnostic {
  /// `file:line:column: error[CODE]: message`.
  public var firstLine: String {
    var place = ""
    if let file { place = file.name + (range.map { ":\($0.line):\($0.column)" } ?? "") + ": " }
    let tag = code.isEmpty ? severity.rawValue : "\(severity.rawValue)[\(code)]"
    return DiagnosticPrinter.visible("\(place)\(tag): \(message)")
  }
}

/// A source line cut to a width, and the caret line below it.
private struct Excerpt {
  private static let width = 100
  let line: String
  let caret: String

  init(line: String, range: SourceRange) {
    let scalars = Array(line.unicodeScalars)
    let end = range.endLine == range.line ? range.endColumn : scalars.count + 1
    let column = min(max(range.column, 1), scalars.count + 1)
    let start = column > Self.width - 20 ? min(column - 20, max(0, scalars.count - Self.width)) : 0
    let stop = min(scalars.count, start + Self.width)
    func piece(_ bounds: Range<Int>) -> String {
      var text = ""
      for scalar in scalars[bounds] { text.unicodeScalars.append(scalar) }
      return DiagnosticPrinter.visible(text)
    }
    let before = piece(start..<max(start, column - 1))
    let prefix = start > 0 ? "…" : ""
    self.line = prefix + piece(start..<stop) + (stop < scalars.count ? "…" : "")
    let marked = piece(min(column - 1, stop)..<max(min(column - 1, stop), min(end - 1, stop)))
    caret =
      String(repeating: " ", count: prefix.count + Self.columns(before))
      + String(repeating: "^", count: max(1, Self.columns(marked)))
  }

  /// Columns on a terminal: wide letters and emoji take two, marks none.
  private static func columns(_ text: String) -> Int {
    text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      let isWide =
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
          0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
          true
        default: false
        }
      return sum + (isWide ? 2 : 1)
    }
  }
}
