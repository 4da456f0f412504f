import Diagnostics
import Geometry

extension TemplateDecoder {
  /// `${…}` as the whole scalar.
  func wholeExpression(_ text: String, _ node: YAMLNode, _ type: PropertyType, _ property: PropertySchema)
    -> TypedValue?
  {
    guard property.phase != .fixed || readsDefaults else {
      report("E158", "'\(property.name)' takes a fixed value, not an expression", at: node.mark)
      return nil
    }
    let scalars = Array(text.unicodeScalars)
    guard scalars.starts(with: ["$", "{"]) else {
      mixture(property, node)
      return nil
    }
    var lexer = ExpressionLexer(scalars: scalars, position: 2, isBraced: true)
    do throws(ExpressionProblem) {
      let tokens = try lexer.tokens()
      guard lexer.position == scalars.count else {
        mixture(property, node)
        return nil
      }
      return try checked(tokens, node, type, property)
    } catch {
      report(error, node)
      return nil
    }
  }

  private func mixture(_ property: PropertySchema, _ node: YAMLNode) {
    report("E110", "'\(property.name)' takes one value or one ${…}, not a mixture", at: node.mark)
  }

  /// A condition, number or list, with or without `${}` around it.
  func bareExpression(_ text: String, _ node: YAMLNode, _ type: PropertyType, _ property: PropertySchema)
    -> TypedValue?
  {
    if text.hasPrefix("${") { return wholeExpression(text, node, type, property) }
    var lexer = ExpressionLexer(scalars: Array(text.unicodeScalars), position: 0, isBraced: false)
    do throws(ExpressionProblem) {
      return try checked(try lexer.tokens(), node, type, property)
    } catch {
      report(error, node)
      return nil
    }
  }

  private func checked(
    _ tokens: [ExpressionToken], _ node: YAMLNode, _ type: PropertyType, _ property: PropertySchema
  ) throws(ExpressionProblem) -> TypedValue? {
    var parser = ExpressionParser(tokens: tokens)
    let syntax = try parser.parse()
    if type == .imageFile { return image(syntax, node) }
    let expression = try typed(syntax)
    guard Self.accepts(expression.kind, type) else {
      let first = tokens.first
      let last = tokens.count > 1 ? tokens[tokens.count - 2] : tokens[0]
      throw ExpressionProblem(
        code: "E155",
        message: "'\(property.name)' takes \(Self.name(of: type)), but this is \(expression.kind.word)",
        help: Self.kindHelp(expression.kind, type), offset: first?.offset ?? 0,
        length: max(1, last.offset + last.length - (first?.offset ?? 0)))
    }
    checkPhase(expression, property, node)
    return .expression(expression)
  }

  func typed(_ syntax: ExpressionSyntax) throws(ExpressionProblem) -> Expression {
    var checker = ExpressionChecker(scope: scope)
    let expression = try checker.check(syntax)
    uses.formUnion(checker.uses)
    return expression
  }

  /// Refuses what changes every frame where the value must be known, and remembers arguments that stand there.
  func checkPhase(_ expression: Expression, _ property: PropertySchema, _ node: YAMLNode) {
    guard property.phase != .live else { return }
    if let live = expression.livePart, case .binding(let binding) = live.operation {
      report(
        "E158", "'\(binding.name)' changes every frame; this property must be known before rendering starts",
        help: "use a run.* total or a parameter", at: node.mark(offset: live.offset, length: live.length))
    }
    noteConstArguments(expression)
  }

  func noteConstArguments(_ expression: Expression) {
    if case .argument(let name) = expression.operation { constArguments.insert(name) }
    expression.children.forEach(noteConstArguments)
  }

  private func image(_ syntax: ExpressionSyntax, _ node: YAMLNode) -> TypedValue? {
    if case .name(let name) = syntax.node, scope.images.contains(name) {
      if name.hasPrefix("param.") { uses.insert(.parameter(String(name.dropFirst(6)))) }
      if name.hasPrefix("arg.") { uses.insert(.argument(String(name.dropFirst(4)))) }
      return .image(name)
    }
    report("E155", "'file' takes a file of the bundle or a parameter of type image", at: node.mark)
    return nil
  }

  // MARK: Text

  /// Text with `${…}` parts as one expression of kind text.
  func textValue(_ text: String, _ node: YAMLNode, _ property: PropertySchema) -> TypedValue? {
    lintText(text, node, property)
    guard text.contains("${") else { return .expression(.text(text)) }
    guard property.phase != .fixed else {
      report("E158", "'\(property.name)' takes a fixed text, not an expression", at: node.mark)
      return nil
    }
    guard let pieces = pieces(text, node) else { return nil }
    let expression = Expression(.concat(pieces), .text, offset: 0, length: text.unicodeScalars.count)
    checkPhase(expression, property, node)
    return .expression(expression)
  }

  /// Literal and computed pieces; nil where one of them was refused.
  func pieces(_ text: String, _ node: YAMLNode) -> [Expression]? {
    let scalars = Array(text.unicodeScalars)
    var pieces: [Expression] = []
    var literal = ""
    var index = 0
    var isSound = true
    func flush() {
      if !literal.isEmpty { pieces.append(.text(literal)) }
      literal = ""
    }
    while index < scalars.count {
      if scalars[index] == "$", index + 2 < scalars.count, scalars[index + 1] == "$",
        scalars[index + 2] == "{"
      {
        literal += "${"
        index += 3
        continue
      }
      guard scalars[index] == "$", index + 1 < scalars.count, scalars[index + 1] == "{" else {
        literal.unicodeScalars.append(scalars[index])
        index += 1
        continue
      }
      flush()
      var lexer = ExpressionLexer(scalars: scalars, position: index + 2, isBraced: true)
      do throws(ExpressionProblem) {
        let tokens = try lexer.tokens()
        var parser = ExpressionParser(tokens: tokens)
        let expression = try typed(try parser.parse())
        guard [.text, .int, .number, .ratio].contains(expression.kind) else {
          let last = tokens.count > 1 ? tokens[tokens.count - 2] : tokens[0]
          throw ExpressionProblem(
            code: "E155", message: "a text cannot show \(expression.kind.word) as it is",
            help: ExpressionFormatter.suiting(expression.kind).map { "use `| \($0)`" }
              ?? "use if(…, 'yes', 'no')",
            offset: tokens[0].offset, length: max(1, last.offset + last.length - tokens[0].offset))
        }
        pieces.append(expression)
        index = lexer.position
      } catch {
        report(error, node)
        isSound = false
        // Go on behind the next brace, so that every mistake is told at once.
        guard error.code != "E153", let close = scalars[(index + 2)...].firstIndex(of: "}") else {
          return nil
        }
        index = close + 1
      }
    }
    flush()
    return isSound ? pieces : nil
  }

  func report(_ problem: ExpressionProblem, _ node: YAMLNode) {
    report(
      problem.code, problem.message, help: problem.help,
      at: node.mark(offset: problem.offset, length: problem.length))
  }

  // MARK: Kinds

  static func accepts(_ kind: ExpressionKind, _ type: PropertyType) -> Bool {
    switch type {
    case .bool, .condition: kind == .bool
    case .number, .int: kind.isPlain
    case .length: kind.isPlain
    case .time, .timeOrAuto: kind == .duration
    case .timePosition: kind == .duration || kind == .ratio
    case .runPosition: kind == .distance || kind == .duration || kind == .ratio
    case .angle: kind.isPlain
    case .ground, .groundOrAuto, .groundOrPoints, .groundOrPointsOrAuto:
      kind == .distance || kind == .elevation
    case .color: kind == .color
    case .rows: kind == .list
    case .quantity: kind.isNumeric && kind != .date
    case .text, .word, .ninePoint, .ease: kind == .text
    default: false
    }
  }

  private static func kindHelp(_ kind: ExpressionKind, _ type: PropertyType) -> String? {
    switch type {
    case .time,
      .timeOrAuto where kind.isPlain:
      "give the literal its unit: 3s, 500ms"
    case .ground,
      .groundOrAuto where kind.isPlain:
      "give the literal its unit: 900m, 4km"
    default: nil
    }
  }
}
