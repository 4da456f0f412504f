import Diagnostics

/// Everything that can be said of a template without a recording: `compose check`.
package struct TemplateCheck: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []
  package private(set) var template: Template?
  package private(set) var timeline: TemplateTimeline?

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  package var hasWarnings: Bool { diagnostics.contains { $0.severity == .warning } }

  /// Shapes in which a template is tried besides its own.
  private static let shapes = [(1080, 1920), (1080, 1080), (1920, 1080)]

  package init(_ bundle: TemplateBundle) {
    let loaded: Template
    do throws(TemplateFailure) {
      loaded = try Template.load(bundle)
    } catch {
      diagnostics = error.diagnostics
      return
    }
    template = loaded
    diagnostics = loaded.warnings
    let isComplete = loaded.document.parameters.allSatisfy { $0.standard != nil || $0.standardFile != nil }
    // Without a parameter that must be passed nothing can be laid out.
    guard isComplete else { return }
    for theme in loaded.themes.isEmpty ? [nil] : loaded.themes.map(Optional.some) {
      var request = TemplateRequest()
      request.theme = theme
      tries(loaded, request, keepsTimeline: true)
      for shape in Self.shapes {
        request.size = shape
        tries(loaded, request, keepsTimeline: false)
      }
    }
    lintShapes(loaded)
    diagnostics = DiagnosticPrinter.sorted(diagnostics)
  }

  private mutating func tries(_ template: Template, _ request: TemplateRequest, keepsTimeline: Bool) {
    do throws(TemplateFailure) {
      let resolved = try template.resolve(request, source: UnknownRun())
      if keepsTimeline, timeline == nil {
        timeline = TemplateTimeline(resolved.scenes)
        for scene in resolved.scenes { lintMotion(scene, template) }
      }
    } catch {
      diagnostics += error.diagnostics
    }
  }

  // MARK: Lints

  private mutating func lintMotion(_ scene: ResolvedMap, _ template: Template) {
    guard case .time(let length) = scene["duration"] else { return }
    func seconds(_ value: ResolvedValue) -> Double? {
      guard case .timePosition(let position) = value else { return nil }
      switch position {
      case .seconds(let seconds): return seconds
      case .share(let share): return share * length
      case .beforeEnd(let seconds): return length - seconds
      }
    }
    func need(_ value: ResolvedValue) -> Double {
      guard case .map(let move) = value, case .time(let duration) = move["duration"],
        case .time(let delay) = move["delay"]
      else { return 0 }
      return duration + delay
    }
    func visit(_ node: ResolvedMap) {
      if let from = seconds(node["from"]), let to = seconds(node["to"]) {
        let needed = need(node["enter"]) + need(node["exit"])
        let room = min(to, length) - max(from, 0)
        if needed > room + 1e-9, let range = node.range {
          diagnostics.append(
            Diagnostic(
              .warning, code: "W209",
              "entrance and exit take \(Self.show(needed)) s, but the node is shown for \(Self.show(max(0, room))) s",
              help: "show it longer, or make the motions shorter",
              file: template.document.root.mark.source.file,
              range: range))
        }
      }
      if case .list(let children) = node["children"] {
        for case .map(let child) in children { visit(child) }
      }
    }
    if case .list(let nodes) = scene["nodes"] {
      for case .map(let node) in nodes { visit(node) }
    }
  }

  private static func show(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// A template that is made to be shared (it has a licence) should have a form for each usual shape.
  private mutating func lintShapes(_ template: Template) {
    let document = template.document
    guard !template.license.isEmpty, let name = document.root.entries["name"] else { return }
    var request = TemplateRequest()
    var missing: [String] = []
    for (size, label) in [((1080, 1080), "1:1"), ((1920, 1080), "16:9"), ((1080, 1920), "9:16")] {
      request.size = size
      let resolver = TemplateResolver(template, request: request, source: UnknownRun())
      let own = TemplateResolver(template, request: TemplateRequest(), source: UnknownRun()).context.canvas
      if own.width * size.1 == own.height * size.0 { continue }
      if !document.variants.contains(where: { resolver.context.fold($0.condition).literal == .bool(true) }) {
        missing.append(label)
      }
    }
    guard !missing.isEmpty, missing.contains(where: { $0 != "9:16" }) else { return }
    diagnostics.append(
      Diagnostic(
        .warning, code: "W210", "no variant for \(missing.joined(separator: " and "))",
        help: "variants: [ { when: canvas.aspect > 1.2, patch: { … } } ]", file: name.keyMark.source.file,
        range: name.keyMark.range))
  }
}
