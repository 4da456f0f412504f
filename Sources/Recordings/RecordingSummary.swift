import Geometry

/// What a recording holds, in the numbers a person asks for. Everything is computed from the kept points; what the device
/// itself summed up stands beside it.
public struct RecordingSummary: Sendable {
  /// Mean and largest of a sensor's values, each point counted once.
  public struct Sensor: Sendable, Equatable {
    /// Mean over the points that have a value.
    public var mean: Double
    /// Largest value.
    public var max: Double
    /// Points with a value.
    public var count: Int
  }

  /// Such as `gpx`.
  public var format: String
  /// Points met in the file.
  public var points: Int
  /// Points kept.
  public var pointsKept: Int
  /// Runs of points without a break.
  public var segments: Int
  /// Title.
  public var name: String?
  /// Such as `running`.
  public var sport: String?
  /// Seconds since 1970 of the first time.
  public var startTime: Double?
  /// The same as `2025-05-04T06:00:00Z`, with milliseconds where there are some.
  public var startTimeText: String? { startTime.map { Timestamp(seconds: $0, offset: 0).text } }
  /// Seconds east of UTC, where the file says so.
  public var utcOffset: Int?
  /// Seconds from the first time to the last.
  public var elapsed: Double?
  /// Seconds inside segments in which the runner moved at 1 km/h or more, pauses of the timer left out.
  public var moving: Double?
  /// Metres summed inside segments (haversine).
  public var distance: Double
  /// Metres above sea level.
  public var lowest: Double?
  /// Metres above sea level.
  public var highest: Double?
  /// Metres climbed, counted with a threshold so that noise adds nothing.
  public var ascent: Double?
  /// Metres descended, likewise.
  public var descent: Double?
  /// Beats a minute.
  public var heartRate: Sensor?
  /// Steps or revolutions a minute.
  public var cadence: Sensor?
  /// Watts.
  public var power: Sensor?
  /// Degrees Celsius.
  public var temperature: Sensor?
  /// What the device summed up.
  public var device: Session.DeviceTotals
  /// Laps as recorded.
  public var laps: Int
  /// Stops of the device's timer.
  public var pauses: Int
  /// What was dropped and repaired.
  public var report: RecordingReport

  /// Below it (1 km/h) a runner stands.
  static let standingSpeed = 1 / 3.6
  /// Metres a climb must reach before it counts.
  static let climbThreshold = 3.0

  /// Sums up a session.
  public init(_ session: Session) {
    format = session.report.format
    points = max(session.report.pointsRead, session.points.count)
    pointsKept = session.points.count
    segments = session.segments.count
    name = session.name
    sport = session.sport
    utcOffset = session.utcOffset
    device = session.deviceTotals
    laps = session.laps.count
    pauses = session.pauses.count
    report = session.report
    let times = session.points.lazy.compactMap(\.time)
    if let first = times.min(), let last = times.max() {
      startTime = first
      elapsed = last - first
    }
    distance = 0
    let (metres, seconds) = RecordingSummary.way(session)
    distance = metres
    moving = elapsed == nil ? nil : seconds
    let heights = session.points.compactMap(\.elevation)
    lowest = heights.min()
    highest = heights.max()
    if !heights.isEmpty { (ascent, descent) = RecordingSummary.climb(session) }
    heartRate = RecordingSummary.sensor(session.points.lazy.compactMap(\.heartRate))
    cadence = RecordingSummary.sensor(session.points.lazy.compactMap(\.cadence))
    power = RecordingSummary.sensor(session.points.lazy.compactMap(\.power))
    temperature = RecordingSummary.sensor(session.points.lazy.compactMap(\.temperature))
  }

  /// Metres and moving seconds inside segments.
  private static func way(_ session: Session) -> (metres: Double, seconds: Double) {
    var metres = 0.0
    var seconds = 0.0
    let pauses = session.pauses.sorted { $0.lowerBound < $1.lowerBound }
    for range in session.segments where range.count > 1 {
      for index in range.dropFirst() {
        let (a, b) = (session.points[index - 1], session.points[index])
        let step = GeoCoordinate(latitude: a.latitude, longitude: a.longitude).distance(
          to: GeoCoordinate(latitude: b.latitude, longitude: b.longitude))
        metres += step
        guard let from = a.time, let to = b.time, to > from else { continue }
        let time = to - from - standing(pauses, from, to)
        if time > 0, step >= standingSpeed * time { seconds += time }
      }
    }
    return (metres, seconds)
  }

  /// Seconds of a step during which the timer stood still.
  private static func standing(_ pauses: [ClosedRange<Double>], _ from: Double, _ to: Double) -> Double {
    guard !pauses.isEmpty else { return 0 }
    var low = 0
    var high = pauses.count
    while low < high {
      let middle = (low + high) / 2
      if pauses[middle].upperBound <= from { low = middle + 1 } else { high = middle }
    }
    var sum = 0.0
    while low < pauses.count, pauses[low].lowerBound < to {
      sum += max(0, min(to, pauses[low].upperBound) - max(from, pauses[low].lowerBound))
      low += 1
    }
    return min(sum, to - from)
  }

  /// Metres up and down: a turn counts once the height leaves the last turning point by the threshold.
  private static func climb(_ session: Session) -> (Double, Double) {
    var up = 0.0
    var down = 0.0
    for range in session.segments {
      var anchor: Double?
      for point in session.points[range] {
        guard let height = point.elevation else { continue }
        guard let last = anchor else {
          anchor = height
          continue
        }
        if height - last >= climbThreshold {
          up += height - last
          anchor = height
        } else if last - height >= climbThreshold {
          down += last - height
          anchor = height
        }
      }
    }
    return (up, down)
  }

  private static func sensor(_ values: some Sequence<Double>) -> Sensor? {
    var sum = 0.0
    var top = -Double.infinity
    var count = 0
    for value in values {
      sum += value
      top = max(top, value)
      count += 1
    }
    return count == 0 ? nil : Sensor(mean: sum / Double(count), max: top, count: count)
  }
}
