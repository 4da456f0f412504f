/// Operators with two sides.
package enum ExpressionOperator: String, Sendable {
  case or, and
  case coalesce = "??"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// The kind of the result, nil where the kinds do not go together.
  func kind(_ left: ExpressionKind, _ right: ExpressionKind) -> ExpressionKind? {
    switch self {
    case .or, .and: return left == .bool && right == .bool ? .bool : nil
    case .coalesce: return Self.common(left, right)
    case .equal, .notEqual:
      guard left != .list, right != .list, Self.common(left, right) != nil else { return nil }
      return .bool
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard left.isNumeric, right.isNumeric, Self.common(left, right) != nil else { return nil }
      return .bool
    case .add, .subtract:
      if left == .date, right == .duration { return .date }
      if left == .date, right == .date { return self == .subtract ? .duration : nil }
      guard left.isNumeric, right.isNumeric else { return nil }
      return Self.common(left, right)
    case .multiply:
      guard left.isNumeric, right.isNumeric, left != .date, right != .date else { return nil }
      if left.isPlain, right.isPlain { return Self.common(left, right) }
      if left.isPlain { return right }
      if right.isPlain { return left }
      switch (left, right) {
      case (.speed, .duration), (.duration, .speed): return .distance
      case (.pace, .distance), (.distance, .pace): return .duration
      default: return nil
      }
    case .divide:
      guard left.isNumeric, right.isNumeric, left != .date, right != .date else { return nil }
      if left == right { return .number }
      if left.isPlain, right.isPlain { return .number }
      if right.isPlain { return left }
      switch (left, right) {
      case (.distance, .duration): return .speed
      case (.duration, .distance): return .pace
      case (.distance, .speed): return .duration
      case (.duration, .pace): return .distance
      case (.elevation, .distance): return .ratio
      default: return nil
      }
    case .remainder:
      guard left.isNumeric, right.isNumeric, left != .date else { return nil }
      if left == right { return left }
      return left.isPlain && right.isPlain ? Self.common(left, right) : nil
    }
  }

  /// The kind that holds both.
  static func common(_ left: ExpressionKind, _ right: ExpressionKind) -> ExpressionKind? {
    if left == right { return left }
    return left.isPlain && right.isPlain ? .number : nil
  }
}
