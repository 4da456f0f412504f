/// Heights of the ground over the local plane.
public protocol HeightField: Sendable {
  /// Height in metres (before exaggeration) at a point in local metres; defined everywhere.
  func height(at point: Vec2) -> Double
}

/// Level ground.
public struct FlatField: HeightField {
  /// Metres.
  public let level: Double
  /// A plane at a height in metres.
  public init(level: Double = 0) { self.level = level }
  /// The same height everywhere.
  public func height(at point: Vec2) -> Double { level }
}
