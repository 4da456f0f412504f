import Geometry
import Recordings

/// The fixes of a session as columns: finite positions, longitudes unwrapped, repeated fixes merged. NaN is absent.
struct FixTable {
  var coordinates: [GeoCoordinate] = []
  /// Metres in a provisional plane around the median position; only for tests of shape.
  var positions: [Vec2] = []
  /// Seconds since 1970, ascending, without NaN; empty for a session without usable times.
  var times: [Double] = []
  var elevations: [Double] = []
  var heartRates: [Double] = []
  var cadences: [Double] = []
  var powers: [Double] = []
  var deviceDistances: [Double] = []
  /// Number of the recorded segment.
  var segments: [Int] = []
  /// Index in `Session.points`.
  var sources: [Int] = []

  var count: Int { coordinates.count }
  var hasTimes: Bool { !times.isEmpty }

  init(session: Session, report: inout RouteReport) {
    report.pointsGiven = session.points.count
    let ranges = session.segments.isEmpty ? [0..<session.points.count] : session.segments
    var rawTimes: [Double] = []
    var previous = Double.nan
    for (number, range) in ranges.enumerated() {
      for index in range.clamped(to: 0..<session.points.count) {
        let point = session.points[index]
        guard point.latitude.isFinite, point.longitude.isFinite, abs(point.latitude) <= 90,
          abs(point.longitude) <= 100_000
        else {
          report.note(.badPosition, at: index)
          continue
        }
        let longitude =
          previous.isNaN
          ? GeoCoordinate.unwrap(point.longitude, near: 0)
          : GeoCoordinate.unwrap(point.longitude, near: previous)
        previous = longitude
        let coordinate = GeoCoordinate(latitude: point.latitude, longitude: longitude)
        let time = FixTable.finite(point.time)
        if let last = coordinates.indices.last, segments[last] == number,
          FixTable.isRepeat(coordinate, time, of: coordinates[last], rawTimes[last])
        {
          merge(point, time: time, into: last, times: &rawTimes)
          report.note(.duplicate, at: index)
          continue
        }
        coordinates.append(coordinate)
        rawTimes.append(time)
        elevations.append(FixTable.elevation(point.elevation))
        heartRates.append(FixTable.positive(point.heartRate, below: 300))
        cadences.append(FixTable.positive(point.cadence, below: 500))
        powers.append(FixTable.positive(point.power, below: 5000))
        deviceDistances.append(FixTable.positive(point.deviceDistance, below: 1e9))
        segments.append(number)
        sources.append(index)
      }
    }
    guard count > 0 else { return }
    let plane = LocalPlane(origin: FixTable.median(of: coordinates))
    positions = coordinates.map { plane.point($0) }
    times = TimeRepair.repaired(rawTimes, coordinates: coordinates, sources: sources, report: &report)
  }

  /// Metres between two fixes.
  func distance(_ a: Int, _ b: Int) -> Double { FixTable.distance(coordinates[a], coordinates[b]) }

  /// Great-circle metres; for short steps by the chord on the sphere, which rounds less and costs a third.
  static func distance(_ a: GeoCoordinate, _ b: GeoCoordinate) -> Double {
    let north = Trigonometry.radians(b.latitude - a.latitude)
    let east = Trigonometry.radians(b.longitude - a.longitude)
    guard abs(north) < 1e-3, abs(east) < 1e-3 else { return a.distance(to: b) }
    let cosine = Trigonometry.cos(Trigonometry.radians((a.latitude + b.latitude) / 2))
    return GeoCoordinate.earthRadius * (north * north + east * east * cosine * cosine).squareRoot()
  }

  private static func isRepeat(
    _ a: GeoCoordinate, _ aTime: Double, of b: GeoCoordinate, _ bTime: Double
  ) -> Bool {
    guard abs(a.latitude - b.latitude) < 1e-9, abs(a.longitude - b.longitude) < 1e-9 else { return false }
    return aTime == bTime || aTime.isNaN || bTime.isNaN
  }

  private mutating func merge(_ point: TrackPoint, time: Double, into row: Int, times: inout [Double]) {
    if times[row].isNaN { times[row] = time }
    if elevations[row].isNaN { elevations[row] = FixTable.elevation(point.elevation) }
    if heartRates[row].isNaN { heartRates[row] = FixTable.positive(point.heartRate, below: 300) }
    if cadences[row].isNaN { cadences[row] = FixTable.positive(point.cadence, below: 500) }
    if powers[row].isNaN { powers[row] = FixTable.positive(point.power, below: 5000) }
    if deviceDistances[row].isNaN {
      deviceDistances[row] = FixTable.positive(point.deviceDistance, below: 1e9)
    }
  }

  private static func finite(_ value: Double?) -> Double {
    guard let value, value.isFinite, abs(value) < 1e12 else { return .nan }
    return value
  }
  /// Elevations no one runs at are sensor faults.
  private static func elevation(_ value: Double?) -> Double {
    guard let value, value.isFinite, value > -600, value < 12_000 else { return .nan }
    return value
  }
  private static func positive(_ value: Double?, below limit: Double) -> Double {
    guard let value, value >= 0, value < limit else { return .nan }
    return value
  }

  /// The coordinate of median latitude and median longitude.
  static func median(of coordinates: [GeoCoordinate]) -> GeoCoordinate {
    GeoCoordinate(
      latitude: coordinates.map(\.latitude).percentile(50) ?? 0,
      longitude: coordinates.map(\.longitude).percentile(50) ?? 0)
  }
}
