/// What is wrong with an expression, and where in its scalar's text (code points).
struct ExpressionProblem: Error {
  var code: String
  var message: String
  var help: String?
  var offset: Int
  var length = 1
}

struct ExpressionToken {
  enum Kind: Equatable {
    /// In the base unit of its kind.
    case number(Double, ExpressionKind)
    case string(String)
    /// Dotted.
    case name(String)
    case symbol(String)
    case end
  }
  var kind: Kind
  var offset: Int
  var length: Int
}

/// Cuts an expression into tokens, up to the `}` that closes it or to the end of the text.
struct ExpressionLexer {
  let scalars: [Unicode.Scalar]
  private(set) var position: Int
  /// Whether a `}` ends it.
  let isBraced: Bool

  init(scalars: [Unicode.Scalar], position: Int, isBraced: Bool) {
    self.scalars = scalars
    self.position = position
    self.isBraced = isBraced
  }

  /// All tokens with `end` last; `position` is then behind the closing brace.
  mutating func tokens() throws(ExpressionProblem) -> [ExpressionToken] {
    var tokens: [ExpressionToken] = []
    while true {
      let token = try next()
      tokens.append(token)
      if token.kind == .end { return tokens }
      guard tokens.count <= 1024 else {
        throw ExpressionProblem(code: "E151", message: "expression too long", offset: token.offset)
      }
    }
  }

  private func scalar(_ offset: Int) -> Unicode.Scalar? {
    position + offset < scalars.count ? scalars[position + offset] : nil
  }

  private mutating func next() throws(ExpressionProblem) -> ExpressionToken {
    while let blank = scalar(0), blank == " " || blank == "\n" || blank == "\t" { position += 1 }
    let start = position
    guard let first = scalar(0) else {
      guard !isBraced else {
        throw ExpressionProblem(
          code: "E153", message: "'${' is never closed", help: "write `$${` for the characters themselves",
          offset: max(0, start - 1))
      }
      return ExpressionToken(kind: .end, offset: start, length: 1)
    }
    if first == "}", isBraced {
      position += 1
      return ExpressionToken(kind: .end, offset: start, length: 1)
    }
    if Self.isDigit(first) { return try number() }
    if Self.isLetter(first) {
      while let letter = scalar(0),
        Self.isLetter(letter) || Self.isDigit(letter)
          || (letter == "." && scalar(1).map(Self.isLetter) ?? false)
      {
        position += 1
      }
      return token(.name(text(start)), start)
    }
    if first == "'" || first == "\"" { return try string(first) }
    let pair = text(start, 2)
    switch pair {
    case "==", "!=", "<=", ">=", "??":
      position += 2
      return token(.symbol(pair), start)
    case "&&", "||":
      throw ExpressionProblem(
        code: "E150", message: "'\(pair)' is not part of the language",
        help: "write `\(pair == "&&" ? "and" : "or")`", offset: start, length: 2)
    default: break
    }
    switch first {
    case "+", "-", "*", "/", "%", "<", ">", "(", ")", ",", "|":
      position += 1
      return token(.symbol(String(first)), start)
    case "!":
      throw ExpressionProblem(
        code: "E150", message: "'!' is not part of the language", help: "write `not`", offset: start)
    case "?":
      throw ExpressionProblem(
        code: "E150", message: "there is no `a ? b : c`", help: "write if(a, b, c)", offset: start)
    case "=":
      throw ExpressionProblem(
        code: "E150", message: "'=' is not part of the language", help: "compare with `==`", offset: start)
    default:
      throw ExpressionProblem(code: "E150", message: "unexpected '\(first)'", offset: start)
    }
  }

  private func token(_ kind: ExpressionToken.Kind, _ start: Int) -> ExpressionToken {
    ExpressionToken(kind: kind, offset: start, length: position - start)
  }

  private func text(_ start: Int, _ count: Int? = nil) -> String {
    var result = ""
    for scalar in scalars[start..<min(scalars.count, count.map { start + $0 } ?? position)] {
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private mutating func string(_ quote: Unicode.Scalar) throws(ExpressionProblem) -> ExpressionToken {
    let start = position
    position += 1
    var result = ""
    while let scalar = scalar(0) {
      position += 1
      if scalar == quote { return token(.string(result), start) }
      result.unicodeScalars.append(scalar)
    }
    throw ExpressionProblem(code: "E150", message: "the text is never closed", offset: start)
  }

  private mutating func number() throws(ExpressionProblem) -> ExpressionToken {
    let start = position
    func digits(_ lexer: inout ExpressionLexer) -> Double {
      var value = 0.0
      while let digit = lexer.scalar(0), Self.isDigit(digit) {
        value = value * 10 + Double(digit.value - 48)
        lexer.position += 1
      }
      return value
    }
    var value = digits(&self)
    if scalar(0) == ":", scalar(1).map(Self.isDigit) ?? false {
      position += 1
      value = value * 60 + digits(&self)
      let unit = text(position, 3)
      guard unit == "/km" || unit == "/mi" else {
        throw ExpressionProblem(
          code: "E150", message: "'\(text(start))' needs its unit", help: "write a pace as \(text(start))/km",
          offset: start, length: position - start)
      }
      position += 3
      return token(.number(unit == "/km" ? value : value / 1.609344, .pace), start)
    }
    if scalar(0) == ".", scalar(1).map(Self.isDigit) ?? false {
      position += 1
      let begin = position
      let part = digits(&self)
      var scale = 1.0
      for _ in begin..<position { scale *= 10 }
      value += part / scale
    } else if scalar(0).map({ !Self.isLetter($0) && $0 != "%" }) ?? true {
      return token(.number(value, .int), start)
    }
    let unitStart = position
    if scalar(0) == "%" {
      position += 1
    } else {
      while let letter = scalar(0), Self.isLetter(letter) { position += 1 }
      if let unit = Optional(text(unitStart)), unit == "km" || unit == "m", scalar(0) == "/" {
        let speed = unit + text(position, 2)
        if speed == "km/h" || speed == "m/s" { position += 2 }
      }
    }
    let unit = text(unitStart)
    guard let (factor, kind) = MetricUnit.named(unit) else {
      throw ExpressionProblem(
        code: "E150", message: "unknown unit '\(unit)'",
        help: WordSuggestionHelp.help(unit, among: MetricUnit.names)
          ?? "units: \(MetricUnit.names.joined(separator: ", "))",
        offset: unitStart, length: max(1, position - unitStart))
    }
    return token(.number(value * factor, kind), start)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (48...57).contains(scalar.value) }
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (65...90).contains(scalar.value) || (97...122).contains(scalar.value) || scalar == "_"
  }
}
