/// A point or vector in a plane: pixels (x right, y down) or local metres (x east, y north), as its owner says.
@frozen
public struct Vec2: Hashable, Sendable {
  /// First coordinate.
  public var x: Double
  /// Second coordinate.
  public var y: Double

  /// A vector from its two coordinates.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Vec2(0, 0)

  /// Sum.
  @inlinable public static func + (a: Vec2, b: Vec2) -> Vec2 { Vec2(a.x + b.x, a.y + b.y) }
  /// Difference.
  @inlinable public static func - (a: Vec2, b: Vec2) -> Vec2 { Vec2(a.x - b.x, a.y - b.y) }
  /// Product with a number.
  @inlinable public static func * (a: Vec2, s: Double) -> Vec2 { Vec2(a.x * s, a.y * s) }
  /// Quotient by a number.
  @inlinable public static func / (a: Vec2, s: Double) -> Vec2 { Vec2(a.x / s, a.y / s) }
  /// Opposite.
  @inlinable public static prefix func - (a: Vec2) -> Vec2 { Vec2(-a.x, -a.y) }
  /// Adds in place.
  @inlinable public static func += (a: inout Vec2, b: Vec2) { a = a + b }
  /// Subtracts in place.
  @inlinable public static func -= (a: inout Vec2, b: Vec2) { a = a - b }

  /// Scalar product.
  @inlinable public func dot(_ other: Vec2) -> Double { x * other.x + y * other.y }
  /// The z component of the cross product: positive where `other` lies counter-clockwise in a y-up plane.
  @inlinable public func cross(_ other: Vec2) -> Double { x * other.y - y * other.x }
  /// Euclidean length.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }
  /// Euclidean distance.
  @inlinable public func distance(to other: Vec2) -> Double { (self - other).length }
  /// Linear interpolation, `t` = 0 gives `self`.
  @inlinable public func lerp(_ other: Vec2, _ t: Double) -> Vec2 {
    Vec2(x + (other.x - x) * t, y + (other.y - y) * t)
  }
  /// The unit vector in this direction, or nil for a vector of no length.
  @inlinable public var normalized: Vec2? {
    let size = length
    return size > 0 && size.isFinite ? self / size : nil
  }
}

/// A point or vector in local metres: x east, y north, z up.
@frozen
public struct Vec3: Hashable, Sendable {
  /// Metres east.
  public var x: Double
  /// Metres north.
  public var y: Double
  /// Metres up.
  public var z: Double

  /// A vector from its three coordinates.
  @inlinable public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// A point of the plane lifted to a height.
  @inlinable public init(_ plane: Vec2, z: Double) { self.init(plane.x, plane.y, z) }

  /// The origin.
  public static let zero = Vec3(0, 0, 0)
  /// The part in the plane.
  @inlinable public var xy: Vec2 { Vec2(x, y) }

  /// Sum.
  @inlinable public static func + (a: Vec3, b: Vec3) -> Vec3 { Vec3(a.x + b.x, a.y + b.y, a.z + b.z) }
  /// Difference.
  @inlinable public static func - (a: Vec3, b: Vec3) -> Vec3 { Vec3(a.x - b.x, a.y - b.y, a.z - b.z) }
  /// Product with a number.
  @inlinable public static func * (a: Vec3, s: Double) -> Vec3 { Vec3(a.x * s, a.y * s, a.z * s) }
  /// Scalar product.
  @inlinable public func dot(_ other: Vec3) -> Double { x * other.x + y * other.y + z * other.z }
  /// Euclidean length.
  @inlinable public var length: Double { dot(self).squareRoot() }
  /// Linear interpolation, `t` = 0 gives `self`.
  @inlinable public func lerp(_ other: Vec3, _ t: Double) -> Vec3 {
    Vec3(x + (other.x - x) * t, y + (other.y - y) * t, z + (other.z - z) * t)
  }
}
