import Geometry

/// Gives every part of an expression its kind, and refuses names and combinations that mean nothing.
struct ExpressionChecker {
  let scope: ExpressionScope
  private(set) var uses: Set<DefinitionUse> = []

  init(scope: ExpressionScope) { self.scope = scope }

  mutating func check(_ syntax: ExpressionSyntax) throws(ExpressionProblem) -> Expression {
    switch syntax.node {
    case .literal(let value, let kind): return make(.literal(value), kind, syntax)
    case .name(let name): return try self.name(name, syntax)
    case .unary("not", let inner):
      let value = try check(inner)
      guard value.kind == .bool else {
        throw problem("`not` takes true or false, but this is \(value.kind.word)", value)
      }
      return make(.not(value), .bool, syntax)
    case .unary(_, let inner):
      let value = try check(inner)
      guard value.kind.isNumeric, value.kind != .date else {
        throw problem("\(value.kind.word) has no negative", value)
      }
      if case .literal(.number(let number)) = value.operation {
        return make(.literal(.number(-number)), value.kind, syntax)
      }
      return make(.negate(value), value.kind, syntax)
    case .binary(let operation, let left, let right): return try binary(operation, left, right, syntax)
    case .call(let name, let arguments): return try call(name, arguments, syntax)
    case .format(let name, let inner, let arguments): return try format(name, inner, arguments, syntax)
    }
  }

  private func make(_ operation: Expression.Operation, _ kind: ExpressionKind, _ syntax: ExpressionSyntax)
    -> Expression
  {
    Expression(operation, kind, offset: syntax.offset, length: syntax.length)
  }
  private func problem(_ message: String, _ part: Expression, help: String? = nil, code: String = "E155")
    -> ExpressionProblem
  {
    ExpressionProblem(code: code, message: message, help: help, offset: part.offset, length: part.length)
  }
  private func problem(_ code: String, _ message: String, _ syntax: ExpressionSyntax, help: String? = nil)
    -> ExpressionProblem
  {
    ExpressionProblem(code: code, message: message, help: help, offset: syntax.offset, length: syntax.length)
  }

  // MARK: Names

  private mutating func name(_ name: String, _ syntax: ExpressionSyntax) throws(ExpressionProblem)
    -> Expression
  {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts[0] {
    case "param" where parts.count > 1:
      guard let kind = scope.parameters[rest] else {
        throw unknown("parameter", rest, Array(scope.parameters.keys), "param.", syntax)
      }
      uses.insert(.parameter(rest))
      return make(.parameter(rest), kind, syntax)
    case "arg" where parts.count > 1:
      guard let arguments = scope.arguments else {
        throw problem("E157", "'\(name)': arguments exist only inside a component", syntax)
      }
      guard let kind = arguments[rest] else {
        throw unknown("argument", rest, Array(arguments.keys), "arg.", syntax)
      }
      uses.insert(.argument(rest))
      return make(.argument(rest), kind, syntax)
    case "t" where parts.count > 1:
      guard scope.strings.contains(rest) else {
        throw unknown("string", rest, Array(scope.strings), "t.", syntax)
      }
      uses.insert(.string(rest))
      return make(.string(rest), .text, syntax)
    case "theme" where parts.count > 1 && BindingCatalogue[name] == nil:
      guard scope.colors.contains(rest) else {
        throw unknown("colour", rest, Array(scope.colors), "theme.", syntax)
      }
      uses.insert(.color(rest))
      return make(.color(rest), .color, syntax)
    default: break
    }
    if let entry = BindingCatalogue[name] {
      if name.hasPrefix("row."), !scope.hasRow {
        throw problem(
          "E157", "'\(name)' exists only in a table's columns and in a repeat's item", syntax)
      }
      if let personal = entry.personal, !scope.reads.contains(personal) {
        throw undeclared(name, personal, syntax)
      }
      return make(.binding(Binding(name: name, kind: entry.kind)), entry.kind, syntax)
    }
    if parts.count == 1, scope.colors.contains(name) {
      uses.insert(.color(name))
      return make(.color(name), .color, syntax)
    }
    if BindingCatalogue.isForbidden(name) {
      throw problem(
        "E160", "'\(name)' is not available: templates never see coordinates", syntax,
        help: "`run.place` gives a coarse place name if `reads: [place-names]` is declared")
    }
    throw problem("E157", "unknown name '\(name)'", syntax, help: suggestion(for: name))
  }

  private func undeclared(_ name: String, _ personal: String, _ syntax: ExpressionSyntax) -> ExpressionProblem
  {
    problem(
      "E161", "'\(name)' is personal data the template has not declared", syntax,
      help: "add `reads: [\(personal)]` at the top, so that users see it before they render")
  }

  private func unknown(
    _ what: String, _ name: String, _ known: [String], _ prefix: String, _ syntax: ExpressionSyntax
  ) -> ExpressionProblem {
    let list = known.sorted().prefix(12).map { prefix + $0 }.joined(separator: ", ")
    return problem(
      "E157", "unknown \(what) '\(name)'", syntax,
      help: WordSuggestionHelp.help(name, among: known, prefix: prefix)
        ?? (known.isEmpty ? "none is defined" : "there are: \(list)"))
  }

  private func suggestion(for name: String) -> String? {
    var known = BindingCatalogue.entries.map(\.name)
    known += scope.parameters.keys.map { "param.\($0)" }
    known += (scope.arguments ?? [:]).keys.map { "arg.\($0)" }
    known += scope.strings.map { "t.\($0)" }
    if !name.contains(".") {
      // `pace` alone: what ends so.
      let ending = known.filter { $0.hasSuffix(".\(name)") }
      if let match = ending.first(where: { $0.hasPrefix("now.") }) ?? ending.sorted().first {
        return "did you mean '\(match)'?"
      }
      known += scope.colors
    }
    return WordSuggestionHelp.help(name, among: known)
  }

  // MARK: Operators

  private mutating func binary(
    _ operation: ExpressionOperator, _ leftSyntax: ExpressionSyntax, _ rightSyntax: ExpressionSyntax,
    _ syntax: ExpressionSyntax
  ) throws(ExpressionProblem) -> Expression {
    var left = try check(leftSyntax)
    var right = try check(rightSyntax)
    Self.adapt(&left, &right)
    guard let kind = operation.kind(left.kind, right.kind) else {
      let (l, r) = (left.kind.word, right.kind.word)
      let message: String
      var help: String?
      switch operation {
      case .add: message = "cannot add \(r) to \(l)"
      case .subtract: message = "cannot subtract \(r) from \(l)"
      case .multiply: message = "cannot multiply \(l) by \(r)"
      case .divide: message = "cannot divide \(l) by \(r)"
      case .remainder: message = "cannot take the remainder of \(l) by \(r)"
      case .and, .or:
        message = "`\(operation.rawValue)` takes true or false, but this is \(left.kind == .bool ? r : l)"
      case .coalesce: message = "`??` needs one kind on both sides, not \(l) and \(r)"
      default: message = "cannot compare \(l) with \(r)"
      }
      if left.kind.isNumeric, right.kind.isNumeric, left.kind.isPlain != right.kind.isPlain,
        operation != .divide
      {
        help = "give the literal its unit: 10km, 90s, 5:30/km, 150bpm"
      } else if [left.kind, right.kind].contains(.text), operation == .add {
        help = "put texts together by writing several ${…} in one text"
      }
      throw problem("E155", message, syntax, help: help)
    }
    let result = make(.binary(operation, left, right), kind, syntax)
    // Paces count kilometres, distances metres.
    let kinds = [left.kind, right.kind]
    if operation == .divide, kinds == [.duration, .distance] || kinds == [.duration, .pace] {
      return make(.binary(.multiply, result, make(.literal(.number(1000)), .number, syntax)), kind, syntax)
    }
    if operation == .multiply, kinds.contains(.pace), kinds.contains(.distance) {
      return make(.binary(.divide, result, make(.literal(.number(1000)), .number, syntax)), kind, syntax)
    }
    return result
  }

  /// A distance written as a number with unit also counts as elevation.
  private static func adapt(_ left: inout Expression, _ right: inout Expression) {
    if left.kind == .elevation, right.kind == .distance, right.literal != nil { right.kind = .elevation }
    if right.kind == .elevation, left.kind == .distance, left.literal != nil { left.kind = .elevation }
  }

  // MARK: Functions

  private mutating func call(_ name: String, _ syntaxes: [ExpressionSyntax], _ syntax: ExpressionSyntax)
    throws(ExpressionProblem) -> Expression
  {
    guard let function = ExpressionFunction(rawValue: name) else {
      let names = ExpressionFunction.allCases.map(\.rawValue)
      let isFormatter = ExpressionFormatter.names.contains(name)
      throw problem(
        "E154", "unknown function '\(name)'", syntax,
        help: isFormatter
          ? "'\(name)' is a formatter: write `value | \(name)`"
          : WordSuggestionHelp.help(name, among: names) ?? "functions: \(names.joined(separator: ", "))")
    }
    guard function.arity.contains(syntaxes.count) else {
      throw problem(
        "E154", "'\(name)' takes \(Self.count(function.arity)), not \(syntaxes.count)", syntax,
        help: function.signature)
    }
    var arguments: [Expression] = []
    for syntax in syntaxes { arguments.append(try check(syntax)) }
    let kind = try resultKind(function, &arguments, syntax)
    if function == .t, case .literal(.text(let key)) = arguments[0].operation {
      return make(.string(key), .text, syntax)
    }
    return make(.call(function, arguments), kind, syntax)
  }

  private static func count(_ range: ClosedRange<Int>) -> String {
    let most = range.upperBound
    return range.lowerBound == most
      ? "\(most) argument\(most == 1 ? "" : "s")" : "\(range.lowerBound) to \(most) arguments"
  }

  private mutating func resultKind(
    _ function: ExpressionFunction, _ arguments: inout [Expression], _ syntax: ExpressionSyntax
  ) throws(ExpressionProblem) -> ExpressionKind {
    func needs(_ index: Int, _ kinds: [ExpressionKind]) throws(ExpressionProblem) {
      let kind = arguments[index].kind
      guard kinds.contains(kind) || (kind.isPlain && kinds.contains(.number)) else {
        throw problem(
          "'\(function.rawValue)' takes \(kinds[0].word) here, but this is \(kind.word)", arguments[index],
          help: function.signature)
      }
    }
    func common(_ range: Range<Int>) throws(ExpressionProblem) -> ExpressionKind {
      var kind = arguments[range.lowerBound].kind
      for index in range.dropFirst() {
        var (first, other) = (arguments[range.lowerBound], arguments[index])
        Self.adapt(&first, &other)
        (arguments[range.lowerBound], arguments[index]) = (first, other)
        kind = kind == .distance && first.kind == .elevation ? .elevation : kind
        guard let both = ExpressionOperator.common(kind, arguments[index].kind) else {
          throw problem(
            "'\(function.rawValue)' needs one kind, not \(kind.word) and \(arguments[index].kind.word)",
            arguments[index])
        }
        kind = both
      }
      return kind
    }
    switch function {
    case .choose:
      try needs(0, [.bool])
      return try common(1..<3)
    case .min, .max, .clamp:
      let kind = try common(0..<arguments.count)
      guard kind.isNumeric else {
        throw problem("'\(function.rawValue)' takes numbers, but this is \(kind.word)", arguments[0])
      }
      return kind
    case .lerp:
      try needs(2, [.number])
      let kind = try common(0..<2)
      guard kind.isNumeric else {
        throw problem("'lerp' takes numbers, but this is \(kind.word)", arguments[0])
      }
      return kind == .int ? .number : kind
    case .abs, .round, .floor, .ceil:
      let kind = arguments[0].kind
      guard kind.isNumeric, kind != .date else {
        throw problem("'\(function.rawValue)' takes a number, but this is \(kind.word)", arguments[0])
      }
      return kind == .number && function != .abs ? .int : kind
    case .has: return .bool
    case .len:
      try needs(0, [.list])
      return .int
    case .mix:
      try needs(0, [.color])
      try needs(1, [.color])
      try needs(2, [.number])
      return .color
    case .alpha:
      try needs(0, [.color])
      try needs(1, [.number])
      return .color
    case .scale:
      guard case .literal(.text(let name)) = arguments[0].operation else {
        throw problem("'scale' takes a scale's name in quotes", arguments[0], help: function.signature)
      }
      guard let kind = scope.scales[name] else {
        throw problem(
          "unknown scale '\(name)'", arguments[0],
          help: WordSuggestionHelp.help(name, among: scope.scales.keys),
          code: "E113")
      }
      guard arguments[1].kind == kind || (kind.isPlain && arguments[1].kind.isPlain) else {
        throw problem(
          "scale '\(name)' takes \(kind.word), but this is \(arguments[1].kind.word)", arguments[1])
      }
      uses.insert(.scale(name))
      return .color
    case .plural:
      try needs(0, [.number])
      try needs(1, [.text])
      try needs(2, [.text])
      return .text
    case .t:
      guard case .literal(.text(let key)) = arguments[0].operation else {
        throw problem("'t' takes a key in quotes", arguments[0], help: function.signature)
      }
      guard scope.strings.contains(key) else {
        throw problem(
          "unknown string '\(key)'", arguments[0], help: WordSuggestionHelp.help(key, among: scope.strings),
          code: "E157")
      }
      uses.insert(.string(key))
      return .text
    }
  }

  // MARK: Formatters

  private mutating func format(
    _ name: String, _ inner: ExpressionSyntax, _ arguments: [ExpressionSyntax], _ syntax: ExpressionSyntax
  ) throws(ExpressionProblem) -> Expression {
    let value = try check(inner)
    guard let entry = ExpressionFormatter.signatures.first(where: { $0.name == name }) else {
      throw problem(
        "E156", "unknown formatter '\(name)'", syntax,
        help: FormatterSuggestion.formatter(name)
          ?? "formatters: \(ExpressionFormatter.names.joined(separator: ", "))")
    }
    guard entry.kinds.contains(value.kind) else {
      throw problem(
        "E155", "formatter '\(name)' takes \(entry.kinds[0].word), but this is \(value.kind.word)", syntax,
        help: ExpressionFormatter.suiting(value.kind).map { "use `| \($0)`" })
    }
    let formatter = try self.formatter(name, arguments, signature: entry.signature, syntax)
    if case .date(let pattern) = formatter, Self.showsClock(pattern), !scope.reads.contains("clock-time") {
      throw problem(
        "E161", "a clock time is personal data the template has not declared", syntax,
        help: "add `reads: [clock-time]` at the top, so that users see it before they render")
    }
    return make(.format(formatter, value), .text, syntax)
  }

  /// Whether a date pattern has hours, minutes or seconds.
  private static func showsClock(_ pattern: String) -> Bool {
    var isQuoted = false
    for character in pattern {
      if character == "'" { isQuoted.toggle() }
      if !isQuoted, "HhKkmsSaAzZXxOvV".contains(character) { return true }
    }
    return false
  }

  private mutating func formatter(
    _ name: String, _ arguments: [ExpressionSyntax], signature: String, _ syntax: ExpressionSyntax
  ) throws(ExpressionProblem) -> ExpressionFormatter {
    var digits: Int?
    var words: [String] = []
    for argument in arguments {
      switch argument.node {
      case .literal(.number(let value), .int) where digits == nil && words.isEmpty:
        let range = name == "truncate" ? 1.0...1000 : 0...6
        guard range.contains(value) else {
          throw problem(
            "E156", "'\(name)' takes a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))",
            argument,
            help: signature)
        }
        digits = Int(value)
      case .literal(.text(let word), _): words.append(word)
      default: throw problem("E156", "'\(name)' takes fixed arguments only", argument, help: signature)
      }
    }
    let known: [String]
    switch name {
    case "duration": known = ["auto", "words"]
    case "pace", "speed", "distance", "elevation", "hr", "cadence", "power": known = ["bare"]
    default: known = []
    }
    let takesDigits = ["speed", "distance", "elevation", "number", "percent", "truncate"].contains(name)
    if digits != nil, !takesDigits {
      throw problem("E156", "'\(name)' takes no number", syntax, help: signature)
    }
    if name == "date" {
      guard words.count == 1, let pattern = words.first, pattern.utf8.count <= 128 else {
        throw problem("E156", "'date' takes a pattern", syntax, help: "date('d MMMM yyyy')")
      }
      return .date(pattern: pattern)
    }
    guard words.count <= 1, words.allSatisfy(known.contains) else {
      throw problem(
        "E156", "'\(name)' does not know '\(words.last ?? "")'", syntax,
        help: words.last.flatMap { WordSuggestionHelp.help($0, among: known) } ?? signature)
    }
    let bare = words.first == "bare"
    switch name {
    case "pace": return .pace(bare: bare)
    case "speed": return .speed(digits: digits ?? 1, bare: bare)
    case "distance": return .distance(digits: digits ?? 2, bare: bare)
    case "elevation": return .elevation(digits: digits ?? 0, bare: bare)
    case "duration": return .duration(words: words.first == "words")
    case "hr": return .heartRate(bare: bare)
    case "cadence": return .cadence(bare: bare)
    case "power": return .power(bare: bare)
    case "number": return .number(digits: digits ?? 0)
    case "percent": return .percent(digits: digits ?? 0)
    case "upper": return .upper
    case "lower": return .lower
    default:
      guard let digits else { throw problem("E156", "'truncate' takes a length", syntax, help: signature) }
      return .truncate(digits)
    }
  }
}

/// Formatters under the names that people try first.
enum FormatterSuggestion {
  static func formatter(_ name: String) -> String? {
    let synonyms = [
      "time": "duration", "heart_rate": "hr", "heartrate": "hr", "km": "distance", "ele": "elevation",
      "round": "number", "uppercase": "upper", "lowercase": "lower", "fixed": "number",
    ]
    if let word = synonyms[name.lowercased()] { return "did you mean '\(word)'?" }
    return WordSuggestionHelp.help(name, among: ExpressionFormatter.names)
  }
}
