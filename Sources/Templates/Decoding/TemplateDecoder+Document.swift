import Diagnostics
import Geometry

extension TemplateDecoder {
  func emptyEntry(_ entry: YAMLNode.Entry) {
    let wrapper = YAMLNode(.mapping([entry]), mark: entry.keyMark)
    // One message for a missing value, wherever it is.
    reportEmpty(in: wrapper)
  }

  /// The whole document; nil where it is no template at all. Look at `diagnostics` for what is wrong with it.
  func document(_ yaml: YAMLNode) -> TemplateDocument? {
    guard let entries = yaml.entries else {
      report("E105", "a template is a map, not a \(yaml.shape)", at: yaml.mark)
      return nil
    }
    guard isKnownLanguage(yaml, entries) else { return nil }
    var root = TypedMap("document", mark: yaml.mark)
    scope.reads = Set((yaml["reads"]?.items ?? []).compactMap(\.scalar))
    readTopLevel(yaml, entries, into: &root)
    if case .map(let canvas) = root.entries["canvas"]?.value,
      case .resolved(.number(let fps)) = canvas.entries["fps"]?.value
    {
      framesPerSecond = Int(fps)
    }

    // Names first: everything may refer to everything.
    parameters = declarations(yaml["params"], what: "params")
    scope.parameters = Dictionary(parameters.filter { $0.type != "image" }.map { ($0.name, $0.kind) }) { $1 }
    scope.images = Set(parameters.filter { $0.type == "image" }.map { "param.\($0.name)" })
    let themeNodes = collectThemes(yaml)
    readStrings(yaml["strings"])
    for entry in named(yaml["scales"], property: "scales") {
      let metric = entry.value["metric"]?.scalar ?? ""
      scaleMetrics[entry.key] = metric
      scope.scales[entry.key] = BindingCatalogue.kind(metric: metric)
    }
    for entry in named(yaml["components"], property: "components") {
      components[entry.key] = ComponentDefinition(
        name: entry.key, arguments: declarations(entry.value["args"], what: "args"), mark: entry.keyMark)
    }

    complete(&parameters, yaml: yaml["params"], what: "parameter")
    // The background may use tokens.
    if let canvas = yaml["canvas"], let property = SceneSchema.property("canvas", of: "document"),
      let value = value(canvas, property, of: "document")
    {
      root.entries["canvas"] = TypedEntry(
        property: property, value: value, keyMark: canvas.mark, node: canvas)
    }
    var document = TemplateDocument(root: root, base: theme(yaml["theme"], name: ""))
    document.themes = themeNodes.map { theme($0.value, name: $0.key) }
    document.strings = stringTable.strings
    document.languages = stringTable.languages
    for entry in named(yaml["scales"], property: "") {
      if let scale = map(entry.value, as: "scale") { document.scales[entry.key] = scale }
    }
    for name in ["smoothing", "preview"] {
      guard let node = yaml[name], !node.isEmpty, let property = SceneSchema.property(name, of: "document"),
        let value = value(node, property, of: "document")
      else { continue }
      document.root.entries[name] = TypedEntry(
        property: property, value: value, keyMark: node.mark, node: node)
    }
    readComponents(yaml["components"])
    document.scenes = readScenes(yaml["scenes"])
    document.variants = readVariants(yaml["variants"], scenes: document.scenes)
    document.parameters = parameters
    document.components = components
    checkDefinitionCycles(document)
    checkExpansion(document, scenes: yaml["scenes"])
    lint(yaml, themes: themeNodes)
    return document
  }

  private func isKnownLanguage(_ yaml: YAMLNode, _ entries: [YAMLNode.Entry]) -> Bool {
    guard let node = yaml["scene"], let property = SceneSchema.property("scene", of: "document") else {
      let first = entries.first
      if let first, WordSuggestion.nearest(to: first.key, among: ["scene"]) != nil, first.value.scalar != nil
      {
        report(
          "E102", "unknown property '\(first.key)' on the document", help: "did you mean 'scene'?",
          at: first.keyMark)
      } else {
        report("E103", "the document needs 'scene'", help: "begin the file with `scene: 1`", at: yaml.mark)
      }
      return false
    }
    guard !node.isEmpty, value(node, property, of: "document") != nil else {
      if node.isEmpty { report("E104", "'scene' has no value", help: "write `scene: 1`", at: node.mark) }
      return false
    }
    if entries.first?.key != "scene" {
      report(
        "E100", "'scene' must be the first key", at: entries.first { $0.key == "scene" }?.keyMark ?? node.mark
      )
    }
    return true
  }

  private func readTopLevel(_ yaml: YAMLNode, _ entries: [YAMLNode.Entry], into root: inout TypedMap) {
    let later: Set<String> = [
      "params", "theme", "themes", "scales", "strings", "components", "scenes", "variants", "smoothing",
      "preview", "canvas", "scene",
    ]
    let simple = YAMLNode(
      .mapping(entries.filter { !later.contains($0.key) || $0.value.isEmpty }), mark: yaml.mark)
    let complete = YAMLNode(.mapping(entries), mark: yaml.mark)
    if let map = map(simple, as: "document", isPatch: true) { root.entries = map.entries }
    for property in SceneSchema.properties(of: "document")
    where property.isRequired && complete[property.name] == nil {
      report("E103", "the document needs '\(property.name)'", help: property.note, at: yaml.mark)
    }
  }

  // MARK: Themes

  private func collectThemes(_ yaml: YAMLNode) -> [YAMLNode.Entry] {
    let themes = named(yaml["themes"], property: "themes")
    scope.colors = Set(SceneSchema.baseColors.map(\.name))
    for node in [yaml["theme"]].compactMap({ $0 }) + themes.map(\.value) {
      for entry in node["colors"]?.entries ?? [] { scope.colors.insert(entry.key) }
      for entry in node["fonts"]?.entries ?? [] { fontNames.insert(entry.key) }
      for entry in node["styles"]?.entries ?? [] { styleNames.insert(entry.key) }
    }
    return themes
  }

  private func theme(_ node: YAMLNode?, name: String) -> ThemeDefinition {
    var theme = ThemeDefinition(name: name)
    guard let node, !node.isEmpty, let map = map(node, as: "theme") else { return theme }
    if case .resolved(.bool(let isDark)) = map.entries["dark"]?.value { theme.isDark = isDark }
    let property = PropertySchema("colour", .color, .const, "")
    for entry in named(node["colors"], property: "colors") {
      theme.colors[entry.key] = value(entry.value, property, of: "theme")
    }
    for entry in named(node["fonts"], property: "fonts") {
      theme.fonts[entry.key] = self.map(entry.value, as: "font")
    }
    for entry in named(node["styles"], property: "styles") {
      theme.styles[entry.key] = self.map(entry.value, as: "style")
    }
    return theme
  }

  // MARK: Strings

  private func readStrings(_ node: YAMLNode?) {
    scope.strings.formUnion(SceneSchema.builtinStrings)
    for language in named(node, property: "strings", rule: .language) {
      stringTable.languages.append(language.key)
      for entry in named(language.value, property: language.key) {
        guard let text = entry.value.scalar else {
          report("E105", "'\(entry.key)' takes a text, not a \(entry.value.shape)", at: entry.value.mark)
          continue
        }
        stringTable.strings[language.key, default: [:]][entry.key] = text
        scope.strings.insert(entry.key)
      }
    }
  }

  // MARK: Components

  private func readComponents(_ node: YAMLNode?) {
    let entries = named(node, property: "")
    let bodies = Dictionary(entries.map { ($0.key, $0.value) }) { $1 }
    var done: Set<String> = []
    var cyclic: Set<String> = []
    func visit(_ name: String, path: [String]) {
      guard !done.contains(name), let body = bodies[name] else { return }
      for use in Self.uses(in: body["body"]) {
        guard let other = use.scalar, bodies[other] != nil else { continue }
        if let start = (path + [name]).firstIndex(of: other) {
          let cycle = (path + [name])[start...]
          if cyclic.isDisjoint(with: cycle) {
            report(
              "E134", "component uses itself: \((Array(cycle) + [other]).joined(separator: " → "))",
              help: "components may not recurse; use `repeat` over a list", at: use.mark)
          }
          cyclic.formUnion(cycle)
        } else {
          visit(other, path: path + [name])
        }
      }
      done.insert(name)
      component(name, body, isCyclic: cyclic.contains(name))
    }
    for entry in entries { visit(entry.key, path: []) }
  }

  private static func uses(in node: YAMLNode?) -> [YAMLNode] {
    guard let node else { return [] }
    switch node.content {
    case .scalar: return []
    case .sequence(let items): return items.flatMap { uses(in: $0) }
    case .mapping(let entries):
      return entries.flatMap { $0.key == "use" && $0.value.scalar != nil ? [$0.value] : uses(in: $0.value) }
    }
  }

  private func component(_ name: String, _ node: YAMLNode, isCyclic: Bool) {
    guard var definition = components[name] else { return }
    complete(&definition.arguments, yaml: node["args"], what: "argument")
    let outer = scope
    let outerConst = constArguments
    defer {
      scope = outer
      constArguments = outerConst
    }
    constArguments = []
    scope.arguments = Dictionary(
      definition.arguments.filter { $0.type != "image" }.map { ($0.name, $0.kind) }
    ) { $1 }
    scope.images.formUnion(definition.arguments.filter { $0.type == "image" }.map { "arg.\($0.name)" })
    if let map = map(node, as: "component"), case .map(let body) = map.entries["body"]?.value {
      definition.body = isCyclic ? nil : body
      checkReferences([body])
      if !isCyclic {
        definition.nodeCount = nodeCount(body)
        definition.depth = 1 + depth(body)
      }
    }
    definition.constArguments = constArguments
    if definition.depth > 8 {
      report("E136", "components nested deeper than 8", at: definition.mark)
    }
    for argument in definition.arguments where !uses.contains(.argument(argument.name)) {
      report(.warning, "W201", "argument '\(argument.name)' is never used", at: argument.mark)
    }
    uses = uses.filter {
      if case .argument = $0 { return false }
      return true
    }
    components[name] = definition
  }

  /// Nodes that a node becomes when everything is expanded; saturates.
  func nodeCount(_ map: TypedMap) -> Int {
    var count = 1
    func add(_ other: Int) { count = min(count + other, 1_000_000_000) }
    if map.element == "use", case .resolved(.word(let name)) = map.entries["use"]?.value {
      return components[name]?.nodeCount ?? 1
    }
    var children = 0
    for child in map.childNodes { children = min(children + nodeCount(child), 1_000_000_000) }
    if map.element == "repeat" {
      var most = 12
      if case .resolved(.number(let value)) = map.entries["max"]?.value { most = Int(value) }
      children = min(children.multipliedReportingOverflow(by: most).partialValue, 1_000_000_000)
    }
    add(children)
    return count
  }

  private func depth(_ map: TypedMap) -> Int {
    if map.element == "use", case .resolved(.word(let name)) = map.entries["use"]?.value {
      return components[name]?.depth ?? 1
    }
    return map.childNodes.map(depth).max() ?? 0
  }

  private func checkExpansion(_ document: TemplateDocument, scenes: YAMLNode?) {
    let total = document.scenes.reduce(0) { sum, scene in
      scene.childNodes.reduce(sum) { min($0 + nodeCount($1), 1_000_000_000) }
    }
    guard total > 5000, let scenes else { return }
    report(
      "E135", "the scene graph expands to \(total) nodes, the limit is 5000",
      help: "components multiply: reduce nested `use`", at: scenes.mark)
  }

  // MARK: Scenes and variants

  private func readScenes(_ node: YAMLNode?) -> [TypedMap] {
    guard let node else { return [] }
    guard !node.isEmpty else {
      report("E104", "'scenes' has no value", at: node.mark)
      return []
    }
    guard let items = node.items else {
      report("E105", "'scenes' takes a map (scene) list, not a \(node.shape)", at: node.mark)
      return []
    }
    if items.isEmpty { report("E103", "a template needs at least one scene", at: node.mark) }
    if items.count > 32 { report("E110", "\(items.count) scenes, the limit is 32", at: node.mark) }
    let scenes = items.prefix(32).compactMap { map($0, as: "scene") }
    var seen: [String: SourceMark] = [:]
    for scene in scenes {
      noteIds(scene, &seen)
      checkClock(of: scene)
      checkReferences(scene.childNodes)
    }
    return scenes
  }

  private func checkClock(of scene: TypedMap) {
    guard case .map(let clock) = scene.entries["clock"]?.value,
      case .resolved(.word("speed")) = clock.entries["mode"]?.value,
      let duration = scene.entries["duration"]
    else { return }
    if case .resolved(.auto) = duration.value { return }
    report(
      "E119", "with `mode: speed` the run decides how long the scene lasts", help: "write `duration: auto`",
      at: duration.node.mark)
  }

  private func noteIds(_ map: TypedMap, _ seen: inout [String: SourceMark]) {
    if let id = map.id {
      if SceneSchema.anchors.contains(id) {
        report("E115", "'\(id)' has a meaning of its own and cannot be an id", at: map.mark)
      } else if let first = seen[id] {
        report("E115", "id '\(id)' is used twice", help: "first on line \(first.range.line)", at: map.mark)
      } else {
        seen[id] = map.mark
      }
    }
    map.childNodes.forEach { noteIds($0, &seen) }
  }

  /// Where ids and elements of scenes and nodes can be patched.
  private func patchable(_ scenes: [TypedMap]) -> [String: TypedMap] {
    var found: [String: TypedMap] = [:]
    func visit(_ map: TypedMap) {
      if let id = map.id { found[id] = map }
      map.childNodes.forEach(visit)
    }
    scenes.forEach(visit)
    return found
  }

  private func readVariants(_ node: YAMLNode?, scenes: [TypedMap]) -> [VariantDefinition] {
    guard let node, !node.isEmpty else { return [] }
    guard let items = node.items else {
      report("E105", "'variants' takes a map (variant) list, not a \(node.shape)", at: node.mark)
      return []
    }
    let nodes = patchable(scenes)
    return items.compactMap { item in
      guard let variant = map(item, as: "variant") else { return nil }
      let patches = item["patch"].map { readPatches($0, nodes, scenes) } ?? []
      guard case .expression(let condition) = variant.entries["when"]?.value else { return nil }
      return VariantDefinition(name: item["name"]?.scalar ?? "", condition: condition, patches: patches)
    }
  }

  private func readPatches(_ node: YAMLNode, _ nodes: [String: TypedMap], _ scenes: [TypedMap]) -> [(
    id: String, patch: TypedMap
  )] {
    guard let entries = node.entries else {
      if !node.isEmpty { report("E105", "'patch' takes a map of ids, not a \(node.shape)", at: node.mark) }
      return []
    }
    return entries.compactMap { entry in
      guard let target = nodes[entry.key] else {
        let near = WordSuggestion.nearest(to: entry.key, among: nodes.keys)
        report(
          "E130", "patch of unknown id '\(entry.key)'",
          help: near.map { "did you mean '\($0)'?" }
            ?? "ids: \(nodes.keys.sorted().prefix(24).joined(separator: ", "))",
          at: entry.keyMark)
        return nil
      }
      guard let patch = readPatch(entry, target) else { return nil }
      let scene = scenes.first { scene in patchable([scene])[entry.key] != nil }
      checkAnchor(of: patch, among: scene.map { Set(patchable([$0]).keys) } ?? [])
      return (entry.key, patch)
    }
  }

  private func checkAnchor(of patch: TypedMap, among ids: Set<String>) {
    guard case .map(let place) = patch.entries["place"]?.value, let of = place.entries["of"],
      case .resolved(.word(let target)) = of.value, !SceneSchema.anchors.contains(target),
      !ids.contains(target)
    else { return }
    report(
      "E114", "'of: \(target)' names no node",
      help: WordSuggestionHelp.help(target, among: Array(ids) + SceneSchema.anchors), at: of.node.mark)
  }

  private func readPatch(_ entry: YAMLNode.Entry, _ target: TypedMap) -> TypedMap? {
    guard let properties = entry.value.entries else {
      report("E105", "the patch of '\(entry.key)' is a map, not a \(entry.value.shape)", at: entry.value.mark)
      return nil
    }
    for property in properties where property.key == "id" || property.key == "type" || property.key == "use" {
      report(
        "E131", "'\(property.key)' cannot be patched", help: "remove the node and add another",
        at: property.keyMark)
    }
    if let removal = properties.first(where: { $0.key == "remove" }) {
      if removal.value.scalar != "true" {
        report("E110", "'remove' can only be true", at: removal.value.mark)
      } else if properties.count > 1 {
        report("E132", "a removed node has no other properties", at: removal.keyMark)
      }
      var patch = TypedMap(target.element, mark: entry.value.mark)
      patch.isRemoval = true
      return patch
    }
    // The target's name, so that messages say which node it is.
    var kept = properties.filter {
      !["id", "type", "use", "with"].contains($0.key) || ($0.key == "use" && false)
    }
    kept.insert(
      .init(
        key: "id", keyMark: entry.keyMark, value: YAMLNode(.scalar(entry.key, .plain), mark: entry.keyMark)),
      at: 0)
    if case .resolved(.word(let metric)) = target.entries["metric"]?.value {
      domainKind = BindingCatalogue.kind(metric: metric)
    }
    guard var patch = map(YAMLNode(.mapping(kept), mark: entry.value.mark), as: target.element, isPatch: true)
    else { return nil }
    if target.element == "use", entry.value["with"] != nil {
      patch.entries["use"] = target.entries["use"]
      arguments(of: entry.value, into: &patch, isPatch: true)
      patch.entries["use"] = nil
    } else if let with = properties.first(where: { $0.key == "with" }), target.element != "use" {
      report(
        "E102", "unknown property 'with' on \(Self.label(target.element, id: entry.key))", at: with.keyMark)
    }
    patch.id = nil
    return patch
  }
}
