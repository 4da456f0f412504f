// Files with several activities: multisport recordings and training logs.
extension SessionBuilder {
  /// One activity of a file.
  struct Part {
    var sport: String?
    /// Its points; kept up until the next part opens.
    var points: Range<Int>
    var laps: Range<Int>
    var totals = Session.DeviceTotals()
  }

  /// Begins an activity at the next point. Beyond the limit the last one goes on.
  mutating func openPart(sport: String?) {
    guard parts.count < limits.sessions else {
      return report.warn("holds more than \(limits.sessions) sessions; the last holds all that follow")
    }
    closePart()
    parts.append(
      Part(sport: sport, points: points.count..<points.count, laps: laps.count..<laps.count, totals: totals))
    totals = Session.DeviceTotals()
  }

  /// Ends the activity at the last point.
  mutating func closePart() {
    guard let last = parts.indices.last else { return }
    parts[last].points = parts[last].points.lowerBound..<points.count
    parts[last].laps = parts[last].laps.lowerBound..<laps.count
    parts[last].totals = totals
  }

  /// Keeps one activity, or all with a word about it.
  mutating func choose(_ number: Int?) throws(RecordingError) {
    if let number {
      guard number >= 1, number <= max(parts.count, 1) else {
        throw RecordingError(
          file: file,
          message:
            "has \(parts.count < 2 ? "one session" : "\(parts.count) sessions"), so there is no session \(number)"
        )
      }
      guard parts.count > 1 else {
        sport = sport ?? parts.first?.sport
        return
      }
      let part = parts[number - 1]
      guard !part.points.isEmpty else {
        throw RecordingError(
          file: file, message: "session \(number) (\(part.sport ?? "unknown sport")) has no positions")
      }
      keep(where: points.indices.map { part.points.contains($0) })
      laps = Array(laps[part.laps])
      totals = part.totals
      sport = part.sport
      return
    }
    let filled = parts.filter { !$0.points.isEmpty }
    guard filled.count > 1 else {
      sport = sport ?? filled.first?.sport ?? parts.first?.sport
      totals = filled.first?.totals ?? totals
      return
    }
    sport = Set(filled.map(\.sport)).count == 1 ? filled.first?.sport : "multisport"
    totals = Session.sum(filled.map(\.totals))
    var list = parts.prefix(12).enumerated().map { "\($0.offset + 1) \($0.element.sport ?? "unknown")" }
    if parts.count > list.count { list.append("…") }
    report.warn(
      "holds \(parts.count) sessions (\(list.joined(separator: ", "))); all are used, --session picks one")
  }
}
