import Diagnostics
import Geometry

/// Turns a template's tree into typed values by the schema, and collects everything that is wrong on the way.
final class TemplateDecoder {
  var diagnostics: [Diagnostic] = []
  var scope = ExpressionScope()
  var uses: Set<DefinitionUse> = []
  /// Names that `theme` and `themes` define, besides the built-in ones.
  var fontNames: Set<String> = ["body"]
  var styleNames: Set<String> = []
  /// Metric of each scale.
  var scaleMetrics: [String: String] = [:]
  var parameters: [ParameterDefinition] = []
  var components: [String: ComponentDefinition] = [:]
  /// Arguments of the component that is being read which must be const.
  var constArguments: Set<String> = []
  /// Whether a `world` is used: it draws with tokens that nobody names.
  var hasWorld = false
  var framesPerSecond = 30
  var stringTable: (languages: [String], strings: [String: [String: String]]) = ([], [:])
  /// Tokens and fonts that drawn elements take from the schema's defaults.
  var drawsWithDefaults: Set<DefinitionUse> = []
  /// Bytes of the files opened so far.
  var assetBytes = 0
  /// Set while schema defaults are read: those may use what a template may not.
  var readsDefaults = false
  /// Kind of the metric beside the `domain` or `range` that is read next.
  var domainKind = ExpressionKind.number

  func report(_ code: String, _ message: String, help: String? = nil, at mark: SourceMark) {
    report(.error, code, message, help: help, at: mark)
  }

  func report(
    _ severity: Diagnostic.Severity, _ code: String, _ message: String, help: String? = nil,
    at mark: SourceMark
  ) {
    guard diagnostics.count < 500 else { return }
    diagnostics.append(
      Diagnostic(severity, code: code, message, help: help, file: mark.source.file, range: mark.range))
  }

  // MARK: Maps

  /// A map of an element; nil where it is none at all. What is wrong inside is reported and left out.
  func map(_ node: YAMLNode, as element: String, isPatch: Bool = false) -> TypedMap? {
    guard let entries = node.entries else {
      report("E105", "\(Self.article(element)) is a map, not a \(node.shape)", at: node.mark)
      return nil
    }
    var result = TypedMap(element, mark: node.mark)
    result.id = node["id"]?.scalar
    let isNode = SceneSchema.isNode(element)
    let label = Self.label(element, id: result.id)
    if let metric = node["metric"]?.scalar { domainKind = BindingCatalogue.kind(metric: metric) }
    for entry in entries {
      if isNode, entry.key == "type" || entry.key == "id" { continue }
      guard let property = SceneSchema.property(entry.key, of: element) else {
        unknownProperty(entry, of: element, label: label)
        continue
      }
      guard !entry.value.isEmpty else {
        emptyValue(entry)
        continue
      }
      if property.type == .animations {
        animations(entry.value, of: element, into: &result)
        continue
      }
      let hadRow = scope.hasRow
      defer { scope.hasRow = hadRow }
      if element == "repeat" && entry.key == "item"
        || element == "table" && ["columns", "highlight"].contains(entry.key)
      {
        scope.hasRow = true
      }
      if let value = value(entry.value, property, of: element) {
        result.entries[entry.key] = TypedEntry(
          property: property, value: value, keyMark: entry.keyMark, node: entry.value)
      }
    }
    if isNode || element == "scene" { identify(node, &result) }
    noteDefaults(of: element, given: result)
    if !isPatch {
      let given = Set(entries.map(\.key))
      for property in SceneSchema.properties(of: element)
      where property.isRequired && !given.contains(property.name) {
        report("E103", "\(label) needs '\(property.name)'", help: property.note, at: node.mark)
      }
    }
    return result
  }

  private func noteDefaults(of element: String, given map: TypedMap) {
    switch element {
    case "text", "style":
      if map.entries["color"] == nil { drawsWithDefaults.insert(.color("text")) }
      if map.entries["font"] == nil { drawsWithDefaults.insert(.font("body")) }
    case "route", "marker", "bar", "highlight":
      if map.entries["color"] == nil { drawsWithDefaults.insert(.color("accent")) }
    case "chart", "gauge", "minimap", "world":
      drawsWithDefaults.formUnion([.color("accent"), .color("muted"), .color("text")])
    case "scale": if map.entries["missing"] == nil { drawsWithDefaults.insert(.color("muted")) }
    default: break
    }
  }

  private func identify(_ node: YAMLNode, _ map: inout TypedMap) {
    guard let value = node["id"] else { return }
    guard let id = value.scalar, Literal.isName(id) else {
      map.id = nil
      report(
        "E107", "'\(value.scalar ?? value.shape)' is not a name",
        help: "names are lower case letters, digits and _ (no '-', which would read as minus in ${…})",
        at: value.mark)
      return
    }
    map.id = id
  }

  /// `text 'title'`, `camera`, `the document`.
  static func label(_ element: String, id: String?) -> String {
    let name = element == "document" ? "the document" : element == "use" ? "component use" : element
    return id.map { "\(name) '\($0)'" } ?? name
  }
  private static func article(_ element: String) -> String {
    let vowel = element.first.map { "aeiou".contains($0) } ?? false
    return (vowel ? "an " : "a ") + element
  }

  func reportEmpty(in map: YAMLNode) {
    for entry in map.entries ?? [] where entry.value.isEmpty { emptyValue(entry) }
  }

  private func emptyValue(_ entry: YAMLNode.Entry) {
    let lines = entry.keyMark.source.file.lines
    let line = entry.keyMark.range.line
    var help: String?
    if line <= lines.count, let hash = lines[line - 1].range(of: " #") {
      let rest = lines[line - 1][hash.upperBound...]
      let digits = rest.prefix { $0.isHexDigit }
      if digits.count == 6 || digits.count == 8 || digits.count == 3 {
        help = "'#' starts a comment in YAML: quote the colour, \(entry.key): \"#\(digits)\""
      }
    }
    report(
      "E104", "'\(entry.key)' has no value", help: help ?? "write a value, or leave the key out",
      at: entry.keyMark)
  }

  private func unknownProperty(_ entry: YAMLNode.Entry, of element: String, label: String) {
    let names = SceneSchema.properties(of: element).map(\.name)
    var help: String?
    if SceneSchema.reserved.contains(entry.key) {
      help = "'\(entry.key)' is not in scene 1"
    } else if let nearest = WordSuggestion.nearest(to: entry.key, among: names, synonyms: Self.synonyms) {
      help = "did you mean '\(nearest)'?"
    } else if SceneSchema.isNode(element), let owner = SceneSchema.nodeTypes(with: entry.key).first {
      help = "'\(entry.key)' belongs to \(owner), this is \(element)"
    } else if names.count <= 16 {
      help = "there are: \(names.joined(separator: ", "))"
    }
    report("E102", "unknown property '\(entry.key)' on \(label)", help: help, at: entry.keyMark)
  }

  /// What people write who know other languages.
  static let synonyms = [
    "colour": "color", "colours": "colors", "x": "place", "y": "place", "position": "place", "pos": "place",
    "fontsize": "font_size", "alpha": "opacity", "rotation": "rotate", "layers": "nodes", "items": "children",
    "elements": "nodes", "easing": "ease", "time": "t", "value": "v", "stroke": "border",
    "background_color": "fill",
    "bg": "fill", "spacing": "gap", "visible": "when", "condition": "when", "if": "when",
    "align": "text_align",
    "corner_radius": "radius", "border_radius": "radius", "licence": "license", "description": "about",
    "title": "name", "parameters": "params", "inputs": "params", "animation": "animate", "length": "duration",
    "thickness": "width", "uses": "use", "component": "use", "args": "with", "zoom": "distance",
    "tilt": "pitch",
    "label": "text", "font_weight": "weight", "letter_spacing": "tracking", "line_height": "leading",
  ]

  // MARK: Nodes

  /// A node or a use of a component.
  func node(_ yaml: YAMLNode, property: String) -> TypedMap? {
    guard yaml.entries != nil else {
      report("E105", "'\(property)' takes nodes, and a node is a map, not a \(yaml.shape)", at: yaml.mark)
      return nil
    }
    if yaml["use"] != nil {
      if let type = yaml["type"] { report("E101", "a node has `type` or `use`, not both", at: type.mark) }
      guard var use = map(yaml, as: "use") else { return nil }
      arguments(of: yaml, into: &use, isPatch: false)
      return use
    }
    guard let type = yaml["type"] else {
      let misspelt = yaml.entries?.first {
        WordSuggestion.nearest(to: $0.key, among: ["type"]) != nil
          && SceneSchema.property($0.key, of: "group") == nil
      }
      if let misspelt {
        report(
          "E102", "unknown property '\(misspelt.key)' on a node", help: "did you mean 'type'?",
          at: misspelt.keyMark)
      } else {
        report(
          "E103", "a node needs 'type' or 'use'",
          help: "types: \(SceneSchema.nodeTypes.joined(separator: ", "))", at: yaml.mark)
      }
      return nil
    }
    guard let name = type.scalar, SceneSchema.nodeTypes.contains(name) else {
      let name = type.scalar ?? type.shape
      let help: String?
      if SceneSchema.reserved.contains(name) {
        help = "not in scene 1"
      } else if let synonym = Self.typeSynonyms[name.lowercased()]
        ?? (WordSuggestion.nearest(to: name, among: Self.typeSynonyms.keys).flatMap { Self.typeSynonyms[$0] })
        .flatMap({ near in
          WordSuggestion.nearest(to: name, among: SceneSchema.nodeTypes).map { other in
            name.first == other.first ? other : near
          } ?? near
        })
      {
        help = "did you mean '\(synonym)'?"
      } else if let nearest = WordSuggestion.nearest(to: name, among: SceneSchema.nodeTypes) {
        help = "did you mean '\(nearest)'?"
      } else if components.keys.contains(name) {
        help = "'\(name)' is a component: write `use: \(name)`"
      } else {
        help = "types: \(SceneSchema.nodeTypes.joined(separator: ", "))"
      }
      report("E108", "unknown node type '\(name)'", help: help, at: type.mark)
      return nil
    }
    if name == "world" || name == "minimap" { hasWorld = true }
    return map(yaml, as: name)
  }

  static let typeSynonyms = [
    "label": "text", "layer": "group", "row": "stack", "column": "stack", "vstack": "stack",
    "hstack": "stack",
    "box": "shape", "rect": "shape", "rectangle": "shape", "ellipse": "shape", "circle": "shape",
    "line": "shape",
    "map": "world", "photo": "image", "picture": "image", "img": "image", "graph": "chart",
    "profile": "chart",
    "list": "repeat", "loop": "repeat", "progress": "gauge", "bar": "gauge", "container": "group",
    "overview": "minimap", "space": "spacer", "component": "use",
  ]

  // MARK: Animations

  private func animations(_ node: YAMLNode, of element: String, into map: inout TypedMap) {
    guard let entries = node.entries else {
      report("E105", "'animate' takes a map of properties, not a \(node.shape)", at: node.mark)
      return
    }
    for entry in entries {
      guard let property = animatedProperty(entry, of: element) else { continue }
      guard let items = entry.value.items else {
        report(
          "E105", "'\(entry.key)' takes a list of keys, not a \(entry.value.shape)",
          help: "[ { t: 0s, v: … }, { t: 1s, v: … } ]", at: entry.value.mark)
        continue
      }
      let keys = items.compactMap { key($0, property) }
      guard !keys.isEmpty else { continue }
      checkAscending(keys)
      map.animations[entry.key] = (property, keys)
    }
  }

  private func animatedProperty(_ entry: YAMLNode.Entry, of element: String) -> PropertySchema? {
    var owner = element
    var found: PropertySchema?
    for part in entry.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      if let found {
        switch found.type {
        case .map(let inner), .colorOr(let inner): owner = inner
        case .ninePointOrPlace: owner = "place"
        case .lengthOrEdges: owner = "edges"
        default:
          report("E121", "cannot animate '\(entry.key)': '\(found.name)' has no parts", at: entry.keyMark)
          return nil
        }
      }
      guard let property = SceneSchema.property(part, of: owner) else {
        let animatable = SceneSchema.properties(of: owner).filter { $0.isAnimatable }.map(\.name)
        report(
          "E121", "cannot animate '\(entry.key)': no such property",
          help: WordSuggestionHelp.help(part, among: animatable)
            ?? "can be animated: \(animatable.joined(separator: ", "))", at: entry.keyMark)
        return nil
      }
      found = property
    }
    guard let found else { return nil }
    guard found.isAnimatable else {
      report("E122", "'\(entry.key)' cannot be animated", at: entry.keyMark)
      return nil
    }
    if case .map(let inner) = found.type {
      let names = SceneSchema.properties(of: inner).filter { $0.isAnimatable }.map {
        "\(entry.key).\($0.name)"
      }
      report(
        "E122", "'\(entry.key)' is a map: animate one of its properties", help: names.joined(separator: ", "),
        at: entry.keyMark)
      return nil
    }
    return found
  }

  func key(_ node: YAMLNode, _ property: PropertySchema) -> TypedKey? {
    guard let entries = node.entries else {
      report("E105", "a key is a map, not a \(node.shape)", help: "{ t: 0s, v: … }", at: node.mark)
      return nil
    }
    for entry in entries where SceneSchema.property(entry.key, of: "key") == nil {
      unknownProperty(entry, of: "key", label: "key")
    }
    for entry in entries where entry.value.isEmpty { emptyValue(entry) }
    var isComplete = true
    for name in ["t", "v"] where node[name] == nil {
      report("E103", "key needs '\(name)'", help: SceneSchema.property(name, of: "key")?.note, at: node.mark)
      isComplete = false
    }
    guard isComplete, let timeNode = node["t"], let valueNode = node["v"],
      let timeProperty = SceneSchema.property("t", of: "key"),
      let easeProperty = SceneSchema.property("ease", of: "key"), !timeNode.isEmpty, !valueNode.isEmpty
    else { return nil }
    var easing = Easing.named(.cubic, .out)
    if let ease = node["ease"], !ease.isEmpty,
      case .resolved(.easing(let given)) = value(ease, easeProperty, of: "key")
    {
      easing = given
    }
    var valueProperty = property
    if valueProperty.phase == .live { valueProperty.phase = .const }
    guard let time = value(timeNode, timeProperty, of: "key"),
      let value = value(valueNode, valueProperty, of: "key")
    else {
      return nil
    }
    return TypedKey(time: time, value: value, easing: easing, mark: timeNode.mark)
  }

  /// Keys whose times can be compared without the scene's length.
  func checkAscending(_ keys: [TypedKey]) {
    func place(_ value: TypedValue) -> (kind: Int, value: Double)? {
      switch value {
      case .resolved(.timePosition(.seconds(let seconds))): (0, seconds)
      case .framePosition(let frames, fromEnd: false): (0, frames / Double(framesPerSecond))
      case .resolved(.timePosition(.share(let share))): (1, share)
      case .resolved(.timePosition(.beforeEnd(let seconds))): (2, -seconds)
      case .framePosition(let frames, fromEnd: true): (2, -frames / Double(framesPerSecond))
      default: nil
      }
    }
    for (first, second) in zip(keys, keys.dropFirst()) {
      guard let a = place(first.time), let b = place(second.time) else { continue }
      let isWrong = a.kind == b.kind ? b.value <= a.value : (a.kind == 2 && a.value == 0)
      guard isWrong else { continue }
      report(
        "E120", "keys must be strictly ascending: \(Self.written(second)) comes after \(Self.written(first))",
        help: "sort the keys; two keys at one time would be a jump - use `ease: hold`", at: second.mark)
    }
  }

  private static func written(_ key: TypedKey) -> String {
    let range = key.mark.range
    let lines = key.mark.source.file.lines
    guard range.line <= lines.count else { return "" }
    var text = ""
    for scalar in lines[range.line - 1].unicodeScalars.dropFirst(range.column - 1).prefix(
      max(0, range.endColumn - range.column))
    {
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}

extension String {
  /// The first place of a short text, without Foundation.
  fileprivate func range(of part: String) -> Range<String.Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(part) { return index..<self.index(index, offsetBy: part.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
