import Formatting
import Geometry

/// What const names mean for one film: parameters, tokens, strings, totals.
struct FoldContext {
  var source: any BindingSource
  var formatter: MetricFormatter
  var canvas: (width: Int, height: Int)
  var themeName: String
  var isDark: Bool
  var colors: [String: Color] = [:]
  var parameters: [String: ExpressionValue] = [:]
  /// Folded in the scope of the component's user.
  var arguments: [String: Expression] = [:]
  var strings: [String: String] = [:]
  var scales: [String: ColorScale] = [:]
  var row: [String: ExpressionValue]?
  /// Whether `row.*` stays, because rows may still be joined.
  var keepsRows = false
  /// New names of the ids in a component's or item's body.
  var ids: [String: String] = [:]

  private struct Nothing: BindingSource {
    func value(of binding: Binding) -> ExpressionValue { .absent }
  }

  /// The expression with everything known put in; what remains reads only `now.*` and `scene.*`.
  func fold(_ expression: Expression) -> Expression {
    var result = expression
    switch expression.operation {
    case .literal: return expression
    case .binding(let binding):
      guard !binding.isLive, !(keepsRows && binding.name.hasPrefix("row.")) else { return expression }
      result.operation = .literal(value(of: binding))
    case .parameter(let name): result.operation = .literal(parameters[name] ?? .absent)
    case .argument(let name): return arguments[name] ?? Expression(.literal(.absent), expression.kind)
    case .color(let name): result.operation = .literal(colors[name].map { .color($0) } ?? .absent)
    case .string(let key): result.operation = .literal(strings[key].map { .text($0) } ?? .absent)
    case .not(let inner): result.operation = .not(fold(inner))
    case .negate(let inner): result.operation = .negate(fold(inner))
    case .binary(let operation, let left, let right):
      let left = fold(left)
      if let known = left.literal {
        switch operation {
        case .and where known != .bool(true): return Expression(.literal(.bool(false)), .bool)
        case .or where known == .bool(true): return Expression(.literal(.bool(true)), .bool)
        case .coalesce: return known == .absent ? fold(right) : left
        default: break
        }
      }
      result.operation = .binary(operation, left, fold(right))
    case .call(.choose, let arguments):
      let condition = fold(arguments[0])
      if let known = condition.literal { return fold(arguments[known == .bool(true) ? 1 : 2]) }
      result.operation = .call(.choose, [condition, fold(arguments[1]), fold(arguments[2])])
    case .call(.scale, let arguments):
      guard case .literal(.text(let name)) = arguments[0].operation, let scale = scales[name] else {
        return Expression(.literal(.absent), .color)
      }
      result.operation = .scaled(scale, fold(arguments[1]))
    case .call(let function, let arguments): result.operation = .call(function, arguments.map(fold))
    case .format(let format, let inner): result.operation = .format(format, fold(inner))
    case .scaled(let scale, let inner): result.operation = .scaled(scale, fold(inner))
    case .concat(let pieces):
      result.operation = .concat(pieces.map(fold))
    }
    if result.literal == nil, result.children.allSatisfy({ $0.literal != nil }) {
      result.operation = .literal(result.evaluate(Nothing(), formatter))
    }
    return result
  }

  private func value(of binding: Binding) -> ExpressionValue {
    switch binding.name {
    case "canvas.width": return .number(Double(canvas.width))
    case "canvas.height": return .number(Double(canvas.height))
    case "canvas.aspect": return .number(Double(canvas.width) / Double(canvas.height))
    case "canvas.portrait": return .bool(canvas.height > canvas.width)
    case "canvas.units": return .text(formatter.context.units.rawValue)
    case "theme.name": return .text(themeName)
    case "theme.dark": return .bool(isDark)
    default: break
    }
    if binding.name.hasPrefix("row."), let row {
      return Self.clean(row[String(binding.name.dropFirst(4))] ?? .absent)
    }
    return Self.clean(source.value(of: binding))
  }

  /// Texts of recordings are data: control characters go, very long ones are cut.
  static func clean(_ value: ExpressionValue) -> ExpressionValue {
    guard case .text(let text) = value else { return value }
    guard
      text.utf8.count > Expression.maximumTextBytes
        || text.unicodeScalars.contains(where: YAMLProfile.isHidden)
    else { return value }
    var cleaned = ""
    for scalar in text.unicodeScalars.prefix(Expression.maximumTextBytes) {
      if scalar == "\n" || scalar == "\t" || scalar == "\r" {
        cleaned += " "
      } else if !YAMLProfile.isHidden(scalar) {
        cleaned.unicodeScalars.append(scalar)
      }
    }
    return .text(Expression.bounded(cleaned))
  }
}

/// An expression of which only live names remain.
struct FoldedExpression: LiveEvaluating {
  let expression: Expression
  let formatter: MetricFormatter
  let bindings: [Binding]

  init(_ expression: Expression, formatter: MetricFormatter) {
    self.expression = expression
    self.formatter = formatter
    bindings = expression.bindings
  }

  var kind: ExpressionKind { expression.kind }

  func evaluate(_ source: some BindingSource, format: FormatContext) -> ExpressionValue {
    expression.evaluate(source, format == formatter.context ? formatter : MetricFormatter(format))
  }
}
