/// The schema table as JSON Schema draft-07, closed, for editors. The program's own decoder stays the authority.
package enum TemplateJSONSchema {
  package static func text() -> String {
    var definitions: [(String, JSON)] = []
    for element in SceneSchema.elements where element.name != "document" {
      definitions.append((element.name, object(element)))
    }
    definitions.append(("node", node))
    definitions.append(
      ("expression", .object([("type", .string("string")), ("pattern", .string("\\$\\{"))])))
    var root: [(String, JSON)] = [
      ("$schema", .string("http://json-schema.org/draft-07/schema#")),
      ("title", .string("replay-composer scene template, scene \(SceneSchema.languageVersion)")),
    ]
    if let document = SceneSchema.element("document"), case .object(let members) = object(document) {
      root += members
    }
    root.append(("definitions", .object(definitions)))
    return JSON.object(root).text() + "\n"
  }

  private static func object(_ element: ElementSchema) -> JSON {
    var properties: [(String, JSON)] = []
    for property in SceneSchema.properties(of: element.name) {
      if element.name == "use", property.name == "type" { continue }
      if element.group == .node, property.name == "type" {
        properties.append(("type", .object([("const", .string(element.name))])))
        continue
      }
      properties.append((property.name, value(property)))
    }
    var required = SceneSchema.properties(of: element.name).filter(\.isRequired).map(\.name)
    if element.group == .node, element.name != "use" { required.insert("type", at: 0) }
    var members: [(String, JSON)] = [
      ("type", .string("object")), ("description", .string(element.about)),
      ("additionalProperties", .bool(false)),
      ("properties", .object(properties)),
    ]
    if !required.isEmpty { members.append(("required", .array(required.map { .string($0) }))) }
    return .object(members)
  }

  /// One `if/then` a node type: an editor then tells one exact mistake.
  private static var node: JSON {
    var rules: [JSON] = SceneSchema.nodeTypes.map { name in
      .object([
        (
          "if",
          .object([
            ("required", .array([.string("type")])),
            ("properties", .object([("type", .object([("const", .string(name))]))])),
          ])
        ), ("then", reference(name)),
      ])
    }
    rules.append(
      .object([("if", .object([("required", .array([.string("use")]))])), ("then", reference("use"))]))
    return .object([
      ("type", .string("object")),
      (
        "properties",
        .object([("type", .object([("enum", .array(SceneSchema.nodeTypes.map { .string($0) }))]))])
      ),
      (
        "anyOf",
        .array([
          .object([("required", .array([.string("type")]))]),
          .object([("required", .array([.string("use")]))]),
        ])
      ),
      ("allOf", .array(rules)),
    ])
  }

  private static func reference(_ name: String) -> JSON {
    .object([("$ref", .string("#/definitions/\(name)"))])
  }

  private static func value(_ property: PropertySchema) -> JSON {
    var result = schema(property.type)
    let isBare =
      switch property.type {
      case .text, .condition, .quantity, .rows, .map, .list, .node, .dictionary, .any, .patches, .arguments,
        .animations:
        true
      default: false
      }
    if property.phase != .fixed, !isBare { result = anyOf([result, reference("expression")]) }
    guard case .object(var members) = result else { return result }
    if members.contains(where: { $0.0 == "$ref" }) {
      members = [("allOf", .array([result]))]
    }
    members.append(("description", .string(property.note)))
    return .object(members)
  }

  private static func anyOf(_ parts: [JSON]) -> JSON { .object([("anyOf", .array(parts))]) }
  private static func words(_ words: [String]) -> JSON {
    var values: [JSON] = words.map { .string($0) }
    // To an editor's YAML these are booleans.
    if words.contains("on") || words.contains("off") { values += [.bool(true), .bool(false)] }
    return .object([("enum", .array(values))])
  }
  private static func pattern(_ pattern: String) -> JSON {
    .object([("type", .string("string")), ("pattern", .string(pattern))])
  }
  private static func number(_ low: Double, _ high: Double, _ type: String) -> JSON {
    .object([("type", .string(type)), ("minimum", .number(low)), ("maximum", .number(high))])
  }
  private static let scalar = JSON.object([
    ("type", .array([.string("string"), .string("number"), .string("boolean")]))
  ])

  private static func schema(_ type: PropertyType) -> JSON {
    let amount = "-?[0-9]+(\\.[0-9]+)?"
    switch type {
    case .text, .condition, .quantity: return scalar
    case .bool: return .object([("type", .string("boolean"))])
    case .number(let range): return number(range.lowerBound, range.upperBound, "number")
    case .int(let range): return number(Double(range.lowerBound), Double(range.upperBound), "integer")
    case .length:
      return anyOf([
        .object([("type", .string("number"))]), pattern("^(auto|\(amount)(u|%|vw|vh|vmin|vmax|em|px)?)$"),
      ])
    case .time: return pattern("^[0-9]+(\\.[0-9]+)?(ms|s|min|f)$")
    case .timeOrAuto: return pattern("^(auto|[0-9]+(\\.[0-9]+)?(ms|s|min|f))$")
    case .timePosition:
      return pattern("^(end( ?- ?[0-9]+(\\.[0-9]+)?(ms|s|min|f))?|[0-9]+(\\.[0-9]+)?(ms|s|min|f|%))$")
    case .runPosition: return pattern("^[0-9]+(\\.[0-9]+)?(%|m|km|mi|ft|s|ms|min|h)$")
    case .angle: return pattern("^\(amount)deg$")
    case .ground: return pattern("^[0-9]+(\\.[0-9]+)?(m|km|mi|ft)$")
    case .groundOrAuto: return pattern("^(auto|[0-9]+(\\.[0-9]+)?(m|km|mi|ft))$")
    case .groundOrPoints: return pattern("^([0-9]+(\\.[0-9]+)?(m|km|mi|ft)|[0-9]+ points)$")
    case .groundOrPointsOrAuto: return pattern("^(auto|[0-9]+(\\.[0-9]+)?(m|km|mi|ft)|[0-9]+ points)$")
    case .color: return pattern("^([a-z][a-z0-9_]*|#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?)$")
    case .word(let list): return words(list)
    case .identifier, .fontName, .styleName, .scaleName, .componentName, .anchor:
      return pattern("^[a-z][a-z0-9_]{0,63}$")
    case .slug: return pattern("^[a-z0-9-]{1,64}$")
    case .version: return pattern("^[0-9]+\\.[0-9]+\\.[0-9]+$")
    case .canvasSize: return pattern("^[0-9]{2,4}x[0-9]{2,4}$")
    case .fontFile, .imageFile, .templateReference: return .object([("type", .string("string"))])
    case .ninePoint: return words(SceneSchema.ninePoints)
    case .ease:
      return anyOf([
        words(SceneSchema.easings),
        .object([
          ("type", .string("array")), ("items", .object([("type", .string("number"))])),
          ("minItems", .number(4)),
          ("maxItems", .number(4)),
        ]),
      ])
    case .domain: return .object([("type", .string("array")), ("items", scalar), ("minItems", .number(2))])
    case .domainOrAuto:
      return anyOf([
        words(["auto"]),
        .object([
          ("type", .string("array")), ("items", scalar), ("minItems", .number(2)), ("maxItems", .number(2)),
        ]),
      ])
    case .rows: return .object([("type", .string("string"))])
    case .map(let element): return anyOf([reference(element), words(["none"])])
    case .list(let item):
      if case .map(let element) = item {
        return .object([("type", .string("array")), ("items", reference(element))])
      }
      let inner = schema(item)
      return .object([
        ("type", .string("array")),
        ("items", item == .color ? anyOf([inner, reference("expression")]) : inner),
      ])
    case .pair:
      return .object([
        ("type", .string("array")), ("items", anyOf([schema(.length), reference("expression")])),
        ("minItems", .number(2)), ("maxItems", .number(2)),
      ])
    case .node: return reference("node")
    case .colorOr(let element): return anyOf([schema(.color), reference(element)])
    case .lengthOrEdges: return anyOf([schema(.length), reference("edges")])
    case .safeArea: return anyOf([words(SceneSchema.safeAreas), reference("edges")])
    case .ninePointOrPlace: return anyOf([words(SceneSchema.ninePoints), reference("place")])
    case .dictionary(let rule, let inner):
      let key = rule == .name ? "^[a-z][a-z0-9_]{0,63}$" : "^[a-zA-Z0-9-]{2,}$"
      var item = schema(inner)
      if case .map(let element) = inner { item = reference(element) }
      if inner == .color { item = anyOf([item, reference("expression")]) }
      return .object([
        ("type", .string("object")), ("additionalProperties", .bool(false)),
        ("patternProperties", .object([(key, item)])),
      ])
    case .any: return .object([])
    case .patches, .arguments: return .object([("type", .string("object"))])
    case .animations:
      return .object([
        ("type", .string("object")),
        ("additionalProperties", .object([("type", .string("array")), ("items", reference("key"))])),
      ])
    }
  }
}

/// Enough of JSON to write a schema with its members in a fixed order.
indirect enum JSON {
  case string(String)
  case number(Double)
  case bool(Bool)
  case array([JSON])
  case object([(String, JSON)])

  func text(indent: Int = 0) -> String {
    let pad = String(repeating: " ", count: indent + 1)
    switch self {
    case .string(let text): return Self.quoted(text)
    case .number(let value): return TemplateDecoder.show(value)
    case .bool(let flag): return flag ? "true" : "false"
    case .array(let items):
      if items.isEmpty { return "[]" }
      let isFlat = items.allSatisfy { item in
        switch item {
        case .array, .object: false
        default: true
        }
      }
      if isFlat { return "[" + items.map { $0.text() }.joined(separator: ", ") + "]" }
      return "[\n" + items.map { pad + $0.text(indent: indent + 1) }.joined(separator: ",\n") + "\n"
        + String(repeating: " ", count: indent) + "]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      return "{\n"
        + members.map { "\(pad)\(Self.quoted($0.0)): \($0.1.text(indent: indent + 1))" }.joined(
          separator: ",\n")
        + "\n" + String(repeating: " ", count: indent) + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
