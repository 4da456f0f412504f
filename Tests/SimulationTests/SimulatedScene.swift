import Geometry
import Recordings
import Routes
import Scenes

@testable import Simulation

/// Generated runs and scenes for the tests of clock and camera.
enum SimulatedScene {
  static let origin = GeoCoordinate(latitude: 47, longitude: 8)

  /// A session of points at metres east and north of an origin, with times in seconds.
  static func session(_ positions: [Vec2], times: [Double]?, elevations: [Double]? = nil) -> Session {
    var points: [TrackPoint] = []
    for (k, position) in positions.enumerated() {
      let latitude = origin.latitude + Trigonometry.degrees(position.y / GeoCoordinate.earthRadius)
      let radius = GeoCoordinate.earthRadius * Trigonometry.cos(Trigonometry.radians(latitude))
      var point = TrackPoint(
        latitude: latitude, longitude: origin.longitude + Trigonometry.degrees(position.x / radius))
      if let times { point.time = 1_700_000_000 + times[k] }
      if let elevations { point.elevation = elevations[k] }
      points.append(point)
    }
    return Session(points: points, sport: "running")
  }

  /// A run along a curve given by metres, at a speed, with a fix each second.
  static func run(length: Double, speed: Double, _ curve: (Double) -> Vec2) throws -> ReplayRoute {
    let count = Int((length / speed).rounded(.up)) + 1
    let along = (0..<count).map { min(Double($0) * speed, length) }
    return try ReplayRoute(session: session(along.map(curve), times: along.map { $0 / speed }))
  }

  /// Clockwise laps of 400 m.
  static func lapPoint(_ along: Double) -> Vec2 {
    let straight = 84.39
    let radius = 36.5
    let bend = Double.pi * radius
    var s = along.truncatingRemainder(dividingBy: 2 * (straight + bend))
    if s < straight { return Vec2(-radius, s - straight / 2) }
    s -= straight
    if s < bend {
      return Vec2(
        -radius * Trigonometry.cos(s / radius), straight / 2 + radius * Trigonometry.sin(s / radius))
    }
    s -= bend
    if s < straight { return Vec2(radius, straight / 2 - s) }
    s -= straight
    return Vec2(radius * Trigonometry.cos(s / radius), -straight / 2 - radius * Trigonometry.sin(s / radius))
  }

  static func fit() -> ClockSpec {
    var spec = ClockSpec()
    spec.mode = .fit
    return spec
  }

  /// A portrait scene that fits a run into a duration.
  static func scene(
    _ route: ReplayRoute, duration: Double, camera: CameraSpec = CameraSpec(), clock: ClockSpec = fit()
  ) -> (clock: SceneClock, camera: CameraTrack) {
    let clock = SceneClock(
      spec: clock, route: route, duration: duration, classic: camera.style == .classic ? camera.classic : nil)
    return (
      clock,
      CameraTrack(spec: camera, clock: clock, route: route, viewportAspect: 1080.0 / 1920, heights: nil)
    )
  }

  /// Turns in degrees a second between frames at a rate.
  static func turns(_ camera: CameraTrack, duration: Double, rate: Double = 60) -> [Double] {
    let headings = (0...Int(duration * rate)).map { camera.camera(at: Double($0) / rate).heading }
    return zip(headings.dropFirst(), headings).map { Trigonometry.wrapDegrees($0 - $1) * rate }
  }
}
