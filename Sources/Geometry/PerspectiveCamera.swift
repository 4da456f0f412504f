/// A camera that looks at a target in local metres and never rolls.
@frozen
public struct PerspectiveCamera: Hashable, Sendable {
  /// The point looked at: metres east, north, up.
  public var target: Vec3
  /// Metres from the eye to the target along the view axis.
  public var distance: Double
  /// Degrees from straight down: 0 looks at the ground, 90 at the horizon.
  public var pitch: Double
  /// Degrees clockwise from north towards which the camera looks.
  public var heading: Double
  /// Vertical field of view in degrees.
  public var fieldOfView: Double
  /// Where the target appears, as a share of the viewport (principal point): (0.5, 0.5) is its centre.
  public var anchor: Vec2

  /// A camera from its parts.
  public init(
    target: Vec3, distance: Double, pitch: Double, heading: Double, fieldOfView: Double,
    anchor: Vec2 = Vec2(0.5, 0.5)
  ) {
    self.target = target
    self.distance = distance
    self.pitch = pitch
    self.heading = heading
    self.fieldOfView = fieldOfView
    self.anchor = anchor
  }
}
