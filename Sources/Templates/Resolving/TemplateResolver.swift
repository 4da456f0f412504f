import Diagnostics
import Formatting
import Geometry

/// Makes a resolved template for one request and one run.
final class TemplateResolver {
  let template: Template
  let document: TemplateDocument
  let request: TemplateRequest
  var context: FoldContext
  var diagnostics: [Diagnostic] = []
  let framesPerSecond: Double
  private let theme: ThemeDefinition
  /// Styles with their bases merged in.
  var styles: [String: TypedMap] = [:]
  var files: [String: BundleFile] = [:]
  private var expansions = 0

  init(_ template: Template, request: TemplateRequest, source: any BindingSource) {
    let document = template.document
    self.template = template
    self.document = document
    self.request = request
    var size = (width: 1080, height: 1920)
    var rate = 30.0
    if case .map(let canvas) = document.root.entries["canvas"]?.value {
      if case .resolved(.list(let items)) = canvas.entries["size"]?.value, items.count == 2,
        case .number(let width) = items[0], case .number(let height) = items[1]
      {
        size = (Int(width), Int(height))
      }
      if case .resolved(.number(let fps)) = canvas.entries["fps"]?.value { rate = fps }
    }
    framesPerSecond = request.framesPerSecond.map(Double.init) ?? rate
    let chosen =
      request.theme.flatMap { name in document.themes.first { $0.name == name } } ?? document.themes.first
    theme = chosen ?? document.base
    context = FoldContext(
      source: source, formatter: MetricFormatter(request.format), canvas: request.size ?? size,
      themeName: theme.name.isEmpty ? "default" : theme.name,
      isDark: theme.isDark ?? document.base.isDark ?? true)
  }

  func report(_ code: String, _ message: String, help: String? = nil, at mark: SourceMark? = nil) {
    diagnostics.append(
      Diagnostic(.error, code: code, message, help: help, file: mark?.source.file, range: mark?.range))
  }

  func resolve() throws(TemplateFailure) -> ResolvedTemplate {
    checkRequest()
    context.strings = strings()
    TokenResolver(self, theme: theme).run()
    try stopOnErrors()
    styles = mergedStyles()
    let scales = resolvedScales()
    var result = ResolvedTemplate(name: template.name, canvas: canvas())
    result.themeName = context.themeName
    result.colors = context.colors
    result.fonts = resolvedFonts()
    result.styles = styles.mapValues { resolved($0, context) }
    result.scales = scales
    result.smoothing = documentMap("smoothing")
    result.preview = documentMap("preview")
    result.reads = template.reads
    result.scenes = scenes()
    checkLength(result.scenes)
    try stopOnErrors()
    return result
  }

  private func stopOnErrors() throws(TemplateFailure) {
    guard diagnostics.isEmpty else { throw TemplateFailure(diagnostics: diagnostics) }
  }

  private func checkRequest() {
    if let name = request.theme, !document.themes.contains(where: { $0.name == name }) {
      let names = document.themes.map(\.name)
      report(
        "E175", "template '\(template.name)' has no theme '\(name)'",
        help: WordSuggestionHelp.help(name, among: names)
          ?? (names.isEmpty ? "it has no themes" : "themes: \(names.joined(separator: ", "))"))
    }
    if let size = request.size, !Literal.isPictureSize(size) {
      report(
        "E110",
        "size \(size.width)x\(size.height): sides are even, 64 to 8192, and together no more than 4096x4096 pixels"
      )
    }
    if let rate = request.framesPerSecond, !(1...60).contains(rate) {
      report("E110", "'fps' must be between 1 and 60, not \(rate)")
    }
  }

  private func checkLength(_ scenes: [ResolvedMap]) {
    // Scenes whose length the run decides count nothing here; transitions overlap.
    var total = 0.0
    var firstTooLate: String?
    for entry in TemplateTimeline(scenes).entries {
      total += (entry.duration ?? 0) - entry.overlap
      if total > 600, firstTooLate == nil { firstTooLate = entry.id }
    }
    guard let firstTooLate else { return }
    report(
      "E171", "the film lasts \(Int(total)) s, the limit is 600 s",
      help: "scene '\(firstTooLate)' goes beyond it; shorten or remove scenes",
      at: document.scenes.first { $0.id == firstTooLate }?.mark)
  }

  // MARK: Document-level maps

  private func strings() -> [String: String] {
    let locale = request.format.locale.lowercased()
    let language = String(locale.prefix { $0 != "-" && $0 != "_" })
    var order = document.languages.filter { $0.lowercased() == locale }
    order += document.languages.filter { $0.lowercased() == language && !order.contains($0) }
    order += document.languages.filter { $0 == "en" && !order.contains($0) }
    order += document.languages.filter { !order.contains($0) }
    var result = ["unit": request.format.units == .imperial ? "mi" : "km"]
    for name in order.reversed() { result.merge(document.strings[name] ?? [:]) { $1 } }
    return result
  }

  private func canvas() -> ResolvedMap {
    let map = documentMap("canvas")
    var values = map.values
    values["size"] = .list([.number(Double(context.canvas.width)), .number(Double(context.canvas.height))])
    values["fps"] = .number(framesPerSecond)
    return ResolvedMap(element: "canvas", range: map.range, values: values)
  }

  private func documentMap(_ name: String) -> ResolvedMap {
    if case .map(let map) = document.root.entries[name]?.value { return resolved(map, context) }
    return resolved(TypedMap(name, mark: document.root.mark), context)
  }

  private func mergedStyles() -> [String: TypedMap] {
    var all = document.base.styles
    for (name, style) in theme.styles { all[name] = all[name]?.patched(with: style) ?? style }
    func merged(_ name: String, depth: Int) -> TypedMap? {
      guard let style = all[name] else { return nil }
      guard case .resolved(.word(let base)) = style.entries["extends"]?.value, depth < 16, base != name,
        var result = merged(base, depth: depth + 1)
      else { return style }
      result = result.patched(with: style)
      result.entries["extends"] = nil
      return result
    }
    return Dictionary(
      uniqueKeysWithValues: all.keys.compactMap { name in merged(name, depth: 0).map { (name, $0) } })
  }

  private func resolvedFonts() -> [String: ResolvedMap] {
    let all = document.base.fonts.merging(theme.fonts) { $0.patched(with: $1) }
    var fonts = all.mapValues { resolved($0, context) }
    if fonts["body"] == nil {
      fonts["body"] = ResolvedMap(
        element: "font",
        values: [
          "file": .file(BundleFile(name: "builtin:inter", bytes: nil)), "fallback": .word("body"),
          "features": .list([]),
        ])
    }
    return fonts
  }

  private func resolvedScales() -> [String: ResolvedMap] {
    let scales = document.scales.mapValues { resolved($0, context) }
    for (name, map) in scales { context.scales[name] = colorScale(map) }
    return scales
  }

  /// A scale for `scale(name, value)`: percentiles come from the run as `run.percentile.METRIC.P`.
  private func colorScale(_ map: ResolvedMap) -> ColorScale {
    var metric = ""
    if case .word(let word) = map["metric"] { metric = word }
    var stops: [Double] = []
    if case .list(let items) = map["domain"] {
      for item in items {
        switch item {
        case .metric(.value(let value, _)): stops.append(value)
        case .metric(.percentile(let percent)):
          let name = "run.percentile.\(metric).\(TemplateDecoder.show(percent))"
          let binding = Binding(name: name, kind: BindingCatalogue.kind(metric: metric))
          if case .number(let value) = context.source.value(of: binding) { stops.append(value) }
        default: break
        }
      }
    }
    var colors: [Color] = []
    if case .list(let items) = map["colors"] {
      colors = items.compactMap {
        if case .color(let color) = $0 { return color }
        return nil
      }
    }
    if case .bool(true) = map["reverse"] { colors.reverse() }
    var missing = Color.clear
    if case .color(let color) = map["missing"] { missing = color }
    var scale = ColorScale(
      stops: stops.sorted(), colors: colors, isStepped: false, usesOKLab: true, missing: missing)
    if case .word("steps") = map["mode"] { scale.isStepped = true }
    if case .word("srgb") = map["space"] { scale.usesOKLab = false }
    return scale
  }

  // MARK: Scenes

  private func scenes() -> [ResolvedMap] {
    var scenes = document.scenes
    for variant in document.variants
    where context.fold(variant.condition).literal == .bool(true) {
      for (id, patch) in variant.patches { scenes = scenes.compactMap { Self.patched($0, id, patch) } }
    }
    var result: [ResolvedMap] = []
    for scene in scenes {
      if case .expression(let condition) = scene.entries["when"]?.value,
        context.fold(condition).literal != .bool(true)
      {
        continue
      }
      for problem in PlacementCheck(scene.childNodes).problems {
        report(problem.code, problem.message, help: problem.help, at: problem.mark)
      }
      result.append(self.scene(scene))
    }
    if result.isEmpty {
      report(
        "E170", "no scene of template '\(template.name)' is left for this run",
        help: "the `when` of every scene is false", at: document.scenes.first?.mark)
    }
    return result
  }

  private func scene(_ scene: TypedMap) -> ResolvedMap {
    var map = scene
    map.entries["nodes"] = nil
    map.entries["when"] = nil
    var values = resolved(map, context).values
    values["id"] = nil
    values["nodes"] = .list(scene.childNodes.compactMap { node($0, context) }.map { .map($0) })
    return ResolvedMap(element: "scene", id: scene.id, range: scene.mark.range, values: values)
  }

  /// The tree with a node (or scene) patched or taken away.
  private static func patched(_ map: TypedMap, _ id: String, _ patch: TypedMap) -> TypedMap? {
    if map.id == id { return patch.isRemoval ? nil : map.patched(with: patch) }
    var result = map
    for name in ["children", "nodes"] {
      guard var entry = map.entries[name], case .list(let items) = entry.value else { continue }
      entry.value = .list(
        items.compactMap { item in
          guard case .map(let child) = item else { return item }
          return patched(child, id, patch).map { .map($0) }
        })
      result.entries[name] = entry
    }
    if var entry = map.entries["item"], case .map(let child) = entry.value,
      let changed = patched(child, id, patch)
    {
      entry.value = .map(changed)
      result.entries["item"] = entry
    }
    return result
  }

  /// A prefix for ids of one more expansion.
  func nextPrefix(_ name: String) -> String {
    expansions += 1
    return "\(name)#\(expansions)."
  }
}
