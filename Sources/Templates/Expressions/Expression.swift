import Geometry

/// A checked expression: a tree with a kind at every node.
package struct Expression: Sendable {
  package indirect enum Operation: Sendable {
    case literal(ExpressionValue)
    case binding(Binding)
    case parameter(String)
    case argument(String)
    /// A colour token of the theme.
    case color(String)
    /// A key of `strings`.
    case string(String)
    case not(Expression)
    case negate(Expression)
    case binary(ExpressionOperator, Expression, Expression)
    case call(ExpressionFunction, [Expression])
    case format(ExpressionFormatter, Expression)
    /// Text pieces; an absent piece is shown as a dash.
    case concat([Expression])
    /// A scale with its stops known.
    case scaled(ColorScale, Expression)
  }

  package var operation: Operation
  package var kind: ExpressionKind
  /// Offset and length of the node in its scalar's text, in code points.
  var offset: Int
  var length: Int

  init(_ operation: Operation, _ kind: ExpressionKind, offset: Int = 0, length: Int = 1) {
    self.operation = operation
    self.kind = kind
    self.offset = offset
    self.length = length
  }

  static func text(_ text: String) -> Expression { Expression(.literal(.text(text)), .text) }

  /// The value where it is known.
  package var literal: ExpressionValue? {
    if case .literal(let value) = operation { return value }
    return nil
  }

  var children: [Expression] {
    switch operation {
    case .literal, .binding, .parameter, .argument, .color, .string: []
    case .not(let inner), .negate(let inner), .format(_, let inner), .scaled(_, let inner): [inner]
    case .binary(_, let left, let right): [left, right]
    case .call(_, let arguments): arguments
    case .concat(let pieces): pieces
    }
  }

  /// Whether it, or anything in it, satisfies the condition.
  func contains(_ condition: (Expression) -> Bool) -> Bool {
    condition(self) || children.contains { $0.contains(condition) }
  }

  /// The first part that changes every frame.
  var livePart: Expression? {
    if case .binding(let binding) = operation, binding.isLive { return self }
    for child in children {
      if let part = child.livePart { return part }
    }
    return nil
  }

  /// Nodes of the tree; counting ends above `limit`.
  func nodeCount(limit: Int = 10_000) -> Int {
    var count = 1
    for child in children where count <= limit { count += child.nodeCount(limit: limit) }
    return count
  }

  /// Bindings it reads, each once.
  var bindings: [Binding] {
    var found: [Binding] = []
    func visit(_ expression: Expression) {
      if case .binding(let binding) = expression.operation, !found.contains(binding) { found.append(binding) }
      expression.children.forEach(visit)
    }
    visit(self)
    return found
  }
}

extension Binding {
  /// Whether its value changes every frame.
  package var isLive: Bool { name.hasPrefix("now.") || name.hasPrefix("scene.") }
}

extension ExpressionKind {
  /// Whether values are numbers.
  package var isNumeric: Bool {
    switch self {
    case .text, .bool, .color, .list: false
    default: true
    }
  }
  /// Whether it is a number without unit.
  var isPlain: Bool { self == .number || self == .int || self == .ratio }
  /// As it is called in messages.
  var word: String {
    switch self {
    case .heartRate: "heart rate"
    case .int: "number"
    case .bool: "true or false"
    case .color: "colour"
    default: rawValue
    }
  }
}
