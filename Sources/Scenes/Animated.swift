import Geometry
import Templates

/// A property's value over scene time: fixed, keyed or an expression of the frame's own numbers.
package enum Animated<Value: Interpolatable>: Sendable {
  case constant(Value)
  case keys(Keyframes<Value>)
  /// The second value stands in where the expression gives none.
  case live(LiveExpression, fallback: Value)

  /// The value where the frame does not change it.
  package var constantValue: Value? {
    if case .constant(let value) = self { return value }
    return nil
  }

  /// The value before the first key or without live numbers.
  package var restValue: Value {
    switch self {
    case .constant(let value): return value
    case .keys(let keys): return keys.value(at: -.infinity)
    case .live(_, let fallback): return fallback
    }
  }

  /// The same value over time in another form.
  package func map<Other: Interpolatable>(_ transform: (Value) -> Other) -> Animated<Other> {
    switch self {
    case .constant(let value): return .constant(transform(value))
    case .live(let expression, let fallback): return .live(expression, fallback: transform(fallback))
    case .keys(let keys):
      let mapped = keys.keys.map {
        Keyframes<Other>.Key(time: $0.time, value: transform($0.value), easing: $0.easing)
      }
      guard let frames = Keyframes<Other>(mapped) else { return .constant(transform(restValue)) }
      return .keys(frames)
    }
  }
}

/// How an area is filled; colours are final.
package struct FillStyle: Hashable, Sendable, Interpolatable {
  /// One colour, or several along `angle`.
  package var colors: [Color]
  /// Degrees: 180 runs from top to bottom.
  package var angle: Double

  package init(colors: [Color], angle: Double = 180) {
    self.colors = colors
    self.angle = angle
  }
  package init(_ color: Color) { self.init(colors: [color]) }
  package static let none = FillStyle(colors: [])

  /// Whether nothing would be seen.
  package var isEmpty: Bool { colors.allSatisfy { $0.alpha <= 0 } }
  package func opacity(_ factor: Double) -> FillStyle {
    FillStyle(colors: colors.map { $0.opacity(factor) }, angle: angle)
  }
  package func interpolated(to other: FillStyle, _ t: Double) -> FillStyle {
    guard colors.count == other.colors.count else { return t < 1 ? self : other }
    return FillStyle(
      colors: zip(colors, other.colors).map { $0.mix($1, t) }, angle: angle.interpolated(to: other.angle, t))
  }
}

/// How a line is drawn; pixels.
package struct LineStyle: Hashable, Sendable {
  package var color: Color
  package var width: Double
  package var dash: [Double]
  package init(color: Color, width: Double, dash: [Double] = []) {
    self.color = color
    self.width = width
    self.dash = dash
  }
}

/// A line whose colour and width may change.
package struct AnimatedLine: Sendable {
  package var color: Animated<Color>
  package var width: Animated<Double>
  package var opacity: Animated<Double>
  package var dash: [Double]
  package init(
    color: Animated<Color>, width: Animated<Double>, opacity: Animated<Double>, dash: [Double] = []
  ) {
    self.color = color
    self.width = width
    self.opacity = opacity
    self.dash = dash
  }
}
