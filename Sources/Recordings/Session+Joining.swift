extension Session {
  /// One activity out of several recordings: their segments in the order of time, nothing run between them.
  init(joining sessions: [Session], files: [String], limits: RecordingLimits) throws(RecordingError) {
    let parts = zip(sessions, files).enumerated().sorted { a, b in
      let first = a.element.0.firstTime ?? .infinity
      let second = b.element.0.firstTime ?? .infinity
      return first == second ? a.offset < b.offset : first < second
    }
    self.init(points: [])
    report = RecordingReport(format: Set(sessions.map(\.report.format)).sorted().joined(separator: "+"))
    var offsets: Set<Int?> = []
    for (session, file) in parts.map(\.element) {
      guard points.count + session.points.count <= limits.points else {
        throw RecordingError(
          file: file, message: "with the other files holds more than \(limits.points) points")
      }
      let start = points.count
      points += session.points
      segments += session.segments.map { $0.lowerBound + start..<$0.upperBound + start }
      laps += session.laps
      pauses += session.pauses
      name = name ?? session.name
      offsets.insert(session.utcOffset)
      report.add(session.report, of: file)
    }
    laps.sort { ($0.start ?? 0) < ($1.start ?? 0) }
    utcOffset = offsets.count == 1 ? offsets.first ?? nil : nil
    let sports = Set(sessions.compactMap(\.sport))
    sport = sports.count == 1 ? sports.first : sports.isEmpty ? nil : "multisport"
    deviceTotals = Session.sum(sessions.map(\.deviceTotals))
    warnAboutTimes(parts.map(\.element))
  }

  /// Time of the first point that has one.
  private var firstTime: Double? { points.lazy.compactMap(\.time).first }
  private var lastTime: Double? { points.reversed().lazy.compactMap(\.time).first }

  private mutating func warnAboutTimes(_ parts: [(Session, String)]) {
    for (earlier, later) in zip(parts, parts.dropFirst()) {
      guard let end = earlier.0.lastTime, let start = later.0.firstTime else { continue }
      if start < end {
        report.warn("\(earlier.1) and \(later.1) overlap in time")
      } else if start - end > 86_400 {
        let days = Int((start - end) / 86_400)
        report.warn(
          "\(earlier.1) and \(later.1) lie more than \(days == 1 ? "a day" : "\(days) days") apart; is it one activity?"
        )
      }
    }
  }

  /// Sums of what all of them state.
  static func sum(_ totals: [DeviceTotals]) -> DeviceTotals {
    func add(_ key: KeyPath<DeviceTotals, Double?>) -> Double? {
      let values = totals.compactMap { $0[keyPath: key] }
      return values.count == totals.count ? values.reduce(0, +) : nil
    }
    var result = DeviceTotals()
    result.distance = add(\.distance)
    result.movingTime = add(\.movingTime)
    result.elapsedTime = add(\.elapsedTime)
    result.ascent = add(\.ascent)
    result.descent = add(\.descent)
    return result
  }
}

extension RecordingReport {
  /// Takes over what another file's report says.
  mutating func add(_ other: RecordingReport, of file: String) {
    pointsRead += other.pointsRead
    for entry in other.entries {
      note(entry.reason, at: entry.firstPosition, dropped: entry.dropped, count: entry.count)
    }
    for warning in other.warnings { warn("\(file): \(warning)") }
  }
}
