/// Where the sun stands, seen from a place.
///
/// Low-precision formulas of the Astronomical Almanac (section C, "Low precision formulas for the Sun"), good to about
/// 0.01° between 1950 and 2050; refraction is left out. No light needs more.
public struct SolarPosition: Hashable, Sendable {
  /// Degrees clockwise from north.
  public let azimuth: Double
  /// Degrees above the horizon; negative at night.
  public let elevation: Double

  /// The sun's position at seconds since 1970 (UTC), seen from a place.
  public init(at time: Double, from place: GeoCoordinate) {
    // Days since 2000-01-01 12:00.
    let days = time / 86_400 - 10_957.5
    let anomaly = Trigonometry.radians(357.528 + 0.985_600_3 * days)
    let longitude = Trigonometry.radians(
      280.460 + 0.985_647_4 * days + 1.915 * Trigonometry.sin(anomaly) + 0.020
        * Trigonometry.sin(2 * anomaly))
    let tilt = Trigonometry.radians(23.439 - 0.000_000_4 * days)
    let ascension = Trigonometry.atan2(
      Trigonometry.cos(tilt) * Trigonometry.sin(longitude), Trigonometry.cos(longitude))
    let sine = Trigonometry.sin(tilt) * Trigonometry.sin(longitude)
    let cosine = max(0, 1 - sine * sine).squareRoot()
    // Greenwich mean sidereal time in degrees.
    let sidereal = 280.460_618_37 + 360.985_647_366_29 * days
    let hourAngle = Trigonometry.radians(sidereal + place.longitude) - ascension
    let latitude = Trigonometry.radians(place.latitude)
    // A unit vector to the sun: east, north, up.
    let east = -cosine * Trigonometry.sin(hourAngle)
    let north =
      sine * Trigonometry.cos(latitude) - cosine * Trigonometry.cos(hourAngle) * Trigonometry.sin(latitude)
    let up =
      sine * Trigonometry.sin(latitude) + cosine * Trigonometry.cos(hourAngle) * Trigonometry.cos(latitude)
    let turned = Trigonometry.degrees(Trigonometry.atan2(east, north))
    azimuth = turned < 0 ? turned + 360 : turned
    elevation = Trigonometry.degrees(Trigonometry.atan2(up, (east * east + north * north).squareRoot()))
  }
}
