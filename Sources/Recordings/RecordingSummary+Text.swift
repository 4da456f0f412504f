extension RecordingSummary {
  /// Lines for a person, labels in one column. Times are local where the file states its offset, else UTC.
  public var text: String {
    var rows: [(String, String)] = []
    rows.append(("Name", name ?? "none"))
    rows.append(("Format", format + (sport.map { ", \($0)" } ?? "")))
    if let startTime {
      let local = Timestamp(seconds: startTime, offset: utcOffset ?? 0)
      rows.append(("Start", local.readable))
    }
    if let elapsed {
      rows.append(
        (
          "Time",
          RecordingSummary.clock(elapsed) + (moving.map { ", moving \(RecordingSummary.clock($0))" } ?? "")
        ))
    } else {
      rows.append(("Time", "none: replayed by distance"))
    }
    rows.append(("Distance", RecordingSummary.kilometres(distance)))
    if let lowest, let highest {
      let climbs = "up \(round(ascent)) m, down \(round(descent)) m"
      rows.append(("Elevation", "\(round(lowest)) to \(round(highest)) m, \(climbs)"))
    }
    if let heartRate { rows.append(("Heart rate", line(heartRate, "bpm"))) }
    if let cadence { rows.append(("Cadence", line(cadence, "a minute"))) }
    if let power { rows.append(("Power", line(power, "W"))) }
    if let temperature { rows.append(("Temperature", line(temperature, "°C"))) }
    rows.append(("Device says", deviceLine))
    let kept = pointsKept == points ? "\(points)" : "\(pointsKept) of \(points)"
    rows.append(("Points", "\(kept) in \(segments) segment\(segments == 1 ? "" : "s")"))
    if laps > 0 { rows.append(("Laps", "\(laps)")) }
    if pauses > 0 { rows.append(("Pauses", "\(pauses)")) }
    for entry in report.entries {
      let place = entry.firstPosition.map { ", first at \(format == "fit" ? "byte" : "line") \($0)" } ?? ""
      rows.append((entry.dropped ? "Dropped" : "Repaired", "\(entry.count) × \(entry.reason)\(place)"))
    }
    for warning in report.warnings { rows.append(("Warning", warning)) }
    return rows.filter { !$0.1.isEmpty }
      .map { $0.0 + String(repeating: " ", count: max(1, 13 - $0.0.count)) + $0.1 }
      .joined(separator: "\n")
  }

  private var deviceLine: String {
    var parts: [String] = []
    if let metres = device.distance { parts.append(RecordingSummary.kilometres(metres)) }
    if let seconds = device.movingTime { parts.append("moving \(RecordingSummary.clock(seconds))") }
    if let seconds = device.elapsedTime { parts.append("elapsed \(RecordingSummary.clock(seconds))") }
    if let metres = device.ascent { parts.append("up \(round(metres)) m") }
    return parts.joined(separator: ", ")
  }

  private func round(_ value: Double?) -> String { DecimalNumber.text(value ?? 0, decimals: 0) }

  private func line(_ sensor: Sensor, _ unit: String) -> String {
    "mean \(round(sensor.mean)), max \(round(sensor.max)) \(unit)"
  }

  private static func kilometres(_ metres: Double) -> String {
    metres < 1000
      ? DecimalNumber.text(metres, decimals: 0) + " m"
      : DecimalNumber.text(metres / 1000, decimals: 2) + " km"
  }

  /// `h:mm:ss`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e12).rounded())
    let two = { (n: Int) in n < 10 ? "0\(n)" : "\(n)" }
    return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}
