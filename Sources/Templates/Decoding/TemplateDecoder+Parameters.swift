import Diagnostics
import Geometry

extension TemplateDecoder {
  /// Names and types of parameters or arguments; their defaults follow when every name is known.
  func declarations(_ node: YAMLNode?, what: String) -> [ParameterDefinition] {
    named(node, property: what).compactMap { entry in
      guard let map = map(entry.value, as: "param") else { return nil }
      guard case .resolved(.word(let type)) = map.entries["type"]?.value else { return nil }
      var choices: [String] = []
      if let items = entry.value["choices"]?.items { choices = items.compactMap(\.scalar) }
      if type == "choice", choices.isEmpty {
        report("E103", "param '\(entry.key)' needs 'choices'", help: "for `choice`", at: entry.keyMark)
      }
      return ParameterDefinition(
        name: entry.key, type: type, choices: choices, help: entry.value["help"]?.scalar ?? "",
        text: (entry.value["default"]?.scalar, entry.value["min"]?.scalar, entry.value["max"]?.scalar),
        mark: entry.keyMark, defaultNode: entry.value["default"])
    }
  }

  /// Reads defaults and limits.
  func complete(_ definitions: inout [ParameterDefinition], yaml: YAMLNode?, what: String) {
    for index in definitions.indices {
      let definition = definitions[index]
      guard let node = yaml?[definition.name] else { continue }
      for (name, path) in [("min", \ParameterDefinition.minimum), ("max", \ParameterDefinition.maximum)] {
        guard let limit = node[name], let text = limit.scalar else { continue }
        guard let value = Self.limit(text, type: definition.type) else {
          report(
            "E106", "\(name) of \(what) '\(definition.name)' is not a \(definition.type): '\(text)'",
            at: limit.mark)
          continue
        }
        definitions[index][keyPath: path] = value
      }
      guard let node = definition.defaultNode, !node.isEmpty else { continue }
      if definition.type == "image" {
        if case .resolved(.file(let file)) = file(node.scalar ?? "", node, isFont: false) {
          definitions[index].standardFile = file
        }
        continue
      }
      definitions[index].standard = argument(
        node, definitions[index], label: "default of \(what) '\(definition.name)'", isConst: true)
      lintLimits(definitions[index], node)
    }
  }

  private func lintLimits(_ definition: ParameterDefinition, _ node: YAMLNode) {
    guard case .number(let value) = definition.standard?.literal else { return }
    let isLow = definition.minimum.map { value < $0 } ?? false
    let isHigh = definition.maximum.map { value > $0 } ?? false
    guard isLow || isHigh else { return }
    report(
      .warning, "W208",
      "default of parameter '\(definition.name)' is \(isLow ? "below its min" : "above its max")",
      at: node.mark)
  }

  private static func limit(_ text: String, type: String) -> Double? {
    switch type {
    case "number": Literal.number(text)
    case "int", "text": Literal.int(text).map(Double.init)
    case "duration": Literal.seconds(text)
    case "distance": Literal.ground(text)
    default: nil
    }
  }

  /// A value for a parameter or argument: a literal of its type, or an expression of its kind.
  func argument(_ node: YAMLNode, _ definition: ParameterDefinition, label: String, isConst: Bool)
    -> Expression?
  {
    guard let text = node.scalar else {
      report("E105", "\(label) takes a \(definition.type), not a \(node.shape)", at: node.mark)
      return nil
    }
    let property = PropertySchema(definition.name, .text, isConst ? .const : .live, "")
    if definition.type == "text", text.contains("${") {
      guard let pieces = pieces(text, node) else { return nil }
      let expression = Expression(.concat(pieces), .text, length: text.unicodeScalars.count)
      if isConst { checkPhase(expression, property, node) }
      return expression
    }
    if text.contains("${") { return expression(text, node, definition, label: label, isConst: isConst) }
    if definition.type == "color" {
      switch color(text, node) {
      case .resolved(.color(let color)): return Expression(.literal(.color(color)), .color)
      case .token(let name): return Expression(.color(name), .color)
      default: return nil
      }
    }
    guard let value = ParameterValue.parse(text, definition) else {
      report(
        "E106", "\(label) is not \(ParameterValue.word(definition)): '\(text)'",
        help: ParameterValue.help(text, definition),
        at: node.mark)
      return nil
    }
    return Expression(.literal(value), definition.kind)
  }

  private func expression(
    _ text: String, _ node: YAMLNode, _ definition: ParameterDefinition, label: String, isConst: Bool
  ) -> Expression? {
    let type: PropertyType =
      switch definition.kind {
      case .bool: .bool
      case .color: .color
      case .duration: .time
      case .distance: .ground
      case .number, .int: .number(-1e12...1e12)
      case .date: .any
      default: .text
      }
    let property = PropertySchema(definition.name, type, isConst ? .const : .live, "")
    guard case .expression(let expression) = wholeExpression(text, node, type, property) else { return nil }
    return expression
  }

  // MARK: Arguments of a use

  func arguments(of node: YAMLNode, into use: inout TypedMap, isPatch: Bool) {
    guard case .resolved(.word(let name)) = use.entries["use"]?.value, let component = components[name] else {
      return
    }
    guard let property = SceneSchema.property("with", of: "use") else { return }
    var values: [String: Expression] = [:]
    let given = node["with"]
    if let given, given.entries == nil {
      report("E105", "'with' takes a map of arguments, not a \(given.shape)", at: given.mark)
      return
    }
    for entry in given?.entries ?? [] {
      guard let definition = component.arguments.first(where: { $0.name == entry.key }) else {
        let names = component.arguments.map(\.name)
        report(
          "E118", "unknown argument '\(entry.key)' of component '\(name)'",
          help: suggestion(entry.key, names, "arguments") ?? "it takes none", at: entry.keyMark)
        continue
      }
      guard !entry.value.isEmpty else {
        report("E104", "'\(entry.key)' has no value", help: "write \"\" for an empty text", at: entry.keyMark)
        continue
      }
      let isConst = component.constArguments.contains(entry.key)
      if definition.type == "image" { continue }
      if let value = argument(
        entry.value, definition, label: "argument '\(entry.key)' of '\(name)'", isConst: isConst)
      {
        values[entry.key] = value
      }
    }
    if !isPatch {
      for definition in component.arguments
      where definition.defaultNode == nil && given?[definition.name] == nil {
        report(
          "E103", "component '\(name)' needs the argument '\(definition.name)'", at: given?.mark ?? node.mark)
      }
    }
    if given != nil || !isPatch {
      use.entries["with"] = TypedEntry(
        property: property, value: .arguments(values), keyMark: given?.mark ?? node.mark, node: given ?? node)
    }
  }

  /// Entries of a dictionary whose keys are sound names.
  func named(_ node: YAMLNode?, property: String, rule: PropertyType.KeyRule = .name) -> [YAMLNode.Entry] {
    guard let node, !node.isEmpty else { return [] }
    guard let entries = node.entries else {
      report("E105", "'\(property)' takes a map, not a \(node.shape)", at: node.mark)
      return []
    }
    return entries.filter { entry in
      let isSound = rule == .name ? Literal.isName(entry.key) : Literal.isLanguage(entry.key)
      if !isSound {
        report(
          "E107", "'\(entry.key)' is not a \(rule == .name ? "name" : "language")",
          help: rule == .name
            ? "names are lower case letters, digits and _ (no '-', which would read as minus in ${…})"
            : "languages are written as en, de, pt-BR", at: entry.keyMark)
        return false
      }
      if entry.value.isEmpty {
        emptyEntry(entry)
        return false
      }
      return true
    }
  }
}

/// Values of parameters as text: in the template, after `--set`.
enum ParameterValue {
  static func parse(_ text: String, _ definition: ParameterDefinition) -> ExpressionValue? {
    switch definition.type {
    case "text": .text(text)
    case "number": Literal.number(text).map { .number($0) }
    case "int": Literal.int(text).map { .number(Double($0)) }
    case "bool": text == "true" || text == "false" ? .bool(text == "true") : nil
    case "choice": definition.choices.contains(text) ? .text(text) : nil
    case "duration": Literal.seconds(text).map { .number($0) }
    case "distance": Literal.ground(text).map { .number($0) }
    case "date": Literal.date(text).map { .number($0) }
    case "color": Literal.color(text).map { .color($0) }
    default: nil
    }
  }

  static func word(_ definition: ParameterDefinition) -> String {
    switch definition.type {
    case "int": "a whole number"
    case "bool": "a bool"
    case "choice": "one of its choices"
    case "color": "a colour"
    default: "a \(definition.type)"
    }
  }

  static func help(_ text: String, _ definition: ParameterDefinition) -> String? {
    switch definition.type {
    case "bool": return "booleans are `true` and `false` only"
    case "choice":
      return WordSuggestionHelp.help(text, among: definition.choices)
        ?? "choices: \(definition.choices.joined(separator: ", "))"
    case "duration":
      return Literal.number(text) != nil ? "did you mean '\(text)s'?" : "write 20s, 500ms or 2min"
    case "distance":
      return Literal.number(text) != nil ? "did you mean '\(text)m'?" : "write 900m, 4km or 0.5mi"
    case "date": return "write 2025-05-01"
    case "color": return "write #rrggbb, #rrggbbaa or a colour of the theme"
    default: return nil
    }
  }
}
