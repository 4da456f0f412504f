import Geometry
import Recordings

/// A session made ready for replay: cleaned, evenly spaced, smoothed, with every number that needs the whole run.
///
/// Two geometries: the shown path (smooth; dot, line and camera move on it) and the recorded distance (what the
/// numbers say), joined by the monotone map `path.recorded`.
package struct ReplayRoute: Sendable {
  /// The plane of all local metres.
  package var plane: LocalPlane
  /// What is drawn and followed.
  package var path: ShownPath
  /// Metres, the figure the film ends with.
  package var totalDistance: Double
  /// Seconds of moving time, pauses left out; 0 for a route without times.
  package var movingTime: Double
  /// Seconds from first to last fix.
  package var elapsedTime: Double
  /// Seconds since 1970 of the first fix.
  package var startTime: Double?
  package var name: String?
  package var sport: String?
  package var utcOffset: Int?

  /// Moving seconds at each vertex of the path; for a route without times an even pace, which no number shows.
  package let times: [Double]
  /// Stops of the run in order, without those at its very start and end.
  package let pauses: [RoutePause]
  package let hasTime: Bool
  /// Sensors by vertex.
  package let heartRate: SensorSeries
  package let cadence: SensorSeries
  package let power: SensorSeries
  /// Climb by vertex; empty without elevation.
  package let climb: ClimbHysteresis
  package let splits: [Split]
  /// What cleaning did.
  package let report: RouteReport
  package let options: RouteOptions

  package var hasElevation: Bool { !path.elevations.isEmpty }
  package var hasHeartRate: Bool { heartRate.hasValues }
  package var hasCadence: Bool { cadence.hasValues }
  package var hasPower: Bool { power.hasValues }

  /// Cleans and prepares a session.
  package init(session: Session, options: RouteOptions = RouteOptions()) throws(RouteError) {
    var report = RouteReport()
    let track = try CleanTrack(session: session, options: options, report: &report)
    let builder = PathBuilder(track: track, options: options, report: &report)
    self.init(session: session, track: track, builder: builder, options: options, report: report)
  }

  private init(
    session: Session, track: CleanTrack, builder: PathBuilder, options: RouteOptions, report: RouteReport
  ) {
    plane = builder.plane
    var path = builder.path
    hasTime = track.hasTimes && (builder.times.last ?? 0) > 0
    times = hasTime ? builder.times : ReplayRoute.evenTimes(path)
    totalDistance = path.recorded.last ?? 0
    movingTime = hasTime ? times.last ?? 0 : 0
    elapsedTime = hasTime ? max(track.elapsedTime, movingTime) : 0
    startTime = hasTime ? track.startTime : nil
    name = session.name
    sport = session.sport
    utcOffset = session.utcOffset
    pauses = hasTime ? builder.pauses : builder.pauses.filter(\.isGap)
    climb = ClimbHysteresis(elevations: path.elevations, threshold: options.climbThreshold)
    heartRate = SensorSeries(values: builder.heartRates, times: times)
    cadence = SensorSeries(values: builder.cadences, times: times)
    power = SensorSeries(values: builder.powers, times: times)
    path.hidden = PrivacyMask(zones: options.privacyZones, path: path, plane: builder.plane).hidden
    self.path = path
    self.options = options
    self.report = report
    splits = SplitTable.splits(
      length: options.splitLength, path: path, times: hasTime ? times : nil, climb: climb,
      heartRate: heartRate)
  }

  /// Seconds at a steady jog, for the order of a route without times.
  private static func evenTimes(_ path: ShownPath) -> [Double] { path.recorded.map { $0 / 3 } }
}

/// A stop of the run, or a hole between two pieces of it.
package struct RoutePause: Sendable, Hashable {
  /// Vertex at which the runner stands; for a gap the last one before it.
  package var vertex: Int
  /// Seconds of elapsed time.
  package var duration: Double
  /// Whether the runner moved on meanwhile without being recorded.
  package var isGap: Bool
}
