/// A value that keyframes can blend.
public protocol Interpolatable: Sendable {
  /// The value a share `t` of the way to `other`.
  func interpolated(to other: Self, _ t: Double) -> Self
}

extension Double: Interpolatable {
  /// Linear interpolation.
  public func interpolated(to other: Double, _ t: Double) -> Double { self + (other - self) * t }
}
extension Vec2: Interpolatable {
  /// Linear interpolation.
  public func interpolated(to other: Vec2, _ t: Double) -> Vec2 { lerp(other, t) }
}
extension Color: Interpolatable {
  /// Perceptual interpolation.
  public func interpolated(to other: Color, _ t: Double) -> Color { mix(other, t) }
}
