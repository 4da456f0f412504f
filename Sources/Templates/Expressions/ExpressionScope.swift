/// The names that an expression may use where it stands.
struct ExpressionScope {
  var parameters: [String: ExpressionKind] = [:]
  /// Parameters and arguments that are images: no expression, only a node's `file`.
  var images: Set<String> = []
  /// Arguments inside a component's body, nil elsewhere.
  var arguments: [String: ExpressionKind]?
  var hasRow = false
  var colors: Set<String> = []
  /// Scale → kind of its metric.
  var scales: [String: ExpressionKind] = [:]
  var strings: Set<String> = []
  var reads: Set<String> = []
}

/// A definition that an expression uses.
enum DefinitionUse: Hashable {
  case parameter(String)
  case argument(String)
  case color(String)
  case scale(String)
  case string(String)
  case style(String)
  case font(String)
  case component(String)
}
