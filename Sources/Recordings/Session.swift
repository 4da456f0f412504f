/// A recorded activity as it was loaded: the points in order, what the device said of them, and a report of repairs.
public struct Session: Sendable {
  /// Every kept point, in the order of the replay.
  public var points: [TrackPoint]
  /// Index ranges of `points` that were recorded without a break; they cover it in order. Between two, nothing was run.
  public var segments: [Range<Int>]
  /// Title of the activity, without control characters.
  public var name: String?
  /// Such as `running`, lower case.
  public var sport: String?
  /// What the device summed up itself.
  public var deviceTotals: DeviceTotals
  /// Laps as recorded.
  public var laps: [Lap]
  /// Times (seconds since 1970) during which the device's timer stood still, inside or between segments.
  public var pauses: [ClosedRange<Double>]
  /// Offset of the recording's local time from UTC in seconds, where the file says so.
  public var utcOffset: Int?
  /// The file it came from, for messages.
  public var source: String?
  /// What was read, dropped and repaired.
  public var report: RecordingReport

  /// Totals as the device states them.
  public struct DeviceTotals: Sendable, Equatable {
    /// Metres.
    public var distance: Double?
    /// Seconds with the timer running.
    public var movingTime: Double?
    /// Seconds from start to stop.
    public var elapsedTime: Double?
    /// Metres climbed.
    public var ascent: Double?
    /// Metres descended.
    public var descent: Double?
    /// Totals of which nothing is known.
    public init() {}
  }

  /// One lap as recorded.
  public struct Lap: Sendable, Equatable {
    /// Seconds since 1970.
    public var start: Double?
    /// Seconds with the timer running.
    public var duration: Double?
    /// Metres.
    public var distance: Double?
    /// A lap from its parts.
    public init(start: Double?, duration: Double?, distance: Double?) {
      self.start = start
      self.duration = duration
      self.distance = distance
    }
  }

  /// A session from points in one segment, for programs that have their own source.
  public init(points: [TrackPoint], name: String? = nil, sport: String? = nil) {
    self.points = points
    segments = points.isEmpty ? [] : [0..<points.count]
    self.name = name
    self.sport = sport
    deviceTotals = DeviceTotals()
    laps = []
    pauses = []
    utcOffset = nil
    report = RecordingReport(format: "points")
  }
}
