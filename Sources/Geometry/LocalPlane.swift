/// A plane of local metres (x east, y north) around an origin, in which routes, cameras and ground are computed.
///
/// Up to 85° it is Web Mercator scaled by cos(latitude of the origin), so that map tiles fit it by one scale and one
/// shift; nearer to a pole it is an azimuthal equidistant plane, since Mercator has no room there.
/// Lengths in it are true at the origin and off by the change of cos(latitude) elsewhere (0.2 % over 10 km at 45°):
/// numbers that people read come from great-circle sums, not from this plane.
public struct LocalPlane: Hashable, Sendable {
  /// The point at (0, 0).
  public let origin: GeoCoordinate
  /// Metres of the plane per radian of Mercator.
  private let scale: Double
  private let originMercatorY: Double
  /// Whether the origin lies too near a pole for Mercator; map tiles cannot be drawn then.
  public let isPolar: Bool

  /// A plane around a coordinate.
  public init(origin: GeoCoordinate) {
    self.origin = origin
    isPolar = abs(origin.latitude) > 85
    scale = GeoCoordinate.earthRadius * Trigonometry.cos(Trigonometry.radians(origin.latitude))
    originMercatorY = isPolar ? 0 : LocalPlane.mercatorY(origin.latitude)
  }

  /// Mercator's y in radians for a latitude in degrees.
  public static func mercatorY(_ latitude: Double) -> Double {
    let clamped = min(max(latitude, -89.99), 89.99)
    return Trigonometry.log(Trigonometry.tan(.pi / 4 + Trigonometry.radians(clamped) / 2))
  }

  /// Local metres of a coordinate. Longitudes are taken as they are: unwrap them first.
  public func point(_ coordinate: GeoCoordinate) -> Vec2 {
    guard !isPolar else { return polarPoint(coordinate) }
    let x = Trigonometry.radians(coordinate.longitude - origin.longitude) * scale
    return Vec2(x, (LocalPlane.mercatorY(coordinate.latitude) - originMercatorY) * scale)
  }

  /// The coordinate of a point in local metres; the inverse of `point`.
  public func coordinate(_ point: Vec2) -> GeoCoordinate {
    guard !isPolar else { return polarCoordinate(point) }
    let latitude = Trigonometry.atan(Trigonometry.sinh(point.y / scale + originMercatorY))
    return GeoCoordinate(
      latitude: Trigonometry.degrees(latitude),
      longitude: origin.longitude + Trigonometry.degrees(point.x / scale))
  }

  /// Local metres of a Web Mercator position, x and y in 0…1 with y down from the north, as tiles use them.
  public func point(mercatorX x: Double, mercatorY y: Double) -> Vec2 {
    let east = (x - 0.5) * 2 * Double.pi - Trigonometry.radians(origin.longitude)
    return Vec2(east * scale, ((0.5 - y) * 2 * Double.pi - originMercatorY) * scale)
  }

  /// The Web Mercator position (0…1, y down) of a point in local metres; the inverse of `point(mercatorX:mercatorY:)`.
  public func mercator(_ point: Vec2) -> Vec2 {
    let east = point.x / scale + Trigonometry.radians(origin.longitude)
    let north = point.y / scale + originMercatorY
    return Vec2(east / (2 * Double.pi) + 0.5, 0.5 - north / (2 * Double.pi))
  }

  /// Length in this plane of the whole Web Mercator square's side.
  public var mercatorSide: Double { scale * 2 * Double.pi }

  private func polarPoint(_ coordinate: GeoCoordinate) -> Vec2 {
    let sign = origin.latitude < 0 ? -1.0 : 1.0
    func about(_ c: GeoCoordinate) -> Vec2 {
      let radius = GeoCoordinate.earthRadius * Trigonometry.radians(90 - sign * c.latitude)
      let angle = Trigonometry.radians(c.longitude - origin.longitude)
      return Vec2(radius * Trigonometry.sin(angle), -sign * radius * Trigonometry.cos(angle))
    }
    return about(coordinate) - about(origin)
  }

  private func polarCoordinate(_ point: Vec2) -> GeoCoordinate {
    let sign = origin.latitude < 0 ? -1.0 : 1.0
    let originRadius = GeoCoordinate.earthRadius * Trigonometry.radians(90 - sign * origin.latitude)
    let fromPole = point + Vec2(0, -sign * originRadius)
    let latitude = sign * (90 - Trigonometry.degrees(fromPole.length / GeoCoordinate.earthRadius))
    let angle = Trigonometry.degrees(Trigonometry.atan2(fromPole.x, -sign * fromPole.y))
    return GeoCoordinate(latitude: latitude, longitude: origin.longitude + angle)
  }
}
