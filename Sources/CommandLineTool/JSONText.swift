/// JSON as text, in the order in which it is built: equal inputs give equal bytes.
indirect enum JSONText {
  case null
  case bool(Bool)
  case int(Int)
  /// With at most so many decimals.
  case number(Double, digits: Int)
  case text(String)
  case list([JSONText])
  case object([(String, JSONText)])

  /// A number, or null where it is not known.
  static func optional(_ value: Double?, digits: Int) -> JSONText {
    guard let value, value.isFinite else { return .null }
    return .number(value, digits: digits)
  }
  static func optional(_ value: String?) -> JSONText { value.map { .text($0) } ?? .null }

  /// The text, indented by two blanks a level.
  func render(indent: Int = 0) -> String {
    let inner = String(repeating: "  ", count: indent + 1)
    let outer = String(repeating: "  ", count: indent)
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .number(let value, let digits): return JSONText.decimal(value, digits)
    case .text(let text): return JSONText.quoted(text)
    case .list(let items):
      if items.isEmpty { return "[]" }
      return "[\n" + items.map { inner + $0.render(indent: indent + 1) }.joined(separator: ",\n")
        + "\n\(outer)]"
    case .object(let fields):
      if fields.isEmpty { return "{}" }
      let lines = fields.map { name, value in
        inner + JSONText.quoted(name) + ": " + value.render(indent: indent + 1)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    }
  }

  private static func decimal(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "null" }
    var factor = 1
    for _ in 0..<min(digits, 6) { factor *= 10 }
    let scaled = Int((abs(value) * Double(factor)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    var fraction = factor > 1 ? String(scaled % factor) : ""
    while factor > 1, fraction.count < digits { fraction = "0" + fraction }
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return sign + String(scaled / factor) + (fraction.isEmpty ? "" : "." + fraction)
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if scalar.value < 32 || (127..<160).contains(scalar.value) {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
