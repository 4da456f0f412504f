/// A typed input of a template, or an argument of a component.
struct ParameterDefinition: Sendable {
  var name: String
  /// One of `SceneSchema.parameterTypes`.
  var type: String
  /// What stands in where nothing is passed; nil: it must be passed.
  var standard: Expression?
  /// A bundle's image as the default of an `image`.
  var standardFile: BundleFile?
  var minimum: Double?
  var maximum: Double?
  var choices: [String]
  var help: String
  /// The default, `min` and `max` as written.
  var text: (standard: String?, minimum: String?, maximum: String?)
  var mark: SourceMark
  var defaultNode: YAMLNode?

  var kind: ExpressionKind { Self.kind(type) }

  static func kind(_ type: String) -> ExpressionKind {
    switch type {
    case "number": .number
    case "int": .int
    case "bool": .bool
    case "color": .color
    case "duration": .duration
    case "distance": .distance
    case "date": .date
    default: .text
    }
  }
}

struct ComponentDefinition: Sendable {
  var name: String
  var arguments: [ParameterDefinition]
  var body: TypedMap?
  /// Arguments that stand where a value must be known before the first frame.
  var constArguments: Set<String> = []
  /// Nodes that one use makes.
  var nodeCount = 1
  var depth = 1
  var mark: SourceMark
}

/// Colours, fonts and styles of one theme.
struct ThemeDefinition: Sendable {
  var name: String
  var isDark: Bool?
  var colors: [String: TypedValue] = [:]
  var fonts: [String: TypedMap] = [:]
  var styles: [String: TypedMap] = [:]
}

struct VariantDefinition: Sendable {
  var name: String
  var condition: Expression
  /// In the file's order.
  var patches: [(id: String, patch: TypedMap)]
}

/// A template whose every value is checked.
struct TemplateDocument: Sendable {
  var root: TypedMap
  var parameters: [ParameterDefinition] = []
  var base: ThemeDefinition
  /// In the file's order.
  var themes: [ThemeDefinition] = []
  var scales: [String: TypedMap] = [:]
  /// Language → key → text.
  var strings: [String: [String: String]] = [:]
  /// Languages in the file's order.
  var languages: [String] = []
  var components: [String: ComponentDefinition] = [:]
  var scenes: [TypedMap] = []
  var variants: [VariantDefinition] = []
}
