import Diagnostics

extension TemplateDecoder {
  /// Checks `place: {of: …}` among the nodes of one scene or component: targets exist, no chain comes back.
  func checkReferences(_ roots: [TypedMap]) {
    PlacementCheck(roots).problems.forEach { problem in
      report(problem.code, problem.message, help: problem.help, at: problem.mark)
    }
  }

  /// Parameters whose defaults, colours whose values and styles whose bases come back to themselves.
  func checkDefinitionCycles(_ document: TemplateDocument) {
    var edges: [String: Set<String>] = [:]
    var marks: [String: SourceMark] = [:]
    func names(_ expression: Expression?) -> Set<String> {
      guard let expression else { return [] }
      var found: Set<String> = []
      func visit(_ expression: Expression) {
        switch expression.operation {
        case .parameter(let name): found.insert("param.\(name)")
        case .color(let name): found.insert("theme.\(name)")
        default: break
        }
        expression.children.forEach(visit)
      }
      visit(expression)
      return found
    }
    for parameter in parameters {
      edges["param.\(parameter.name)", default: []].formUnion(names(parameter.standard))
      marks["param.\(parameter.name)"] = parameter.mark
    }
    for theme in [document.base] + document.themes {
      for (name, value) in theme.colors {
        switch value {
        case .token(let other) where other != name:
          edges["theme.\(name)", default: []].insert("theme.\(other)")
        case .expression(let expression): edges["theme.\(name)", default: []].formUnion(names(expression))
        default: break
        }
      }
      for (name, style) in theme.styles {
        if case .resolved(.word(let base)) = style.entries["extends"]?.value {
          edges["style.\(name)", default: []].insert("style.\(base)")
          marks["style.\(name)"] = style.entries["extends"]?.node.mark
        }
      }
    }
    var reported: Set<String> = []
    for start in edges.keys.sorted() where !reported.contains(start) {
      guard let cycle = Self.cycle(from: start, edges) else { continue }
      reported.formUnion(cycle)
      guard let mark = cycle.compactMap({ marks[$0] }).first else { continue }
      report("E133", "definition uses itself: \((cycle + [start]).joined(separator: " → "))", at: mark)
    }
  }

  private static func cycle(from start: String, _ edges: [String: Set<String>]) -> [String]? {
    var visited: Set<String> = []
    func walk(_ name: String, _ path: [String]) -> [String]? {
      for next in (edges[name] ?? []).sorted() {
        if next == start { return path }
        guard path.count < 64, visited.insert(next).inserted else { continue }
        if let found = walk(next, path + [next]) { return found }
      }
      return nil
    }
    return walk(start, [start])
  }

  func lint(_ yaml: YAMLNode, themes: [YAMLNode.Entry]) {
    var definitions: [(use: DefinitionUse, what: String, name: String, mark: SourceMark)] = []
    var seen: Set<DefinitionUse> = []
    func add(_ use: DefinitionUse, _ what: String, _ entry: YAMLNode.Entry) {
      // What a base defines is for its heirs to use or not.
      guard entry.keyMark.source === yaml.mark.source else { return }
      if seen.insert(use).inserted { definitions.append((use, what, entry.key, entry.keyMark)) }
    }
    for entry in yaml["params"]?.entries ?? [] { add(.parameter(entry.key), "parameter", entry) }
    for node in [yaml["theme"]].compactMap({ $0 }) + themes.map(\.value) {
      for entry in node["colors"]?.entries ?? []
      where !(hasWorld && SceneSchema.worldColors.contains(entry.key)) {
        add(.color(entry.key), "colour", entry)
      }
      for entry in node["fonts"]?.entries ?? [] { add(.font(entry.key), "font", entry) }
      for entry in node["styles"]?.entries ?? [] { add(.style(entry.key), "style", entry) }
    }
    for entry in yaml["scales"]?.entries ?? [] { add(.scale(entry.key), "scale", entry) }
    for entry in yaml["components"]?.entries ?? [] { add(.component(entry.key), "component", entry) }
    for language in yaml["strings"]?.entries ?? [] {
      for entry in language.value.entries ?? [] { add(.string(entry.key), "string", entry) }
    }
    // Tokens that defaults of the schema use are in force even if nobody names them.
    uses.formUnion(
      [.color("text"), .color("accent"), .color("muted"), .font("body")].filter { usesDefault($0) })
    lintUnused(definitions)
  }

  /// Whether something that is drawn takes this token or font from the schema's defaults.
  private func usesDefault(_ use: DefinitionUse) -> Bool { drawsWithDefaults.contains(use) }
}

/// Follows `of` from node to node.
struct PlacementCheck {
  struct Problem {
    var code: String
    var message: String
    var help: String?
    var mark: SourceMark
  }
  private(set) var problems: [Problem] = []

  init(_ roots: [TypedMap]) {
    var targets: [String: String] = [:]
    var ancestors: [String: Set<String>] = [:]
    var references: [(id: String?, target: String, mark: SourceMark)] = []
    func visit(_ map: TypedMap, _ parents: Set<String>) {
      if let id = map.id { ancestors[id] = parents }
      if case .map(let place) = map.entries["place"]?.value, let of = place.entries["of"],
        case .resolved(.word(let target)) = of.value, !SceneSchema.anchors.contains(target)
      {
        references.append((map.id, target, of.node.mark))
        if let id = map.id { targets[id] = target }
      }
      let inner = map.id.map { parents.union([$0]) } ?? parents
      map.childNodes.forEach { visit($0, inner) }
    }
    roots.forEach { visit($0, []) }
    for reference in references {
      guard let parents = ancestors[reference.target] else {
        problems.append(
          Problem(
            code: "E114", message: "'of: \(reference.target)' names no node",
            help: WordSuggestionHelp.help(
              reference.target, among: Array(ancestors.keys) + SceneSchema.anchors),
            mark: reference.mark))
        continue
      }
      guard let id = reference.id else { continue }
      let help = "anchor one of them to parent, safe or canvas"
      if parents.contains(id) {
        problems.append(
          Problem(
            code: "E116", message: "placement cycle: \(id) → \(reference.target), which stands inside \(id)",
            help: help,
            mark: reference.mark))
        continue
      }
      var path = [id]
      var next: String? = reference.target
      while let current = next, current != id, !path.contains(current) {
        path.append(current)
        next = targets[current]
      }
      if next == id {
        problems.append(
          Problem(
            code: "E116", message: "placement cycle: \((path + [id]).joined(separator: " → "))", help: help,
            mark: reference.mark))
      }
    }
  }
}
