/// Makes a session of the messages of a FIT file.
struct FITReader {
  /// FIT counts seconds from 1989-12-31T00:00:00Z.
  static let epoch = 631_065_600.0
  /// Below it a timestamp counts from the device's start.
  static let firstDate: UInt32 = 0x1000_0000

  private var builder: SessionBuilder
  private let limits: RecordingLimits
  private var sessions: [SessionMessage] = []
  private var messages = 0
  private var records = 0
  private var withoutPosition = 0
  private var fileType: Int?
  private var courseName: String?
  private var sportMessage: Int?
  private var subSportMessage: Int?
  private var stopped: Double?
  private var pendingDistance: (time: Double, metres: Double)?
  private var isFull = false

  private struct SessionMessage {
    var start: Double
    var sport: String?
    var totals: Session.DeviceTotals
  }

  /// Reads a whole file.
  static func read(
    _ bytes: HeldBytes, file: String, limits: RecordingLimits
  ) throws(RecordingError) -> SessionBuilder {
    var reader = FITReader(file: file, limits: limits)
    bytes.withBytes { raw in
      var decoder = FITDecoder(raw)
      decoder.forEachMessage { message, position, time in
        reader.messages += 1
        reader.take(message, at: position, stamp: time)
        return !reader.isFull && reader.messages <= limits.messages
      }
      for warning in decoder.warnings { reader.builder.report.warn(warning) }
    }
    return try reader.finish()
  }

  private init(file: String, limits: RecordingLimits) {
    builder = SessionBuilder(format: "fit", file: file, limits: limits)
    self.limits = limits
  }

  private mutating func take(_ message: FITMessage, at position: Int, stamp: UInt32?) {
    let time = stamp.map { Double($0) + FITReader.epoch }
    switch message.definition.message {
    case 20: takeRecord(message, at: position, stamp: stamp)
    case 21: takeEvent(message, time: time)
    case 19: takeLap(message)
    case 18: takeSession(message)
    case 0: fileType = fileType ?? message.integer(0)
    case 12:
      sportMessage = message.integer(0)
      subSportMessage = message.integer(1)
    case 31: courseName = message.text(5).flatMap { ActivityText.clean($0, limit: limits.nameLength) }
    case 34:
      if let stamp, let local = message.integer(5), (0...0xffff_ffff).contains(local) {
        let offset = local - Int(stamp)
        if abs(offset) <= 18 * 3600, offset != 0 { builder.take(offset: offset) }
      }
    default: break
    }
  }

  private mutating func takeRecord(_ message: FITMessage, at position: Int, stamp: UInt32?) {
    records += 1
    builder.report.pointsRead += 1
    if records > limits.points { isFull = true }
    let time = stamp.map { Double($0) + FITReader.epoch }
    if let stamp, stamp < FITReader.firstDate {
      builder.report.warn("times count from the start of the device, which had no date")
    }
    if stamp == nil { builder.report.note("time missing", at: position, dropped: false) }
    let distance = total(message.number(5), unit: 100)
    guard let north = message.number(0), let east = message.number(1) else {
      withoutPosition += 1
      builder.report.note("no position", at: position)
      if let time, let distance { pendingDistance = (time, distance) }
      return
    }
    let degrees = 180.0 / 2_147_483_648
    var point = TrackPoint(latitude: north * degrees, longitude: east * degrees)
    point.time = time
    point.deviceDistance = distance
    // Some programs write one instant as two records, the distance in the first.
    if distance == nil, let pending = pendingDistance, pending.time == time {
      point.deviceDistance = pending.metres
    }
    if let height = message.number(78) ?? message.number(2) {
      let metres = height / 5 - 500
      if metres > -1_000, metres < 12_000 {
        point.elevation = metres
      } else {
        builder.report.note("elevation out of range or no number", at: position, dropped: false)
      }
    }
    set(.heartRate, message.number(3), of: &point, at: position)
    let cadence = message.number(4).map { $0 + (message.number(53) ?? 0) / 128 }
    set(.cadence, cadence, of: &point, at: position)
    set(.power, message.number(7), of: &point, at: position)
    set(.temperature, message.number(13), of: &point, at: position)
    if !builder.append(point, at: position) { isFull = true }
  }

  private mutating func set(
    _ field: SensorField, _ value: Double?, of point: inout TrackPoint, at position: Int
  ) {
    guard let value else { return }
    if let kept = field.plausible(value) {
      point.set(field, kept)
    } else {
      builder.report.note("\(field.label) out of range", at: position, dropped: false)
    }
  }

  /// Timer events: from a stop to the next start the timer stood still.
  private mutating func takeEvent(_ message: FITMessage, time: Double?) {
    guard message.integer(0) == 0, let time else { return }
    switch message.integer(1) {
    case 0:
      if let from = stopped, time > from, builder.pauses.count < limits.laps {
        builder.pauses.append(from...time)
      }
      stopped = nil
    case 1, 4, 8, 9: stopped = stopped ?? time
    default: break
    }
  }

  private mutating func takeLap(_ message: FITMessage) {
    guard builder.laps.count < limits.laps else { return }
    builder.laps.append(
      .init(
        start: message.number(2).map { $0 + FITReader.epoch },
        duration: total(message.number(8) ?? message.number(7), unit: 1000),
        distance: total(message.number(9), unit: 100)))
  }

  private mutating func takeSession(_ message: FITMessage) {
    guard sessions.count < limits.sessions else { return }
    var totals = Session.DeviceTotals()
    totals.elapsedTime = total(message.number(7), unit: 1000)
    totals.movingTime = total(message.number(8), unit: 1000)
    totals.distance = total(message.number(9), unit: 100)
    totals.ascent = total(message.number(22), unit: 1)
    totals.descent = total(message.number(23), unit: 1)
    sessions.append(
      SessionMessage(
        start: (message.number(2) ?? message.number(253) ?? 0) + FITReader.epoch,
        sport: FITSport.name(message.integer(5), sub: message.integer(6)), totals: totals))
  }

  /// A sum in so many parts of a unit; nil for what none can be, since hostile files state any base type.
  private func total(_ value: Double?, unit: Double) -> Double? {
    value.map { $0 / unit }.flatMap { $0 >= 0 && $0 < 1e9 ? $0 : nil }
  }

  private consuming func finish() throws(RecordingError) -> SessionBuilder {
    if messages > limits.messages {
      throw RecordingError(file: builder.file, message: "holds more than \(limits.messages) messages")
    }
    if isFull { throw RecordingError(file: builder.file, message: "holds more than \(limits.points) points") }
    guard builder.hasPoints else { throw reasonForNothing() }
    builder.name = courseName
    if fileType == 6 { builder.report.warn("the file holds a course, not a recorded activity") }
    sessions.sort { $0.start < $1.start }
    if sessions.count == 1 {
      builder.totals = sessions[0].totals
      builder.sport = sessions[0].sport ?? FITSport.name(sportMessage, sub: subSportMessage)
    } else if sessions.isEmpty {
      builder.sport = FITSport.name(sportMessage, sub: subSportMessage)
    } else {
      partition()
    }
    return builder
  }

  /// Gives each session the records from its start to the start of the next.
  private mutating func partition() {
    for (index, session) in sessions.enumerated() {
      let from = index == 0 ? -Double.infinity : session.start
      let to = index + 1 < sessions.count ? sessions[index + 1].start : .infinity
      let first = builder.points.firstIndex { ($0.time ?? from) >= from } ?? builder.points.count
      let last = builder.points[first...].firstIndex { ($0.time ?? from) >= to } ?? builder.points.count
      let lap = builder.laps.firstIndex { ($0.start ?? from) >= from } ?? builder.laps.count
      let nextLap = builder.laps[lap...].firstIndex { ($0.start ?? from) >= to } ?? builder.laps.count
      builder.parts.append(
        .init(sport: session.sport, points: first..<last, laps: lap..<nextLap, totals: session.totals))
    }
  }

  private func reasonForNothing() -> RecordingError {
    let message: String
    if records > 0 {
      message = SessionBuilder.noPositions(records, of: "record")
    } else if let fileType, fileType != 4, fileType != 6 {
      message = "is a FIT file of \(FITReader.content(ofType: fileType)), not of an activity"
    } else {
      message = builder.report.warnings.first.map { "holds no records: \($0)" } ?? "holds no records"
    }
    return RecordingError(file: builder.file, message: message)
  }

  /// What a file of a type of the FIT profile holds.
  private static func content(ofType type: Int) -> String {
    switch type {
    case 1: "a device"
    case 2: "settings"
    case 3: "sport settings"
    case 5: "a workout"
    case 7: "a schedule"
    case 9: "weights"
    case 10: "totals"
    case 11: "goals"
    case 14: "blood pressures"
    case 15, 28, 32: "daily monitoring"
    case 20: "an activity's summary"
    case 34, 35: "segments"
    default: "another type (\(type))"
    }
  }
}

/// Names of the FIT profile's sports that are used outdoors.
enum FITSport {
  /// The sport in lower case; nil for generic ones.
  static func name(_ number: Int?, sub: Int?) -> String? {
    switch number {
    case 1: sub == 3 ? "trail_running" : sub == 1 ? "treadmill_running" : "running"
    case 2: sub == 8 ? "mountain_biking" : "cycling"
    case 3: "transition"
    case 4: "fitness_equipment"
    case 5: sub == 18 ? "open_water_swimming" : "swimming"
    case 10: "training"
    case 11: "walking"
    case 12: "cross_country_skiing"
    case 13: "alpine_skiing"
    case 14: "snowboarding"
    case 15: "rowing"
    case 16: "mountaineering"
    case 17: "hiking"
    case 18: "multisport"
    case 19: "paddling"
    case 20: "flying"
    case 21: "e_biking"
    case 22: "motorcycling"
    case 23: "boating"
    case 24: "driving"
    case 27: "horseback_riding"
    case 30: "inline_skating"
    case 32: "sailing"
    case 33: "ice_skating"
    case 35: "snowshoeing"
    case 37: "stand_up_paddleboarding"
    case 41: "kayaking"
    default: nil
    }
  }
}
