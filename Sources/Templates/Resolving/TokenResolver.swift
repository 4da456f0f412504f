import Diagnostics
import Geometry
import Glibc

/// Gives parameters and colour tokens their values; each may use the other.
struct TokenResolver {
  private let resolver: TemplateResolver
  private let theme: ThemeDefinition
  private var definitions: [String: TypedValue] = [:]

  init(_ resolver: TemplateResolver, theme: ThemeDefinition) {
    self.resolver = resolver
    self.theme = theme
    let isDark = resolver.context.isDark
    for base in SceneSchema.baseColors {
      definitions[base.name] = .resolved(.color(isDark ? base.dark : base.light))
    }
    definitions.merge(resolver.document.base.colors) { $1 }
    definitions.merge(theme.colors) { $1 }
  }

  func run() {
    let given = sets()
    var open: Set<String> = []
    for parameter in resolver.document.parameters {
      parameterValue(parameter, given[parameter.name], given, &open)
    }
    for name in definitions.keys.sorted() { color(name, given, &open) }
  }

  /// Values of `--set`, checked.
  private func sets() -> [String: Expression] {
    var result: [String: Expression] = [:]
    let definitions = Dictionary(resolver.document.parameters.map { ($0.name, $0) }) { $1 }
    for (name, value) in resolver.request.sets {
      guard let definition = definitions[name] else {
        resolver.report(
          "E172", "template '\(resolver.template.name)' has no parameter '\(name)'",
          help: WordSuggestionHelp.help(name, among: definitions.keys)
            ?? (definitions.isEmpty
              ? "it has none" : "parameters: \(definitions.keys.sorted().joined(separator: ", "))"))
        continue
      }
      if definition.type == "image" {
        userImage(name, value)
        continue
      }
      if definition.type == "color", self.definitions[value] != nil {
        result[name] = Expression(.color(value), .color)
        continue
      }
      guard let parsed = ParameterValue.parse(value, definition) else {
        resolver.report(
          "E173", "parameter '\(name)' is not \(ParameterValue.word(definition)): '\(value)'",
          help: ParameterValue.help(value, definition))
        continue
      }
      if case .number(let number) = parsed {
        let low = definition.minimum.map { number < $0 } ?? false
        let high = definition.maximum.map { number > $0 } ?? false
        if low || high {
          let limit = (low ? definition.text.minimum : definition.text.maximum) ?? ""
          resolver.report(
            "E173", "parameter '\(name)' must be at \(low ? "least" : "most") \(limit), not \(value)")
          continue
        }
      }
      result[name] = Expression(.literal(FoldContext.clean(parsed)), definition.kind)
    }
    return result
  }

  private func parameterValue(
    _ definition: ParameterDefinition, _ given: Expression?, _ all: [String: Expression],
    _ open: inout Set<String>
  ) {
    let key = "param.\(definition.name)"
    guard resolver.context.parameters[definition.name] == nil, open.insert(key).inserted else { return }
    if definition.type == "image" {
      if resolver.files[key] == nil, let file = definition.standardFile { resolver.files[key] = file }
      if resolver.files[key] == nil { missing(definition) }
      return
    }
    guard let expression = given ?? definition.standard else {
      missing(definition)
      return
    }
    prepare(expression, all, &open)
    var value = resolver.context.fold(expression).literal ?? .absent
    if case .text(let text) = value, definition.type == "text", let most = definition.maximum,
      text.count > Int(most)
    {
      value = .text(String(text.prefix(max(1, Int(most)) - 1)) + "…")
    }
    resolver.context.parameters[definition.name] = value
  }

  private func missing(_ definition: ParameterDefinition) {
    guard !resolver.request.sets.contains(where: { $0.name == definition.name }) else { return }
    resolver.report(
      "E174", "template '\(resolver.template.name)' needs the parameter '\(definition.name)'",
      help: "--set \(definition.name)=…" + (definition.help.isEmpty ? "" : " (\(definition.help))"))
  }

  private func color(_ name: String, _ all: [String: Expression], _ open: inout Set<String>) {
    guard resolver.context.colors[name] == nil, let value = definitions[name],
      open.insert("theme.\(name)").inserted
    else { return }
    switch value {
    case .resolved(.color(let color)): resolver.context.colors[name] = color
    case .token(let other) where other == name:
      // A token set to itself keeps the built-in colour.
      let base = SceneSchema.baseColors.first { $0.name == name }
      resolver.context.colors[name] = base.map { resolver.context.isDark ? $0.dark : $0.light } ?? .clear
    case .token(let other):
      color(other, all, &open)
      resolver.context.colors[name] = resolver.context.colors[other] ?? .clear
    case .expression(let expression):
      prepare(expression, all, &open)
      if case .color(let color) = resolver.context.fold(expression).literal {
        resolver.context.colors[name] = color
      } else {
        resolver.context.colors[name] = .clear
      }
    default: resolver.context.colors[name] = .clear
    }
  }

  /// Resolves what an expression reads.
  private func prepare(_ expression: Expression, _ all: [String: Expression], _ open: inout Set<String>) {
    switch expression.operation {
    case .color(let name): color(name, all, &open)
    case .parameter(let name):
      if let definition = resolver.document.parameters.first(where: { $0.name == name }) {
        parameterValue(definition, all[name], all, &open)
      }
    default: break
    }
    for child in expression.children { prepare(child, all, &open) }
  }

  /// A picture that the user names: any path of theirs.
  private func userImage(_ name: String, _ path: String) {
    let bytes: [UInt8]
    do {
      bytes = try BundleFolder.readUserFile(path, limit: TemplateDecoder.AssetLimits.image)
    } catch {
      resolver.report("E173", "parameter '\(name)': \(error.message)")
      return
    }
    if let problem = ImageHeader.problem(bytes) {
      resolver.report("E142", "parameter '\(name)': '\(path)': \(problem)")
      return
    }
    resolver.files["param.\(name)"] = BundleFile(name: path, bytes: bytes)
  }
}
