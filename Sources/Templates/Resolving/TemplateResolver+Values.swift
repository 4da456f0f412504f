import Diagnostics
import Geometry

extension TemplateResolver {
  /// A map with every property of its element: given, else the schema's default.
  func resolved(_ map: TypedMap, _ context: FoldContext) -> ResolvedMap {
    var values: [String: ResolvedValue] = [:]
    for property in SceneSchema.properties(of: map.element) {
      switch property.type {
      case .animations, .arguments, .patches, .dictionary, .node: continue
      case .any where map.element != "key": continue
      default: break
      }
      if property.name == "type" || property.name == "id", SceneSchema.isNode(map.element) { continue }
      values[property.name] = propertyValue(property, of: map, context)
    }
    if map.element == "place", case .none = values["self"] ?? .none { values["self"] = values["at"] }
    return ResolvedMap(
      element: map.element, id: map.id, range: map.mark.range, values: values,
      animations: map.animations.mapValues { animation in
        animation.keys.compactMap { key($0, animation.property, of: map.element, context) }
      })
  }

  private func propertyValue(_ property: PropertySchema, of map: TypedMap, _ context: FoldContext)
    -> ResolvedValue
  {
    guard let entry = map.entries[property.name] else {
      return standard(property, of: map.element, context)
    }
    var context = context
    if map.element == "table", property.name == "columns" || property.name == "highlight" {
      context.keepsRows = true
    }
    if property.completesFromDefault, case .map(let given) = entry.value,
      case .map(let base) = SchemaDefaults.value(property.name, of: map.element)
    {
      return .map(resolved(base.patched(with: given), context))
    }
    return value(
      entry.value, property, of: map.element, context, entry: entry, missing: missingText(map, context))
  }

  private func standard(_ property: PropertySchema, of element: String, _ context: FoldContext)
    -> ResolvedValue
  {
    guard let value = SchemaDefaults.value(property.name, of: element) else { return .none }
    return self.value(value, property, of: element, context, entry: nil, missing: "–")
  }

  private func missingText(_ map: TypedMap, _ context: FoldContext) -> String {
    guard map.element == "text", case .expression(let expression) = map.entries["missing"]?.value,
      case .text(let text) = context.fold(expression).literal
    else { return "–" }
    return text
  }

  private func key(_ key: TypedKey, _ property: PropertySchema, of element: String, _ context: FoldContext)
    -> ResolvedKey?
  {
    guard let timeProperty = SceneSchema.property("t", of: "key"),
      case .timePosition(let time) = value(
        key.time, timeProperty, of: "key", context, entry: nil, missing: "")
    else { return nil }
    var typed = key.value
    // A fill written as a colour stays a colour.
    if case .map(let map) = typed, map.isShorthand, let color = map.entries["color"]?.value { typed = color }
    return ResolvedKey(
      time: time, value: value(typed, property, of: element, context, entry: nil, missing: "–"),
      easing: key.easing)
  }

  /// A typed value with everything known put in.
  func value(
    _ typed: TypedValue, _ property: PropertySchema, of element: String, _ context: FoldContext,
    entry: TypedEntry?,
    missing: String
  ) -> ResolvedValue {
    switch typed {
    case .resolved(.word(let word)) where property.type == .anchor: return .word(context.ids[word] ?? word)
    case .resolved(let value): return value
    case .frames(let frames): return .time(frames / framesPerSecond)
    case .framePosition(let frames, let fromEnd):
      let seconds = frames / framesPerSecond
      return .timePosition(fromEnd ? .beforeEnd(seconds) : .seconds(seconds))
    case .token(let name): return .color(context.colors[name] ?? .clear)
    case .image(let name): return files[name].map { .file($0) } ?? .none
    case .list(let items):
      return .list(items.map { value($0, property, of: element, context, entry: entry, missing: missing) })
    case .map(let map): return .map(resolved(map, context))
    case .arguments: return .none
    case .expression(let expression):
      if expression.kind == .text, isText(property.type) {
        return text(expression, context, missing: missing)
      }
      let folded = context.fold(expression)
      guard let literal = folded.literal else {
        return .live(LiveExpression(FoldedExpression(folded, formatter: context.formatter)))
      }
      return converted(literal, expression.kind, property, of: element, context, entry: entry)
    }
  }

  private func isText(_ type: PropertyType) -> Bool { type == .text || type == .list(.text) }

  /// Text pieces with neighbours joined.
  private func text(_ expression: Expression, _ context: FoldContext, missing: String) -> ResolvedValue {
    var pieces: [Expression] = []
    func flatten(_ expression: Expression) {
      switch expression.operation {
      case .concat(let inner): inner.forEach(flatten)
      case .argument(let name):
        if let value = context.arguments[name] { flatten(value) }
      default: pieces.append(context.fold(expression))
      }
    }
    flatten(expression)
    var result: [LiveText.Piece] = []
    var literal = ""
    for piece in pieces {
      if case .concat(let inner) = piece.operation {
        // An `if` that chose a text with live parts.
        for part in inner { append(part) }
      } else {
        append(piece)
      }
    }
    func append(_ piece: Expression) {
      if let value = piece.literal {
        literal += Expression.text(of: value, context.formatter) ?? missing
      } else {
        if !literal.isEmpty { result.append(.literal(Expression.bounded(literal))) }
        literal = ""
        result.append(.live(LiveExpression(FoldedExpression(piece.asText, formatter: context.formatter))))
      }
    }
    if result.isEmpty { return .text(Expression.bounded(literal)) }
    if !literal.isEmpty { result.append(.literal(Expression.bounded(literal))) }
    return .liveText(LiveText(pieces: result))
  }

  /// A const result as a value of the property's type; what is absent falls back to the schema's default.
  private func converted(
    _ value: ExpressionValue, _ kind: ExpressionKind, _ property: PropertySchema, of element: String,
    _ context: FoldContext, entry: TypedEntry?
  ) -> ResolvedValue {
    switch (value, property.type) {
    case (.absent, .condition): return .bool(false)
    case (.absent, .rows): return .rows([])
    case (.absent, .quantity): return .none
    case (.absent, _): return standard(property, of: element, context)
    case (.bool(let flag), _): return .bool(flag)
    case (.color(let color), _): return .color(color)
    case (.list(let rows), _): return .rows(Array(rows.prefix(5000)))
    case (.text(let text), .text): return .text(text)
    case (.text(let text), .word(let words)): return word(text, words, property, entry)
    case (.text(let text), .ninePoint): return word(text, SceneSchema.ninePoints, property, entry)
    case (.text(let text), .ease):
      guard let easing = Easing(name: text) else { return word(text, Easing.names, property, entry) }
      return .easing(easing)
    case (.text(let text), _): return .text(text)
    case (.number(let number), let type): return converted(number, kind, type, property, entry)
    }
  }

  private func converted(
    _ number: Double, _ kind: ExpressionKind, _ type: PropertyType, _ property: PropertySchema,
    _ entry: TypedEntry?
  ) -> ResolvedValue {
    switch type {
    case .number(let range): return .number(min(max(number, range.lowerBound), range.upperBound))
    case .int(let range):
      return .number(min(max(number.rounded(), Double(range.lowerBound)), Double(range.upperBound)))
    case .length, .pair, .lengthOrEdges: return .length(kind == .ratio ? .percent(number) : .units(number))
    case .time, .timeOrAuto:
      if number > 600, let entry {
        report("E111", "\(Int(number))s: a scene lasts at most 10min", at: entry.node.mark)
      }
      return .time(max(0, number))
    case .timePosition:
      return .timePosition(kind == .ratio ? .share(min(max(number, 0), 1)) : .seconds(max(0, number)))
    case .runPosition:
      switch kind {
      case .ratio: return .runPosition(.share(min(max(number, 0), 1)))
      case .distance: return .runPosition(.distance(max(0, number)))
      default: return .runPosition(.time(max(0, number)))
      }
    case .angle: return .angle(number)
    case .ground, .groundOrAuto, .groundOrPoints, .groundOrPointsOrAuto: return .ground(max(0, number))
    case .quantity, .domain, .domainOrAuto: return .metric(.value(number, kind))
    default: return .number(number)
    }
  }

  private func word(_ text: String, _ words: [String], _ property: PropertySchema, _ entry: TypedEntry?)
    -> ResolvedValue
  {
    guard words.contains(text) else {
      report(
        "E110", "'\(property.name)' cannot be '\(text)'",
        help: WordSuggestionHelp.help(text, among: words) ?? "one of: \(words.joined(separator: ", "))",
        at: entry?.node.mark)
      return .none
    }
    return .word(text)
  }
}

extension Expression {
  /// Numbers without unit in a text are shown plain.
  fileprivate var asText: Expression {
    kind == .text ? self : Expression(.format(.number(digits: kind == .int ? 0 : 2), self), .text)
  }
}
