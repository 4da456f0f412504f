import Diagnostics
import Geometry

extension TemplateDecoder {
  /// A value of a property's type; nil where it was refused (and reported).
  func value(_ node: YAMLNode, _ property: PropertySchema, of element: String) -> TypedValue? {
    value(node, property.type, property, of: element)
  }

  private func value(_ node: YAMLNode, _ type: PropertyType, _ property: PropertySchema, of element: String)
    -> TypedValue?
  {
    switch type {
    case .map(let inner): return submap(node, inner, property)
    case .list(let item): return list(node, item, property, of: element)
    case .pair: return pair(node, property, of: element)
    case .node: return self.node(node, property: property.name).map { .map($0) }
    case .dictionary, .patches, .any, .animations: return nil
    case .arguments: return nil
    case .colorOr(let inner):
      if node.entries != nil { return map(node, as: inner).map { .map($0) } }
      guard let color = value(node, .color, property, of: element) else { return nil }
      guard inner == "fill" else { return color }
      if case .resolved(.none) = color { return color }
      return shorthand("fill", ["color": color], node)
    case .lengthOrEdges:
      if node.entries != nil { return map(node, as: "edges").map { .map($0) } }
      guard let length = value(node, .length, property, of: element) else { return nil }
      return shorthand("edges", ["top": length, "right": length, "bottom": length, "left": length], node)
    case .safeArea:
      if node.entries != nil { return map(node, as: "edges").map { .map($0) } }
      return value(node, .word(SceneSchema.safeAreas), property, of: element)
    case .ninePointOrPlace:
      if node.entries != nil { return map(node, as: "place").map { .map($0) } }
      guard let at = value(node, .ninePoint, property, of: element) else { return nil }
      return shorthand("place", ["at": at], node)
    case .ease where node.items != nil: return bezier(node)
    case .domain, .domainOrAuto:
      if type == .domainOrAuto, node.scalar == "auto" { return .resolved(.auto) }
      return domain(node, property)
    default: break
    }
    guard let text = node.scalar else {
      report("E105", "'\(property.name)' takes \(Self.name(of: type)), not a \(node.shape)", at: node.mark)
      return nil
    }
    return scalar(text, node, type, property, of: element)
  }

  private func shorthand(_ element: String, _ values: [String: TypedValue], _ node: YAMLNode) -> TypedValue {
    var map = TypedMap(element, mark: node.mark)
    map.isShorthand = true
    for (name, value) in values {
      guard let property = SceneSchema.property(name, of: element) else { continue }
      map.entries[name] = TypedEntry(property: property, value: value, keyMark: node.mark, node: node)
    }
    return .map(map)
  }

  private func submap(_ node: YAMLNode, _ element: String, _ property: PropertySchema) -> TypedValue? {
    if node.scalar == "none", !property.isRequired {
      return .resolved(property.defaultText == nil ? .none : .word("none"))
    }
    guard node.entries != nil else {
      report("E105", "'\(property.name)' takes a map (\(element)), not a \(node.shape)", at: node.mark)
      return nil
    }
    return map(node, as: element).map { .map($0) }
  }

  private func list(_ node: YAMLNode, _ item: PropertyType, _ property: PropertySchema, of element: String)
    -> TypedValue?
  {
    guard let items = node.items else {
      report(
        "E105", "'\(property.name)' takes a \(Self.listName(of: item)) list, not a \(node.shape)",
        at: node.mark)
      return nil
    }
    let values = items.compactMap { yaml -> TypedValue? in
      if yaml.isEmpty {
        report("E104", "an item of '\(property.name)' has no value", at: yaml.mark)
        return nil
      }
      if case .map("key") = item {
        // Of a clock: factors of speed.
        let factor = PropertySchema("v", .number(0.01...100), .const, "factor")
        guard let key = key(yaml, factor) else { return nil }
        var map = TypedMap("key", mark: yaml.mark)
        for (name, value) in [
          ("t", key.time), ("v", key.value), ("ease", TypedValue.resolved(.easing(key.easing))),
        ] {
          guard let property = SceneSchema.property(name, of: "key") else { continue }
          map.entries[name] = TypedEntry(property: property, value: value, keyMark: yaml.mark, node: yaml)
        }
        return .map(map)
      }
      let value = value(yaml, item, property, of: element)
      if item == .color, case .resolved(.none) = value { return .resolved(.color(.clear)) }
      return value
    }
    if property.name == "gradient", items.count == 1 {
      report("E110", "a gradient needs at least two colours", at: node.mark)
    }
    return .list(values)
  }

  private func pair(_ node: YAMLNode, _ property: PropertySchema, of element: String) -> TypedValue? {
    guard let items = node.items, items.count == 2 else {
      if let text = node.scalar, text.contains("${") {
        return scalar(text, node, .pair, property, of: element)
      }
      let count = node.items.map { "a list of \($0.count)" } ?? "a \(node.shape)"
      report("E105", "'\(property.name)' takes two lengths, not \(count)", help: "[x, y]", at: node.mark)
      return nil
    }
    let values = items.compactMap { value($0, .length, property, of: element) }
    return values.count == 2 ? .list(values) : nil
  }

  private func bezier(_ node: YAMLNode) -> TypedValue? {
    let numbers = (node.items ?? []).compactMap { $0.scalar.flatMap { Literal.number($0) } }
    guard numbers.count == 4, node.items?.count == 4, (0...1).contains(numbers[0]),
      (0...1).contains(numbers[2]),
      (-4...4).contains(numbers[1]), (-4...4).contains(numbers[3])
    else {
      report("E110", "a curve is four numbers [x1, y1, x2, y2], x between 0 and 1", at: node.mark)
      return nil
    }
    return .resolved(.easing(.bezier(numbers[0], numbers[1], numbers[2], numbers[3])))
  }

  private func domain(_ node: YAMLNode, _ property: PropertySchema) -> TypedValue? {
    guard let items = node.items, items.count >= 2 else {
      report(
        "E105",
        "'\(property.name)' takes a list of at least two values, not \(node.items == nil ? "a \(node.shape)" : "a shorter one")",
        help: "values with units (4:30/km, 150bpm) or percentiles (p5)", at: node.mark)
      return nil
    }
    if property.type == .domainOrAuto, items.count != 2 {
      report("E105", "'\(property.name)' takes two values, not \(items.count)", at: node.mark)
      return nil
    }
    // The metric stands beside it; the owner of this map has it checked.
    let kind = domainKind
    var values: [TypedValue] = []
    var last: Double?
    for item in items {
      guard let text = item.scalar else {
        report("E105", "'\(property.name)' takes values, not a \(item.shape)", at: item.mark)
        return nil
      }
      if text.contains("${") {
        guard let value = scalar(text, item, .quantity, property, of: "scale") else { return nil }
        if case .expression(let expression) = value, expression.kind != kind,
          !(expression.kind.isPlain && kind.isPlain),
          !(expression.kind == .distance && kind == .elevation)
        {
          report(
            "E155", "'\(property.name)' takes \(kind.word), but this is \(expression.kind.word)",
            at: item.mark)
          return nil
        }
        values.append(value)
        continue
      }
      guard let metric = Literal.metric(text, kind: kind) else {
        report(
          "E110", "'\(text)' is not a \(kind.word) value",
          help: "give it its unit: 4:30/km, 150bpm, 10km, 12%, or a percentile p5",
          at: item.mark)
        return nil
      }
      if case .value(let number, _) = metric {
        if let last, number <= last {
          report("E110", "'\(property.name)' must be ascending: \(text) comes too late", at: item.mark)
          return nil
        }
        last = number
      }
      values.append(.resolved(.metric(metric)))
    }
    return .list(values)
  }

  // MARK: Scalars

  private func scalar(
    _ text: String, _ node: YAMLNode, _ type: PropertyType, _ property: PropertySchema, of element: String
  ) -> TypedValue? {
    if type == .text { return textValue(text, node, property) }
    switch type {
    case .condition, .quantity, .rows: return bareExpression(text, node, type, property)
    default: break
    }
    if text.contains("${") { return wholeExpression(text, node, type, property) }
    guard let value = literal(text, node, type, property, of: element) else { return nil }
    return value
  }

  private func literal(
    _ text: String, _ node: YAMLNode, _ type: PropertyType, _ property: PropertySchema, of element: String
  ) -> TypedValue? {
    let name = property.name
    func refuse(_ message: String, help: String? = nil, code: String = "E110") -> TypedValue? {
      report(code, message, help: help, at: node.mark)
      return nil
    }
    switch type {
    case .bool:
      if text == "true" || text == "false" { return .resolved(.bool(text == "true")) }
      return refuse(
        "'\(name)' is not a bool: '\(text)'", help: "booleans are `true` and `false` only", code: "E106")
    case .number(let range):
      guard let value = Literal.number(text) else {
        return refuse(
          "'\(text)' is not a number", help: Literal.split(text) == nil ? nil : "'\(name)' has no unit")
      }
      guard range.contains(value) else {
        return refuse(
          "'\(name)' must be between \(Self.show(range.lowerBound)) and \(Self.show(range.upperBound)), not \(text)"
        )
      }
      return .resolved(.number(value))
    case .int(let range):
      guard let value = Literal.int(text) else { return refuse("'\(text)' is not a whole number") }
      guard range.contains(value) else {
        if name == "scene" {
          return refuse(
            "this template is written for scene language \(text); this engine knows \(SceneSchema.languageVersion)",
            help: "update the engine, or ask the author for an older version")
        }
        return refuse("'\(name)' must be between \(range.lowerBound) and \(range.upperBound), not \(text)")
      }
      return .resolved(.number(Double(value)))
    case .length:
      guard let value = Literal.length(text) else {
        return refuse("'\(text)' is not a length", help: Self.lengthHelp(text))
      }
      if case .pixels = value, !(name == "width" && element == "stroke"), !readsDefaults {
        report(
          .warning, "W205", "px is for hairlines: '\(text)' does not grow with the picture",
          help: "a bare number is a design unit: 1080 are the short side", at: node.mark)
      }
      if Self.cannotBeNegative(name), Self.isNegative(value) { return refuse("'\(name)' cannot be negative") }
      return .resolved(.length(value))
    case .time, .timeOrAuto:
      if text == "auto", type == .timeOrAuto { return .resolved(.auto) }
      guard let value = Literal.time(text) else {
        return refuse("'\(text)' is not a duration", help: Self.timeHelp(text))
      }
      if case .resolved(.time(let seconds)) = value, seconds > 600 {
        return refuse("\(text): a scene lasts at most 10min", code: "E111")
      }
      return value
    case .timePosition:
      guard let value = Literal.timePosition(text) else {
        return refuse(
          "'\(text)' is not a time position", help: Self.timeHelp(text) ?? "write 2s, 50%, end or end-1s")
      }
      return value
    case .runPosition:
      guard let value = Literal.runPosition(text) else {
        return refuse("'\(text)' is not a place of the run", help: "write 20%, 2km or 600s")
      }
      return .resolved(.runPosition(value))
    case .angle:
      guard let value = Literal.angle(text) else {
        return refuse(
          "'\(text)' is not an angle",
          help: Literal.number(text) == nil ? "write 55deg" : "did you mean '\(text)deg'?")
      }
      return .resolved(.angle(value))
    case .ground, .groundOrAuto, .groundOrPoints, .groundOrPointsOrAuto:
      if text == "auto", type == .groundOrAuto || type == .groundOrPointsOrAuto { return .resolved(.auto) }
      if type == .groundOrPoints || type == .groundOrPointsOrAuto, let points = Literal.points(text) {
        return .resolved(.number(points))
      }
      guard let value = Literal.ground(text) else {
        return refuse(
          "'\(text)' is not a distance",
          help: Literal.number(text) == nil
            ? "write 900m, 4km or 0.5mi" : "did you mean '\(text)m'? units: m, km, mi, ft")
      }
      return .resolved(.ground(value))
    case .color: return color(text, node)
    case .word(let words): return word(text, words, node, name)
    case .ninePoint: return word(text, SceneSchema.ninePoints, node, name)
    case .ease:
      guard let easing = Easing(name: text) else {
        return refuse(
          "'\(name)' cannot be '\(text)'",
          help: WordSuggestionHelp.help(text, among: Easing.names)
            ?? "one of: \(Easing.names.joined(separator: ", ")), or [x1, y1, x2, y2]")
      }
      return .resolved(.easing(easing))
    case .anchor:
      return .resolved(.word(text))
    case .identifier:
      guard Literal.isName(text) else {
        return refuse(
          "'\(text)' is not a name",
          help: "names are lower case letters, digits and _ (no '-', which would read as minus in ${…})",
          code: "E107")
      }
      return .resolved(.text(text))
    case .slug:
      guard Literal.isSlug(text) else {
        return refuse(
          "'\(text)' is not a template name", help: "lower case letters, digits and -, at most 64",
          code: "E107")
      }
      return .resolved(.text(text))
    case .version:
      guard Literal.isVersion(text) else {
        return refuse("'\(text)' is not a version", help: "three numbers: 1.0.0")
      }
      return .resolved(.text(text))
    case .canvasSize:
      guard let size = Literal.canvasSize(text) else {
        return refuse("'\(text)' is not a size", help: "write 1080x1920")
      }
      guard Literal.isCanvasSize(size) else {
        return refuse("canvas \(text): each side must be even and between 64 and 4096")
      }
      return .resolved(.list([.number(Double(size.width)), .number(Double(size.height))]))
    case .fontName: return reference(text, "font", fontNames, .font(text), node)
    case .styleName: return reference(text, "style", styleNames, .style(text), node)
    case .scaleName: return reference(text, "scale", Set(scaleMetrics.keys), .scale(text), node)
    case .componentName:
      guard components[text] != nil else {
        return refuse(
          "unknown component '\(text)'", help: suggestion(text, components.keys, "components"), code: "E117")
      }
      uses.insert(.component(text))
      return .resolved(.word(text))
    case .templateReference: return .resolved(.text(text))
    case .fontFile, .imageFile: return file(text, node, isFont: type == .fontFile)
    default: return refuse("'\(name)' cannot be '\(text)'")
    }
  }

  private func word(_ text: String, _ words: [String], _ node: YAMLNode, _ name: String) -> TypedValue? {
    guard words.contains(text) else {
      let help =
        WordSuggestionHelp.help(text, among: words)
        ?? (words.isEmpty ? nil : "one of: \(words.joined(separator: ", "))")
      report("E110", "'\(name)' cannot be '\(text)'", help: help, at: node.mark)
      return nil
    }
    if name == "metric", let personal = BindingCatalogue.personal(metric: text),
      !scope.reads.contains(personal)
    {
      report(
        "E161", "metric '\(text)' is personal data the template has not declared",
        help: "add `reads: [\(personal)]` at the top, so that users see it before they render", at: node.mark)
      return nil
    }
    return .resolved(.word(text))
  }

  private func reference(
    _ text: String, _ what: String, _ known: Set<String>, _ use: DefinitionUse, _ node: YAMLNode
  )
    -> TypedValue?
  {
    guard known.contains(text) else {
      report("E113", "unknown \(what) '\(text)'", help: suggestion(text, known, "\(what)s"), at: node.mark)
      return nil
    }
    uses.insert(use)
    return .resolved(.word(text))
  }

  func suggestion(_ text: String, _ known: some Collection<String>, _ what: String) -> String? {
    if let help = WordSuggestionHelp.help(text, among: known) { return help }
    return known.isEmpty ? nil : "\(what): \(known.sorted().prefix(12).joined(separator: ", "))"
  }

  func color(_ text: String, _ node: YAMLNode) -> TypedValue? {
    if text == "none" { return .resolved(.none) }
    if let color = Literal.color(text) { return .resolved(.color(color)) }
    if text.hasPrefix("#") {
      report("E110", "'\(text)' is not a colour", help: "write #rrggbb or #rrggbbaa", at: node.mark)
      return nil
    }
    guard scope.colors.contains(text) else {
      report(
        "E112", "unknown colour '\(text)'", help: suggestion(text, scope.colors, "colours"), at: node.mark)
      return nil
    }
    uses.insert(.color(text))
    return .token(text)
  }

  // MARK: Words for messages

  static func show(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

  private static func lengthHelp(_ text: String) -> String {
    let units = "units: u (default), %, vw, vh, vmin, vmax, em, px"
    guard let (_, unit) = Literal.split(text), !unit.isEmpty else { return units }
    let number = text.dropLast(unit.count)
    let near =
      ["pt": "px", "rem": "em", "pix": "px", "wv": "vw", "hv": "vh"][unit]
      ?? WordSuggestion.nearest(to: unit, among: ["vw", "vh", "vmin", "vmax", "em", "px"])
    return near.map { "did you mean '\(number)\($0)'? \(units)" } ?? units
  }
  private static func timeHelp(_ text: String) -> String? {
    let units = "units: ms, s, min, f (frames)"
    if Literal.number(text) != nil { return "did you mean '\(text)s'? \(units)" }
    guard let (_, unit) = Literal.split(text), !unit.isEmpty else { return units }
    let number = text.dropLast(unit.count)
    let near = ["sec": "s", "secs": "s", "m": "min", "mins": "min", "msec": "ms", "frames": "f"][unit]
    return near.map { "did you mean '\(number)\($0)'? \(units)" } ?? units
  }
  private static func cannotBeNegative(_ name: String) -> Bool {
    [
      "font_size", "radius", "width", "height", "size", "gap", "row_height", "row_gap", "blur", "min_size",
      "dash",
    ].contains(name)
  }
  private static func isNegative(_ length: Length) -> Bool {
    switch length {
    case .units(let value), .percent(let value), .vw(let value), .vh(let value), .vmin(let value),
      .vmax(let value),
      .em(let value), .pixels(let value):
      value < 0
    case .auto: false
    }
  }

  /// `a number`, `a length` …
  static func name(of type: PropertyType) -> String {
    switch type {
    case .text: "a text"
    case .bool, .condition: "true or false"
    case .number, .int, .quantity: "a number"
    case .length, .lengthOrEdges: "a length"
    case .time, .timeOrAuto: "a duration"
    case .timePosition: "a time position"
    case .runPosition: "a place of the run"
    case .angle: "an angle"
    case .ground, .groundOrAuto, .groundOrPoints, .groundOrPointsOrAuto: "a distance"
    case .color, .colorOr: "a colour"
    case .word, .ninePoint, .ninePointOrPlace, .safeArea, .anchor, .ease, .identifier, .slug: "a word"
    case .fontFile, .imageFile: "a file"
    case .fontName, .styleName, .scaleName, .componentName: "a name"
    case .map(let element): "a map (\(element))"
    case .list(let item): "a \(listName(of: item)) list"
    case .pair: "two lengths"
    case .rows: "a list of rows"
    default: "one value"
    }
  }

  static func listName(of item: PropertyType) -> String {
    switch item {
    case .map(let element): "map (\(element))"
    case .node: "node"
    case .color: "colour"
    case .length: "length"
    case .timePosition: "time position"
    case .word: "word"
    default: "text"
    }
  }
}
