import Geometry

/// How a session is cleaned and smoothed (`smoothing:` of a template).
package struct RouteOptions: Sendable, Hashable {
  package enum Outliers: String, CaseIterable, Sendable {
    case auto, classic, off
  }
  package enum Spacing: Sendable, Hashable {
    /// Metres between points of the shown path.
    case metres(Double)
    /// A number of points, as the article has it.
    case points(Int)
  }
  package enum Window: Sendable, Hashable {
    /// From the recording's own noise.
    case auto
    case metres(Double)
    case points(Int)
  }
  package var outliers: Outliers = .auto
  /// Metres, for `classic`.
  package var maxJump = 150.0
  package var spacing: Spacing = .metres(5)
  package var window: Window = .auto
  /// Metres of hysteresis of climb.
  package var climbThreshold = 10.0
  package var privacyZones: [PrivacyZone] = []
  /// Metres of a split.
  package var splitLength = 1000.0
  package init() {}
}

/// A circle in which nothing is shown.
package enum PrivacyZone: Sendable, Hashable {
  /// Metres around start and finish.
  case ends(radius: Double)
  case around(GeoCoordinate, radius: Double)
}

/// Why a session cannot be replayed: one line for the user.
package struct RouteError: Error, Sendable, Equatable {
  package var message: String
  package init(message: String) { self.message = message }
}
