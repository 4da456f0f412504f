/// A 2D affine map: x' = a·x + c·y + tx, y' = b·x + d·y + ty (Cairo's order of coefficients).
@frozen
public struct Affine: Hashable, Sendable {
  /// x' per x.
  public var a: Double
  /// y' per x.
  public var b: Double
  /// x' per y.
  public var c: Double
  /// y' per y.
  public var d: Double
  /// Shift in x.
  public var tx: Double
  /// Shift in y.
  public var ty: Double

  /// A map from its six coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that changes nothing.
  public static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  /// A shift.
  public static func translation(_ vector: Vec2) -> Affine {
    Affine(a: 1, b: 0, c: 0, d: 1, tx: vector.x, ty: vector.y)
  }
  /// A scaling about the origin.
  public static func scaling(_ sx: Double, _ sy: Double) -> Affine {
    Affine(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }
  /// A rotation about the origin; positive is clockwise where y points down.
  public static func rotation(radians: Double) -> Affine {
    let sine = Trigonometry.sin(radians)
    let cosine = Trigonometry.cos(radians)
    return Affine(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// First `self`, then `next`.
  public func then(_ next: Affine) -> Affine {
    Affine(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The image of a point.
  public func apply(_ point: Vec2) -> Vec2 {
    Vec2(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }
}
