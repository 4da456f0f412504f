/// A position on WGS84, in degrees. Longitudes may run beyond ±180 where a track is kept unwrapped.
@frozen
public struct GeoCoordinate: Hashable, Sendable {
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double

  /// A position from degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Mean earth radius in metres (IUGG R1), the sphere on which distances are summed.
  public static let earthRadius = 6_371_008.8

  /// Great-circle distance in metres (haversine), right for any pair of points and any unwrapping.
  public func distance(to other: GeoCoordinate) -> Double {
    let lat1 = Trigonometry.radians(latitude)
    let lat2 = Trigonometry.radians(other.latitude)
    let sinLat = Trigonometry.sin((lat2 - lat1) / 2)
    let sinLon = Trigonometry.sin(Trigonometry.radians(other.longitude - longitude) / 2)
    let h = sinLat * sinLat + Trigonometry.cos(lat1) * Trigonometry.cos(lat2) * sinLon * sinLon
    return 2 * GeoCoordinate.earthRadius * Trigonometry.asin(min(1, h).squareRoot())
  }

  /// Longitude moved by whole turns to lie within half a turn of `reference`.
  public static func unwrap(_ longitude: Double, near reference: Double) -> Double {
    longitude - ((longitude - reference) / 360).rounded() * 360
  }
}
