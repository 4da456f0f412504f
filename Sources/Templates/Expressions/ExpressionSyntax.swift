/// An expression as written, before its names are known.
struct ExpressionSyntax {
  indirect enum Node {
    case literal(ExpressionValue, ExpressionKind)
    case name(String)
    case unary(String, ExpressionSyntax)
    case binary(ExpressionOperator, ExpressionSyntax, ExpressionSyntax)
    case call(String, [ExpressionSyntax])
    case format(String, ExpressionSyntax, [ExpressionSyntax])
  }
  var node: Node
  /// Where a message about it points: a name, an operator.
  var offset: Int
  var length: Int
}

/// Recursive descent over the tokens. Bounded in nodes and depth.
struct ExpressionParser {
  static let maximumNodes = 64
  static let maximumDepth = 16

  private let tokens: [ExpressionToken]
  private var index = 0
  private var nodes = 0
  private var depth = 0

  init(tokens: [ExpressionToken]) { self.tokens = tokens }

  mutating func parse() throws(ExpressionProblem) -> ExpressionSyntax {
    let result = try piped()
    guard case .end = current.kind else {
      throw ExpressionProblem(
        code: "E150", message: "unexpected \(Self.show(current))", offset: current.offset,
        length: current.length)
    }
    return result
  }

  private var current: ExpressionToken { tokens[min(index, tokens.count - 1)] }

  private func isSymbol(_ symbol: String) -> Bool { current.kind == .symbol(symbol) }
  private func isWord(_ word: String) -> Bool { current.kind == .name(word) }
  private mutating func takes(_ symbol: String) -> Bool {
    guard isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  private static func show(_ token: ExpressionToken) -> String {
    switch token.kind {
    case .number: "number"
    case .string: "text"
    case .name(let name): "'\(name)'"
    case .symbol(let symbol): "'\(symbol)'"
    case .end: "end of the expression"
    }
  }

  private mutating func make(_ node: ExpressionSyntax.Node, _ token: ExpressionToken)
    throws(ExpressionProblem)
    -> ExpressionSyntax
  {
    nodes += 1
    guard nodes <= Self.maximumNodes else {
      throw ExpressionProblem(
        code: "E151", message: "expression has more than \(Self.maximumNodes) parts", offset: token.offset,
        length: token.length)
    }
    return ExpressionSyntax(node: node, offset: token.offset, length: token.length)
  }

  private mutating func piped() throws(ExpressionProblem) -> ExpressionSyntax {
    var value = try binary(0)
    while takes("|") {
      let token = current
      guard case .name(let name) = token.kind else {
        throw ExpressionProblem(
          code: "E156", message: "a formatter's name must follow '|'",
          help: "formatters: \(ExpressionFormatter.names.joined(separator: ", "))", offset: token.offset,
          length: token.length)
      }
      index += 1
      let arguments = isSymbol("(") ? try self.arguments() : []
      value = try make(.format(name, value, arguments), token)
    }
    return value
  }

  private static let levels: [[(token: String, operation: ExpressionOperator)]] = [
    [("or", .or)], [("and", .and)], [("??", .coalesce)],
    [
      ("==", .equal), ("!=", .notEqual), ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("<", .less),
      (">", .greater),
    ],
    [("+", .add), ("-", .subtract)], [("*", .multiply), ("/", .divide), ("%", .remainder)],
  ]

  private mutating func binary(_ level: Int) throws(ExpressionProblem) -> ExpressionSyntax {
    guard level < Self.levels.count else { return try unary() }
    var left = try binary(level + 1)
    while let operation = operation(at: level) {
      let token = current
      index += 1
      let right = try binary(level + 1)
      left = try make(.binary(operation, left, right), token)
      if operation.isComparison, self.operation(at: level) != nil {
        throw ExpressionProblem(
          code: "E150", message: "comparisons cannot be chained", help: "write `a < b and b < c`",
          offset: current.offset, length: current.length)
      }
    }
    return left
  }

  private func operation(at level: Int) -> ExpressionOperator? {
    let word: String
    switch current.kind {
    case .symbol(let symbol): word = symbol
    case .name(let name) where name == "and" || name == "or": word = name
    default: return nil
    }
    return Self.levels[level].first { $0.token == word }?.operation
  }

  private mutating func unary() throws(ExpressionProblem) -> ExpressionSyntax {
    let token = current
    if isSymbol("-") || isWord("not") {
      let sign = isSymbol("-") ? "-" : "not"
      index += 1
      try enter(token)
      defer { depth -= 1 }
      // `not a == b` and `not run.has.hr and x` read as people mean them: `not` takes one primary.
      return try make(.unary(sign, try unary()), token)
    }
    return try primary()
  }

  private mutating func enter(_ token: ExpressionToken) throws(ExpressionProblem) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw ExpressionProblem(
        code: "E152", message: "expression nested deeper than \(Self.maximumDepth)", offset: token.offset,
        length: token.length)
    }
  }

  private mutating func primary() throws(ExpressionProblem) -> ExpressionSyntax {
    let token = current
    switch token.kind {
    case .number(let value, let kind):
      index += 1
      return try make(.literal(.number(value), kind), token)
    case .string(let text):
      index += 1
      return try make(.literal(.text(text), .text), token)
    case .name("true"), .name("false"):
      index += 1
      return try make(.literal(.bool(token.kind == .name("true")), .bool), token)
    case .name(let name) where name != "and" && name != "or":
      index += 1
      if isSymbol("(") { return try make(.call(name, try arguments()), token) }
      return try make(.name(name), token)
    case .symbol("("):
      index += 1
      try enter(token)
      let inner = try piped()
      guard takes(")") else { throw missing(")", token) }
      depth -= 1
      return inner
    default:
      throw ExpressionProblem(
        code: "E150", message: "a value is missing before \(Self.show(token))", offset: token.offset,
        length: token.length)
    }
  }

  private mutating func arguments() throws(ExpressionProblem) -> [ExpressionSyntax] {
    let token = current
    index += 1
    try enter(token)
    defer { depth -= 1 }
    var list: [ExpressionSyntax] = []
    if takes(")") { return list }
    while true {
      list.append(try piped())
      if takes(")") { return list }
      guard takes(",") else { throw missing(")", token) }
    }
  }

  private func missing(_ symbol: String, _ open: ExpressionToken) -> ExpressionProblem {
    ExpressionProblem(
      code: "E150", message: "'\(symbol)' is missing before \(Self.show(current))", offset: current.offset,
      length: current.length)
  }
}
