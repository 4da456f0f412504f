import Formatting
import Recordings
import Routes

extension Inspection {
  /// Lines for a person, labels in one column.
  func text(isImperial: Bool) -> String {
    let formatter = MetricFormatter(FormatContext(units: isImperial ? .imperial : .metric))
    return rows(formatter).map { name, value in
      name + String(repeating: " ", count: max(1, 14 - name.count))
        + Terminal.printable(value).split(separator: "\u{202F}").joined(separator: " ")
    }.joined(separator: "\n")
  }

  private func rows(_ formatter: MetricFormatter) -> [(String, String)] {
    var rows: [(String, String)] = []
    rows.append(("format", summary.format))
    if let name = summary.name { rows.append(("name", name)) }
    if let sport = summary.sport { rows.append(("sport", sport)) }
    if let start = summary.startTimeText { rows.append(("start", start)) }
    let kept = summary.pointsKept == summary.points ? "" : ", \(summary.pointsKept) kept"
    rows.append(("points", "\(summary.points)\(kept)"))
    rows.append(("segments", "\(summary.segments)"))
    rows.append(("distance", formatter.distance(summary.distance)))
    if let elapsed = summary.elapsed {
      rows.append(("moving time", formatter.duration(summary.moving ?? elapsed)))
      rows.append(("elapsed time", formatter.duration(elapsed)))
    } else {
      rows.append(("times", "none: replayed by distance"))
    }
    if let low = summary.lowest, let high = summary.highest {
      rows.append(("elevation", "\(formatter.elevation(low)) to \(formatter.elevation(high))"))
      let (up, down) = (formatter.elevation(summary.ascent ?? 0), formatter.elevation(summary.descent ?? 0))
      rows.append(("climb", "\(up) up, \(down) down"))
    }
    if let rate = summary.heartRate {
      let (mean, highest) = (formatter.heartRate(rate.mean), formatter.heartRate(rate.max))
      rows.append(("heart rate", "\(mean) mean, \(highest) highest"))
    }
    if let cadence = summary.cadence { rows.append(("cadence", "\(formatter.cadence(cadence.mean)) mean")) }
    if let power = summary.power { rows.append(("power", "\(formatter.power(power.mean)) mean")) }
    if let distance = summary.device.distance { rows.append(("device says", formatter.distance(distance))) }
    if summary.laps > 0 { rows.append(("laps", "\(summary.laps)")) }
    let place = summary.format == "fit" ? "byte" : "line"
    for entry in summary.report.entries {
      let first = entry.firstPosition.map { ", first at \(place) \($0)" } ?? ""
      rows.append((entry.dropped ? "dropped" : "repaired", "\(entry.count) × \(entry.reason)\(first)"))
    }
    if let route { rows.append(contentsOf: filmRows(route, formatter)) }
    for warning in warnings { rows.append(("warning", warning)) }
    return rows
  }

  /// What the film shows, after cleaning.
  private func filmRows(_ route: ReplayRoute, _ formatter: MetricFormatter) -> [(String, String)] {
    var parts = [formatter.distance(route.totalDistance)]
    if route.hasTime { parts.append("\(formatter.duration(route.movingTime)) moving") }
    if let pace = route.paceMean { parts.append(formatter.pace(pace)) }
    return [("the film says", parts.joined(separator: ", "))] + route.report.summary.map { ("cleaned", $0) }
  }
}
