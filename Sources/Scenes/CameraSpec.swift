import Geometry

/// How a world node's camera moves, resolved from the template. Angles in degrees, lengths in metres, times in seconds.
package struct CameraSpec: Hashable, Sendable {
  package enum Style: String, CaseIterable, Hashable, Sendable {
    case cinematic, classic
  }
  package enum Follow: String, CaseIterable, Hashable, Sendable {
    case runner, route, none
  }
  package enum Heading: String, CaseIterable, Hashable, Sendable {
    case course, north, orbit
  }
  /// Constants of the article's camera, per 60 Hz tick.
  package struct Classic: Hashable, Sendable {
    package var ease = 0.15
    package var lookahead = 800.0
    package var turnGain = 0.006
    package var maxTurn = 0.6
    package init() {}
  }
  /// How the scene's shot begins or ends: a fitted overview of the whole route that blends into the follow camera.
  package struct Overview: Hashable, Sendable {
    /// Seconds for which the fitted overview holds, then seconds of the blend.
    package var hold: Double
    package var blend: Double
    package init(hold: Double, blend: Double) {
      self.hold = hold
      self.blend = blend
    }
  }

  package var style: Style = .cinematic
  package var follow: Follow = .runner
  package var heading: Heading = .course
  package var classic = Classic()
  /// Degrees from straight down.
  package var pitch = 55.0
  /// Metres to the target; nil lets the cinematic camera choose from the ground speed.
  package var distance: Double?
  package var fieldOfView = 36.87
  package var headingOffset = 0.0
  /// Where the runner stands in the node's box, as shares.
  package var anchor = Vec2(0.5, 0.6)
  /// Video seconds of the follow filter.
  package var smooth = 1.5
  /// Look-ahead as a share of the view height.
  package var lead = 0.12
  /// Degrees a second of video, cinematic.
  package var maxTurnRate = 25.0
  package var intro: Overview?
  package var outro: Overview?
  /// The part of the box (shares) in which the runner always is.
  package var safeArea = Rect(x: 0.08, y: 0.14, width: 0.84, height: 0.58)
  /// The part of the box into which an overview fits the route, where that is another one than `safeArea`.
  package var overviewArea: Rect?

  /// Keys of properties that add to the above over scene time.
  package var keys = CameraKeys()

  package init() {}
}

/// Keyframed camera properties; each replaces the constant of `CameraSpec` while it has keys.
package struct CameraKeys: Hashable, Sendable {
  package var pitch: Keyframes<Double>?
  package var distance: Keyframes<Double>?
  package var fieldOfView: Keyframes<Double>?
  package var headingOffset: Keyframes<Double>?
  package var lead: Keyframes<Double>?
  package init() {}
}
