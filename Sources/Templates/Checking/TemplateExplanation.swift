import Diagnostics

/// Where a property's value comes from: `compose explain T id.property`.
package struct TemplateExplanation: Sendable {
  /// One place that says something about the property, the weakest first.
  package struct Origin: Sendable, Hashable {
    package var label: String
    /// `file:line:column`, nil for a default.
    package var place: String?
    /// As written.
    package var text: String
    /// Whether it has a say in the shape that was asked for.
    package var applies: Bool
  }
  package let origins: [Origin]
  package let note: String

  /// - Parameter path: `hud.width`, `world.camera.pitch`.
  package init(_ template: Template, path: String, size: (width: Int, height: Int)? = nil)
    throws(TemplateFailure)
  {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let document = template.document
    var nodes: [String: TypedMap] = [:]
    func collect(_ map: TypedMap) {
      if let id = map.id { nodes[id] = map }
      map.childNodes.forEach(collect)
    }
    document.scenes.forEach(collect)
    guard parts.count >= 2, let node = nodes[parts[0]] else {
      let help =
        parts.count < 2
        ? "write id.property"
        : WordSuggestionHelp.help(parts[0], among: nodes.keys)
          ?? "ids: \(nodes.keys.sorted().joined(separator: ", "))"
      throw Self.failure("no node or scene '\(parts[0])'", help)
    }
    var owner = node.element
    var property: PropertySchema?
    for name in parts.dropFirst() {
      if let property {
        switch property.type {
        case .map(let inner), .colorOr(let inner): owner = inner
        case .ninePointOrPlace: owner = "place"
        case .lengthOrEdges, .safeArea: owner = "edges"
        default: throw Self.failure("'\(property.name)' has no parts", nil)
        }
      }
      guard let found = SceneSchema.property(name, of: owner) else {
        throw Self.failure(
          "\(owner) has no property '\(name)'",
          WordSuggestionHelp.help(name, among: SceneSchema.properties(of: owner).map(\.name)))
      }
      property = found
    }
    guard let property else { throw Self.failure("write id.property", nil) }
    note = property.note
    var origins: [Origin] = []
    origins.append(Origin(label: "default", place: nil, text: property.defaultText ?? "none", applies: true))
    let names = Array(parts.dropFirst())
    if node.element == "text", case .resolved(.word(var style)) = node.entries["style"]?.value {
      var chain: [Origin] = []
      for _ in 0..<16 {
        for theme in ([document.base] + document.themes).reversed() {
          guard let map = theme.styles[style], let origin = Self.origin(names, in: map) else { continue }
          let label = theme.name.isEmpty ? "style \(style)" : "style \(style) of theme \(theme.name)"
          chain.append(
            Origin(
              label: label, place: origin.place, text: origin.text,
              applies: theme.name.isEmpty || theme.name == document.themes.first?.name))
        }
        let base = ([document.base] + document.themes).compactMap { theme -> String? in
          guard case .resolved(.word(let base)) = theme.styles[style]?.entries["extends"]?.value else {
            return nil
          }
          return base
        }.first
        guard let base else { break }
        style = base
      }
      origins += chain.reversed()
    }
    if let origin = Self.origin(names, in: node) {
      origins.append(Origin(label: "node", place: origin.place, text: origin.text, applies: true))
    }
    var request = TemplateRequest()
    request.size = size
    let resolver = TemplateResolver(template, request: request, source: UnknownRun())
    for (index, variant) in document.variants.enumerated() {
      let applies = resolver.context.fold(variant.condition).literal == .bool(true)
      for (id, patch) in variant.patches where id == parts[0] {
        let label = "variant \(variant.name.isEmpty ? "\(index + 1)" : variant.name)"
        if patch.isRemoval {
          origins.append(
            Origin(label: label, place: Self.place(patch.mark), text: "removed", applies: applies))
        } else if let origin = Self.origin(names, in: patch) {
          origins.append(Origin(label: label, place: origin.place, text: origin.text, applies: applies))
        }
      }
    }
    if let animation = node.animations[names.joined(separator: ".")], let first = animation.keys.first {
      origins.append(
        Origin(
          label: "animate", place: Self.place(first.mark), text: "\(animation.keys.count) keys", applies: true
        ))
    }
    self.origins = origins
  }

  /// One line an origin; the one that is in force is marked.
  package var text: String {
    let winner = origins.lastIndex { $0.applies }
    let width = origins.map(\.label.count).max() ?? 0
    let lines = origins.enumerated().map { index, origin in
      let mark = index == winner ? "*" : origin.applies ? " " : "-"
      let label = origin.label + String(repeating: " ", count: width - origin.label.count)
      return "\(mark) \(label)  \(origin.text)" + (origin.place.map { "  (\($0))" } ?? "")
    }
    return lines.joined(separator: "\n")
  }

  private static func failure(_ message: String, _ help: String?) -> TemplateFailure {
    TemplateFailure(diagnostics: [Diagnostic(.error, code: "", message, help: help)])
  }

  private static func origin(_ names: [String], in map: TypedMap) -> (place: String, text: String)? {
    var map = map
    for (index, name) in names.enumerated() {
      guard let entry = map.entries[name] else { return nil }
      if index == names.count - 1 { return (place(entry.keyMark), written(entry.node)) }
      guard case .map(let inner) = entry.value else { return nil }
      map = inner
    }
    return nil
  }

  private static func place(_ mark: SourceMark) -> String {
    "\(mark.source.file.name):\(mark.range.line):\(mark.range.column)"
  }

  private static func written(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, _): return text.count > 80 ? String(text.prefix(79)) + "…" : text
    case .sequence(let items): return "[" + items.map(written).joined(separator: ", ") + "]"
    case .mapping(let entries):
      let text = "{ " + entries.map { "\($0.key): \(written($0.value))" }.joined(separator: ", ") + " }"
      return text.count > 120 ? String(text.prefix(119)) + "…" : text
    }
  }
}
