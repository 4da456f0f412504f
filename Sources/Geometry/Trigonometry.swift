import Glibc

/// The one door to libm for geometry, so that every module rounds alike and a port has one file to look at.
public enum Trigonometry {
  /// Sine of an angle in radians.
  public static func sin(_ radians: Double) -> Double { Glibc.sin(radians) }
  /// Cosine of an angle in radians.
  public static func cos(_ radians: Double) -> Double { Glibc.cos(radians) }
  /// Tangent of an angle in radians.
  public static func tan(_ radians: Double) -> Double { Glibc.tan(radians) }
  /// Angle of the vector (x, y) in radians, -π…π.
  public static func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
  /// Inverse tangent in radians.
  public static func atan(_ value: Double) -> Double { Glibc.atan(value) }
  /// Inverse sine in radians; the argument is clamped to -1…1.
  public static func asin(_ value: Double) -> Double { Glibc.asin(Swift.max(-1, Swift.min(1, value))) }
  /// Inverse cosine in radians; the argument is clamped to -1…1.
  public static func acos(_ value: Double) -> Double { Glibc.acos(Swift.max(-1, Swift.min(1, value))) }
  /// Hyperbolic sine.
  public static func sinh(_ value: Double) -> Double { Glibc.sinh(value) }
  /// Natural exponential.
  public static func exp(_ value: Double) -> Double { Glibc.exp(value) }
  /// Natural logarithm.
  public static func log(_ value: Double) -> Double { Glibc.log(value) }
  /// Base-2 logarithm.
  public static func log2(_ value: Double) -> Double { Glibc.log2(value) }
  /// Power.
  public static func pow(_ base: Double, _ exponent: Double) -> Double { Glibc.pow(base, exponent) }
  /// Cube root.
  public static func cbrt(_ value: Double) -> Double { Glibc.cbrt(value) }
  /// Length of (x, y) without overflow.
  public static func hypot(_ x: Double, _ y: Double) -> Double { Glibc.hypot(x, y) }
  /// Degrees to radians.
  public static func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
  /// Radians to degrees.
  public static func degrees(_ radians: Double) -> Double { radians * (180 / Double.pi) }

  /// The equivalent of `degrees` in -180..<180, for differences of bearings.
  public static func wrapDegrees(_ degrees: Double) -> Double {
    guard degrees.isFinite else { return 0 }
    let turned = (degrees + 180).truncatingRemainder(dividingBy: 360)
    return (turned < 0 ? turned + 360 : turned) - 180
  }
}
