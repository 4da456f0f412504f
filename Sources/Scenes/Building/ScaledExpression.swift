import Formatting
import Templates

/// A live number in another unit.
struct ScaledExpression: LiveEvaluating {
  let base: LiveExpression
  let factor: Double

  var kind: ExpressionKind { base.body.kind }
  var bindings: [Binding] { base.body.bindings }

  func evaluate(_ source: some BindingSource, format: FormatContext) -> ExpressionValue {
    let value = base.body.evaluate(source, format: format)
    if case .number(let number) = value { return .number(number * factor) }
    return value
  }
}
