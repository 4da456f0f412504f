import Geometry

/// The kind of an expression's value; numbers carry their meaning so that `${now.pace | distance}` is refused.
package enum ExpressionKind: String, CaseIterable, Sendable {
  case text, bool, number, int, ratio, pace, speed, distance, elevation, duration
  case heartRate = "hr"
  case cadence, power, date
  case color, list
}

/// What an expression gives. Numbers are in the base unit of their kind: ratio 0…1, pace in seconds a kilometre,
/// speed in metres a second, distance and elevation in metres, duration in seconds, date in seconds since 1970 (UTC),
/// heart rate and cadence a minute, power in watts.
package enum ExpressionValue: Hashable, Sendable {
  /// Not known: a sensor gap, a division by zero. Spreads through arithmetic, is false in a comparison.
  case absent
  case text(String)
  case bool(Bool)
  case number(Double)
  case color(Color)
  /// Rows of a list such as `run.splits`: values by `row.*` name without the prefix.
  case list([[String: ExpressionValue]])
}

/// A name of the catalogue (`run.distance`, `now.pace`, `row.label`, `scene.t` …), already checked and typed.
package struct Binding: Hashable, Sendable {
  package let name: String
  package let kind: ExpressionKind
  package init(name: String, kind: ExpressionKind) {
    self.name = name
    self.kind = kind
  }
}

/// Where the values of bindings come from: the run (const phase) or a frame (live phase).
package protocol BindingSource {
  func value(of binding: Binding) -> ExpressionValue
}
