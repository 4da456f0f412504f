import Geometry
import Recordings
import Routes
import Scenes

@testable import Compositing

/// Generated runs for the tests of the ground.
enum GroundRuns {
  /// A winding loop of a few kilometres; with `climb` metres between its lowest and highest point.
  static func loop(climb: Double?) throws -> ReplayRoute {
    var points: [TrackPoint] = []
    let origin = GeoCoordinate(latitude: 47, longitude: 8)
    for k in 0..<1500 {
      let angle = Double(k) / 1500 * 2 * Double.pi
      let radius = 900 + 260 * Trigonometry.sin(3 * angle) + 90 * Trigonometry.cos(7 * angle)
      let east = radius * Trigonometry.sin(angle)
      let north = radius * Trigonometry.cos(angle)
      let latitude = origin.latitude + Trigonometry.degrees(north / GeoCoordinate.earthRadius)
      let scale = GeoCoordinate.earthRadius * Trigonometry.cos(Trigonometry.radians(origin.latitude))
      var point = TrackPoint(
        latitude: latitude, longitude: origin.longitude + Trigonometry.degrees(east / scale))
      point.time = 1_700_000_000 + 2 * Double(k)
      if let climb { point.elevation = 1200 + climb * 0.5 * (1 - Trigonometry.cos(angle * 2)) }
      points.append(point)
    }
    return try ReplayRoute(session: Session(points: points, name: "Loop", sport: "running"))
  }

  static func camera(
    _ target: Vec3, distance: Double = 900, pitch: Double = 55, heading: Double = 30
  ) -> PerspectiveCamera {
    PerspectiveCamera(
      target: target, distance: distance, pitch: pitch, heading: heading, fieldOfView: 36.87,
      anchor: Vec2(0.5, 0.6))
  }
}
