/// Gathers points from any reader and makes a session of them. `finish` repairs order, times and positions.
struct SessionBuilder {
  let file: String
  let limits: RecordingLimits
  var points: [TrackPoint] = []
  /// Where each point stands in the file (line or byte).
  var positions: [UInt32] = []
  /// First point of each segment.
  var starts: [Int] = []
  var name: String?
  var sport: String?
  var totals = Session.DeviceTotals()
  var laps: [Session.Lap] = []
  var pauses: [ClosedRange<Double>] = []
  /// The activities of a multisport file.
  var parts: [Part] = []
  var report: RecordingReport
  private var offset: Int?
  private var hasOffset = false
  private var offsetsDiffer = false
  private var badTimes = 0
  private var firstBad: (reason: String, text: String?, position: Int)?

  init(format: String, file: String, limits: RecordingLimits) {
    self.file = file
    self.limits = limits
    report = RecordingReport(format: format)
  }

  var hasPoints: Bool { !points.isEmpty }

  /// Seconds east of UTC that all times share.
  var utcOffset: Int? { offsetsDiffer ? nil : offset }

  /// The points that follow are not joined to those before.
  mutating func beginSegment() {
    if starts.last != points.count { starts.append(points.count) }
  }

  /// Adds a point with a finite position; false when there are too many.
  mutating func append(_ point: TrackPoint, at position: Int) -> Bool {
    guard points.count < limits.points else { return false }
    if starts.isEmpty { starts.append(0) }
    points.makeRoom(upTo: limits.points)
    positions.makeRoom(upTo: limits.points)
    points.append(point)
    positions.append(UInt32(clamping: position))
    return true
  }
}

extension Array {
  /// Makes room for all that a file may hold once it is large: an array that grows by copies holds its elements twice
  /// meanwhile, and room that is not filled takes no memory.
  mutating func makeRoom(upTo limit: Int) {
    if count == 1 << 16, capacity < limit { reserveCapacity(limit) }
  }
}

// Values as they come in.
extension SessionBuilder {
  /// Counts a point whose position cannot be used and remembers the first for the error text.
  mutating func noteBadPosition(_ reason: String, _ text: UnsafeBufferPointer<UInt8>?, at position: Int) {
    report.note(reason, at: position)
    guard firstBad == nil else { return }
    let shown = text.flatMap { ActivityText.clean($0.prefix(40), limit: 20) }
    firstBad = (reason, shown, position)
    var warning = "line \(position): \(reason)"
    if let shown {
      warning += " (\"\(shown)\"\(shown.contains(",") ? "; numbers need a point, not a comma" : ""))"
    }
    report.warn(warning + "; such points are left out")
  }

  /// Why no point could be used, where there were some.
  var noUsablePoints: RecordingError? {
    firstBad.map { bad in
      var message = "no point has a usable position: \(bad.reason)"
      if let text = bad.text {
        message += " (\"\(text)\")"
        if text.contains(",") { message += "; numbers need a point, not a comma" }
      }
      return RecordingError(file: file, line: bad.position, message: message)
    }
  }

  /// Why a recording made indoors is refused.
  static func noPositions(_ count: Int, of kind: String) -> String {
    "has \(count) \(kind)\(count == 1 ? "" : "s") but no positions (treadmill, pool or indoors?); there is no way to draw"
  }

  /// The time in a text; nil and counted where it is none.
  mutating func time(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Double? {
    guard let stamp = Timestamp(text) else {
      if !text.allSatisfy({ RecordingFormat.isBlank($0) }) {
        report.note("time not readable", at: position, dropped: false)
        badTimes += 1
        if badTimes == 1 {
          let shown = ActivityText.clean(text.prefix(40), limit: 30) ?? ""
          report.warn("line \(position): \"\(shown)\" is no time; such times count as missing")
        }
      }
      return nil
    }
    take(offset: stamp.offset)
    return stamp.seconds
  }

  /// Notes the zone of a time: none is read as UTC with one warning.
  mutating func take(offset stated: Int?) {
    guard let stated else {
      report.warn("times have no zone and are taken as UTC")
      return
    }
    if stated == 0 { return }
    if hasOffset { offsetsDiffer = offsetsDiffer || offset != stated }
    offset = stated
    hasOffset = true
  }

  /// Sets the elevation from a text; what is no number or no place on earth counts as absent.
  mutating func setElevation(
    of point: inout TrackPoint?, _ text: UnsafeBufferPointer<UInt8>, at position: Int
  ) {
    guard point != nil else { return }
    if let value = DecimalNumber.parse(text), value > -1_000, value < 12_000 {
      point?.elevation = value
    } else if !text.allSatisfy({ RecordingFormat.isBlank($0) }) {
      report.note("elevation out of range or no number", at: position, dropped: false)
    }
  }

  /// Sets a sensor's value from a text; impossible ones count as absent.
  mutating func set(
    _ field: SensorField, of point: inout TrackPoint?, _ text: UnsafeBufferPointer<UInt8>, at position: Int
  ) {
    guard point != nil, !text.isEmpty else { return }
    if let value = DecimalNumber.parse(text), let kept = field.plausible(value) {
      point?.set(field, kept)
    } else if !text.allSatisfy({ RecordingFormat.isBlank($0) }) {
      report.note("\(field.label) out of range", at: position, dropped: false)
    }
  }
}
