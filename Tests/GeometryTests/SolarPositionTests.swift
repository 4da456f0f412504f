import Geometry
import Testing

/// The sun against published positions.
@Suite struct SolarPositionTests {
  /// The worked example of NREL's "Solar Position Algorithm" (2008): 17 October 2003, 12:30:30 at UTC-7, without its
  /// refraction.
  @Test func publishedExample() {
    let sun = SolarPosition(
      at: 1_066_419_030, from: GeoCoordinate(latitude: 39.742476, longitude: -105.1786))
    #expect(abs(sun.elevation - 39.872) < 0.02, "\(sun.elevation)")
    #expect(abs(sun.azimuth - 194.340) < 0.02, "\(sun.azimuth)")
  }

  /// At solar noon the sun stands 90° less the difference of latitude and declination high: in the south, north, or right above.
  @Test(arguments: [(51.4779, 61.96, 180.0), (-33.87, 32.69, 0), (66.6, 46.84, 180)])
  func noonOfTheSolstice(latitude: Double, elevation: Double, azimuth: Double) throws {
    // 21 June 2026, every minute of the day, at Greenwich's meridian.
    let day = (0..<1440).map {
      SolarPosition(
        at: 1_782_000_000 + Double($0) * 60, from: GeoCoordinate(latitude: latitude, longitude: 0))
    }
    let noon = try #require(day.max { $0.elevation < $1.elevation })
    #expect(abs(noon.elevation - elevation) < 0.05, "\(noon.elevation)")
    #expect(abs(Trigonometry.wrapDegrees(noon.azimuth - azimuth)) < 0.6, "\(noon.azimuth)")
    // Rising in the east, setting in the west; beyond the polar circle it does not set.
    let first = try #require(day.first), quarter = day[600]
    #expect(first.elevation < noon.elevation && quarter.azimuth < 180)
    if latitude > 66.57 { #expect(day.allSatisfy { $0.elevation > -0.2 }) }
  }
}
