/// An axis-aligned rectangle; in pixels or design units with y down, as its owner says.
@frozen
public struct Rect: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Extent to the right.
  public var width: Double
  /// Extent downwards.
  public var height: Double

  /// A rectangle from its top left corner and its size.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle that holds all points, or nil where there is none.
  public init?(bounding points: some Sequence<Vec2>) {
    var low = Vec2(.infinity, .infinity)
    var high = Vec2(-.infinity, -.infinity)
    for point in points {
      low = Vec2(min(low.x, point.x), min(low.y, point.y))
      high = Vec2(max(high.x, point.x), max(high.y, point.y))
    }
    guard low.x <= high.x else { return nil }
    self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Right edge.
  @inlinable public var maxX: Double { x + width }
  /// Bottom edge.
  @inlinable public var maxY: Double { y + height }
  /// The middle.
  @inlinable public var center: Vec2 { Vec2(x + width / 2, y + height / 2) }
  /// Whether a point lies inside or on the edge.
  @inlinable public func contains(_ point: Vec2) -> Bool {
    point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
  }
  /// The point at a share of the width and height.
  @inlinable public func point(at share: Vec2) -> Vec2 { Vec2(x + width * share.x, y + height * share.y) }
  /// Moved by a vector.
  @inlinable public func offset(by vector: Vec2) -> Rect {
    Rect(x: x + vector.x, y: y + vector.y, width: width, height: height)
  }
  /// Made smaller by an amount at each side; never of negative size.
  public func inset(by amount: Double) -> Rect {
    inset(top: amount, right: amount, bottom: amount, left: amount)
  }
  /// Made smaller by an amount for each side; never of negative size.
  public func inset(top: Double, right: Double, bottom: Double, left: Double) -> Rect {
    Rect(x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }
  /// The part two rectangles share, or nil.
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
  /// The smallest rectangle that holds both.
  public func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
