import Geometry

/// Reads literals of the language. Never by YAML's implicit types: `5:30`, `010` and `no` mean what the property says.
enum Literal {
  /// Optional sign, digits, optional fraction; nothing else.
  static func number(_ text: some StringProtocol) -> Double? {
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 24 else { return nil }
    var sign = 1.0
    if let first = bytes.first, first == 45 || first == 43 {
      if first == 45 { sign = -1 }
      bytes = bytes.dropFirst()
    }
    var value = 0.0
    var digits = 0
    var scale: Double?
    for byte in bytes {
      if byte == 46, scale == nil, digits > 0 {
        scale = 1
      } else if (48...57).contains(byte) {
        digits += 1
        value = value * 10 + Double(byte - 48)
        if let place = scale { scale = place * 10 }
      } else {
        return nil
      }
    }
    guard digits > 0, scale != 1 else { return nil }
    return sign * value / (scale ?? 1)
  }

  static func int(_ text: some StringProtocol) -> Int? {
    guard let value = number(text), value == value.rounded(), abs(value) < 1e15, !text.contains(".") else {
      return nil
    }
    return Int(value)
  }

  /// A number and what follows it.
  static func split(_ text: String) -> (number: Double, unit: String)? {
    let end =
      text.firstIndex { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+")) }
      ?? text.endIndex
    guard let number = number(text[..<end]) else { return nil }
    return (number, String(text[end...]))
  }

  static func length(_ text: String) -> Length? {
    if text == "auto" { return .auto }
    guard let (number, unit) = split(text) else { return nil }
    switch unit {
    case "", "u": return .units(number)
    case "%": return .percent(number / 100)
    case "vw": return .vw(number)
    case "vh": return .vh(number)
    case "vmin": return .vmin(number)
    case "vmax": return .vmax(number)
    case "em": return .em(number)
    case "px": return .pixels(number)
    default: return nil
    }
  }

  /// Seconds of video, or frames.
  static func time(_ text: String) -> TypedValue? {
    guard let (number, unit) = split(text), number >= 0 else { return nil }
    switch unit {
    case "ms": return .resolved(.time(number / 1000))
    case "s": return .resolved(.time(number))
    case "min": return .resolved(.time(number * 60))
    case "f": return .frames(number)
    default: return nil
    }
  }

  static func seconds(_ text: String) -> Double? {
    if case .resolved(.time(let seconds)) = time(text) { return seconds }
    guard let (number, unit) = split(text), unit == "h", number >= 0 else { return nil }
    return number * 3600
  }

  static func timePosition(_ text: String) -> TypedValue? {
    if text == "end" { return .resolved(.timePosition(.beforeEnd(0))) }
    if text.hasPrefix("end") {
      let rest = text.dropFirst(3).drop { $0 == " " }
      guard rest.first == "-" else { return nil }
      switch time(String(rest.dropFirst().drop { $0 == " " })) {
      case .resolved(.time(let seconds)): return .resolved(.timePosition(.beforeEnd(seconds)))
      case .frames(let frames): return .framePosition(frames, fromEnd: true)
      default: return nil
      }
    }
    if text.hasSuffix("%") {
      guard let number = number(text.dropLast()), (0...100).contains(number) else { return nil }
      return .resolved(.timePosition(.share(number / 100)))
    }
    switch time(text) {
    case .resolved(.time(let seconds)): return .resolved(.timePosition(.seconds(seconds)))
    case .frames(let frames): return .framePosition(frames, fromEnd: false)
    default: return nil
    }
  }

  static func runPosition(_ text: String) -> RunPosition? {
    guard let (number, unit) = split(text), number >= 0 else { return nil }
    if unit == "%" { return number <= 100 ? .share(number / 100) : nil }
    if let metres = ground(text) { return .distance(metres) }
    return seconds(text).map { .time($0) }
  }

  static func angle(_ text: String) -> Double? {
    guard let (number, unit) = split(text), unit == "deg" else { return nil }
    return number
  }

  /// Metres.
  static func ground(_ text: String) -> Double? {
    guard let (number, unit) = split(text), number >= 0 else { return nil }
    switch unit {
    case "m": return number
    case "km": return number * 1000
    case "mi": return number * 1609.344
    case "ft": return number * 0.3048
    default: return nil
    }
  }

  /// `600 points`.
  static func points(_ text: String) -> Double? {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[1] == "points", let count = int(parts[0]), (1...1_000_000).contains(count)
    else {
      return nil
    }
    return Double(count)
  }

  /// `#rgb` is not part of the language. Six or eight digits may stand alone: that a colour is wanted is known.
  static func color(_ text: String) -> Color? {
    if text == "none" || text == "transparent" { return .clear }
    if text.utf8.count == 6 || text.utf8.count == 8, text.allSatisfy(\.isHexDigit) {
      return Color(hexString: text)
    }
    guard text.hasPrefix("#"), text.utf8.count == 7 || text.utf8.count == 9 else { return nil }
    return Color(hexString: text)
  }

  static func canvasSize(_ text: String) -> (width: Int, height: Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = int(parts[0]), let height = int(parts[1]) else { return nil }
    return (width, height)
  }
  static func isCanvasSize(_ size: (width: Int, height: Int)) -> Bool {
    [size.width, size.height].allSatisfy { (64...4096).contains($0) && $0 % 2 == 0 }
  }

  /// What `--size` may ask for: as many pixels as the largest canvas, in longer sides too.
  static func isPictureSize(_ size: (width: Int, height: Int)) -> Bool {
    [size.width, size.height].allSatisfy { (64...8192).contains($0) && $0 % 2 == 0 }
      && size.width * size.height <= 4096 * 4096
  }

  /// A value of a metric, or a percentile.
  static func metric(_ text: String, kind: ExpressionKind) -> MetricValue? {
    if text.hasPrefix("p"), let percent = number(text.dropFirst()), (0...100).contains(percent) {
      return .percentile(percent)
    }
    var text = text
    var sign = 1.0
    if text.hasPrefix("-") {
      sign = -1
      text.removeFirst()
    }
    var lexer = ExpressionLexer(scalars: Array(text.unicodeScalars), position: 0, isBraced: false)
    guard let tokens = try? lexer.tokens(), tokens.count == 2,
      case .number(let value, let found) = tokens[0].kind
    else {
      return nil
    }
    let fits =
      found == kind || (kind == .elevation && found == .distance) || (kind == .ratio && found.isPlain)
    return fits ? .value(sign * value, kind) : nil
  }

  /// Seconds since 1970 of `2025-05-01`.
  static func date(_ text: String) -> Double? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = int(parts[0]),
      let month = int(parts[1]), let day = int(parts[2]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Double(era * 146_097 + dayOfEra - 719_468) * 86_400
  }

  /// `[a-z0-9-]{1,64}`.
  static func isSlug(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
  }
  /// A letter, then letters, digits and `_`, all lower case.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (97...122).contains(first), text.utf8.count <= 64 else { return false }
    return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
  }
  static func isVersion(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3
      && parts.allSatisfy { !$0.isEmpty && $0.count <= 6 && $0.utf8.allSatisfy { (48...57).contains($0) } }
  }
  /// `de`, `pt-BR`.
  static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), parts.count <= 3 else { return false }
    return parts.allSatisfy { part in
      (2...8).contains(part.count)
        && part.utf8.allSatisfy {
          (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0)
        }
    }
  }
}
