import Geometry

/// How a world node's camera moves, resolved from the template. Angles in degrees, lengths in metres, times in seconds.
public struct CameraSpec: Hashable, Sendable {
  public enum Style: String, CaseIterable, Hashable, Sendable {
    case cinematic, classic
  }
  public enum Follow: String, CaseIterable, Hashable, Sendable {
    case runner, route, none
  }
  public enum Heading: String, CaseIterable, Hashable, Sendable {
    case course, north, orbit
  }
  /// Constants of the article's camera, per 60 Hz tick.
  public struct Classic: Hashable, Sendable {
    public var ease = 0.15
    public var lookahead = 800.0
    public var turnGain = 0.006
    public var maxTurn = 0.6
    public init() {}
  }
  /// How the scene's shot begins or ends: a fitted overview of the whole route that blends into the follow camera.
  public struct Overview: Hashable, Sendable {
    /// Seconds for which the fitted overview holds, then seconds of the blend.
    public var hold: Double
    public var blend: Double
    public init(hold: Double, blend: Double) {
      self.hold = hold
      self.blend = blend
    }
  }

  public var style: Style = .cinematic
  public var follow: Follow = .runner
  public var heading: Heading = .course
  public var classic = Classic()
  /// Degrees from straight down.
  public var pitch = 55.0
  /// Metres to the target; nil lets the cinematic camera choose from the ground speed.
  public var distance: Double?
  public var fieldOfView = 36.87
  public var headingOffset = 0.0
  /// Where the runner stands in the node's box, as shares.
  public var anchor = Vec2(0.5, 0.6)
  /// Video seconds of the follow filter.
  public var smooth = 1.5
  /// Look-ahead as a share of the view height.
  public var lead = 0.12
  /// Degrees a second of video, cinematic.
  public var maxTurnRate = 25.0
  public var intro: Overview?
  public var outro: Overview?
  /// The part of the box (shares) in which the runner always is, and into which an overview fits the route.
  public var safeArea = Rect(x: 0.08, y: 0.14, width: 0.84, height: 0.58)

  /// Keys of properties that add to the above over scene time.
  public var keys = CameraKeys()

  public init() {}
}

/// Keyframed camera properties; each replaces the constant of `CameraSpec` while it has keys.
public struct CameraKeys: Hashable, Sendable {
  public var pitch: Keyframes<Double>?
  public var distance: Keyframes<Double>?
  public var fieldOfView: Keyframes<Double>?
  public var headingOffset: Keyframes<Double>?
  public var lead: Keyframes<Double>?
  public init() {}
}
