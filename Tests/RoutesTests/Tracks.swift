import Geometry
import Recordings

/// Generated tracks in metres around a place, at 1 Hz unless said otherwise.
enum Tracks {
  static let origin = GeoCoordinate(latitude: 47, longitude: 8)

  /// The coordinate at metres east and north of an origin, true along meridians and parallels; the plane near a pole.
  static func coordinate(_ position: Vec2, origin: GeoCoordinate = origin) -> GeoCoordinate {
    if abs(origin.latitude) > 85 { return LocalPlane(origin: origin).coordinate(position) }
    let latitude = origin.latitude + Trigonometry.degrees(position.y / GeoCoordinate.earthRadius)
    let radius = GeoCoordinate.earthRadius * Trigonometry.cos(Trigonometry.radians(latitude))
    return GeoCoordinate(
      latitude: latitude, longitude: origin.longitude + Trigonometry.degrees(position.x / radius))
  }

  /// A session of points at metres east and north of an origin.
  static func session(
    _ positions: [Vec2], origin: GeoCoordinate = origin, times: [Double]? = nil, elevations: [Double]? = nil,
    sport: String? = "running"
  ) -> Session {
    var points: [TrackPoint] = []
    for (k, position) in positions.enumerated() {
      let coordinate = coordinate(position, origin: origin)
      var point = TrackPoint(latitude: coordinate.latitude, longitude: coordinate.longitude)
      if let times { point.time = 1_700_000_000 + times[k] }
      if let elevations { point.elevation = elevations[k] }
      points.append(point)
    }
    return Session(points: points, name: "Generated", sport: sport)
  }

  /// A straight line north with `step` metres a second.
  static func straight(length: Double, speed: Double = 3, origin: GeoCoordinate = origin) -> Session {
    let count = Int(length / speed) + 1
    return session(
      (0..<count).map { Vec2(0, min(Double($0) * speed, length)) }, origin: origin,
      times: (0..<count).map { Double($0) })
  }

  /// Clockwise laps on a running track of 400 m: two straights of 84.39 m and two bends of radius 36.5 m.
  static func lapPoint(_ along: Double) -> Vec2 {
    let straight = 84.39
    let radius = 36.5
    let bend = Double.pi * radius
    var s = along.truncatingRemainder(dividingBy: 2 * (straight + bend))
    if s < straight { return Vec2(-radius, s - straight / 2) }
    s -= straight
    if s < bend {
      let angle = s / radius
      return Vec2(-radius * Trigonometry.cos(angle), straight / 2 + radius * Trigonometry.sin(angle))
    }
    s -= bend
    if s < straight { return Vec2(radius, straight / 2 - s) }
    s -= straight
    let angle = s / radius
    return Vec2(radius * Trigonometry.cos(angle), -straight / 2 - radius * Trigonometry.sin(angle))
  }

  static func laps(length: Double, speed: Double = 4) -> Session {
    let count = Int((length / speed).rounded()) + 1
    return session(
      (0..<count).map { lapPoint(Double($0) * speed) }, times: (0..<count).map { Double($0) })
  }

  /// Deterministic noise, normally distributed (Irwin–Hall of twelve).
  struct Noise {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    mutating func normal(_ sigma: Double) -> Double {
      var sum = -6.0
      for _ in 0..<12 { sum += uniform() }
      return sum * sigma
    }
    mutating func point(_ sigma: Double) -> Vec2 {
      let x = normal(sigma)
      return Vec2(x, normal(sigma))
    }
  }
}
