import Formatting
import Recordings
import ReplayComposer
import Routes
import Templates

/// `compose inspect run.gpx`: what a recording holds and what was repaired; of a template what it reads and brings along.
package struct InspectCommand: Command {
  package static let name = "inspect"
  package static let summary =
    "Show what a recording holds and what was repaired, or what a template reads and brings along."
  package static let usage = "inspect RUN…|TEMPLATE [--json]"
  package static let options = [
    OptionSpec("json", .flag, "One JSON object"),
    OptionSpec("session", .value("N"), "Which session of a multisport recording"),
    OptionSpec("units", .value("SYSTEM"), "metric (default) or imperial"),
  ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    if arguments.operands.count == 1, TemplateArguments.isTemplate(arguments.operands[0]) {
      return inspectTemplate(arguments, terminal: terminal)
    }
    do {
      let options = try FilmOptions.read(arguments)
      let session = try RecordingArguments.session(arguments)
      let route: ReplayRoute
      do throws(RouteError) {
        route = try ReplayRoute(session: session)
      } catch {
        throw ReplayError(.input, "\(arguments.operands[0]): \(error.message)")
      }
      let inspection = Inspection(session: session, route: route)
      terminal.print(
        arguments.has("json") ? inspection.json.render() : inspection.text(isImperial: options.isImperial))
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }
}

extension InspectCommand {
  private static func inspectTemplate(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    do throws(TemplateFailure) {
      let template = try Template.load(try TemplateArguments.bundle(arguments.operands[0]))
      let inspection = TemplateInspection(template: template)
      terminal.print(arguments.has("json") ? inspection.json.render() : inspection.text)
      return .success
    } catch {
      return TemplateArguments.report(error, terminal: terminal)
    }
  }
}

/// The figures of a recording.
struct Inspection {
  let session: Session
  let route: ReplayRoute

  var json: JSONText {
    let report = session.report
    let dropped: [JSONText] = droppedRows.map { row in
      .object([("reason", .text(row.reason)), ("count", .int(row.count))])
    }
    return .object([
      ("format", .text(report.format)), ("points", .int(report.pointsRead)),
      ("points_kept", .int(route.report.pointsKept)), ("segments", .int(session.segments.count)),
      ("name", .optional(session.name)), ("sport", .optional(session.sport)),
      ("start_time", .optional(route.startTime.map { Inspection.iso($0) })),
      ("elapsed_s", route.hasTime ? .number(route.elapsedTime, digits: 3) : .null),
      ("moving_s", route.hasTime ? .number(route.movingTime, digits: 3) : .null),
      ("distance_m", .number(route.totalDistance, digits: 3)), ("distance_source", .text("positions")),
      (
        "elevation",
        route.hasElevation
          ? .object([
            ("min_m", .optional(route.lowestElevation, digits: 2)),
            ("max_m", .optional(route.highestElevation, digits: 2)),
            ("ascent_m", .optional(route.ascent, digits: 1)),
            ("descent_m", .optional(route.descent, digits: 1)),
          ]) : .null
      ),
      (
        "heart_rate",
        sensor(
          route.heartRate, mean: route.heartRateMean, "mean_bpm", "max_bpm")
      ),
      ("cadence", sensor(route.cadence, mean: route.cadenceMean, "mean_spm", "max_spm")),
      ("power", sensor(route.power, mean: route.powerMean, "mean_w", "max_w")),
      (
        "device",
        .object([
          ("distance_m", .optional(session.deviceTotals.distance, digits: 2)),
          ("moving_s", .optional(session.deviceTotals.movingTime, digits: 3)),
          ("elapsed_s", .optional(session.deviceTotals.elapsedTime, digits: 3)),
          ("ascent_m", .optional(session.deviceTotals.ascent, digits: 1)),
          ("descent_m", .optional(session.deviceTotals.descent, digits: 1)),
        ])
      ),
      ("laps", .int(session.laps.count)), ("pauses", .int(route.pauses.count)), ("dropped", .list(dropped)),
      ("repaired", .list(repairedLines.map { .text($0) })),
      ("warnings", .list(report.warnings.map { .text($0) })),
    ])
  }

  private func sensor(_ series: SensorSeries, mean: Double?, _ meanName: String, _ maxName: String)
    -> JSONText
  {
    guard series.hasValues else { return .null }
    return .object([
      (meanName, .optional(mean, digits: 1)), (maxName, .optional(series.highest, digits: 1)),
    ])
  }

  private var droppedRows: [(reason: String, count: Int)] {
    session.report.entries.filter(\.dropped).map { (reason: $0.reason, count: $0.count) }
      + [RouteReport.Kind.outlier, .duplicate, .badPosition].compactMap { kind in
        let count = route.report.count(of: kind)
        return count > 0 ? (reason: kind.rawValue, count: count) : nil
      }
  }

  private var repairedLines: [String] {
    session.report.entries.filter { !$0.dropped }.map { "\($0.reason): \($0.count)" } + route.report.summary
  }

  func text(isImperial: Bool) -> String {
    let formatter = MetricFormatter(FormatContext(units: isImperial ? .imperial : .metric))
    var rows: [(String, String)] = []
    rows.append(("format", session.report.format))
    if let name = session.name { rows.append(("name", name)) }
    if let sport = session.sport { rows.append(("sport", sport)) }
    if let start = route.startTime { rows.append(("start", Inspection.iso(start))) }
    rows.append(("points", "\(session.report.pointsRead), \(route.report.pointsKept) used"))
    rows.append(("segments", "\(session.segments.count)"))
    rows.append(("distance", formatter.distance(route.totalDistance)))
    if route.hasTime {
      rows.append(("moving time", formatter.duration(route.movingTime)))
      rows.append(("elapsed time", formatter.duration(route.elapsedTime)))
      if let pace = route.paceMean { rows.append(("pace", formatter.pace(pace))) }
    } else {
      rows.append(("times", "none: replayed by distance"))
    }
    if let low = route.lowestElevation, let high = route.highestElevation {
      rows.append(("elevation", "\(formatter.elevation(low)) to \(formatter.elevation(high))"))
      rows.append(
        (
          "climb",
          "\(formatter.elevation(route.ascent ?? 0)) up, \(formatter.elevation(route.descent ?? 0)) down"
        ))
    }
    if let mean = route.heartRateMean {
      rows.append(
        (
          "heart rate",
          "\(formatter.heartRate(mean)) mean, \(formatter.heartRate(route.heartRateHighest ?? mean)) highest"
        ))
    }
    if let mean = route.cadenceMean { rows.append(("cadence", "\(formatter.cadence(mean)) mean")) }
    if let mean = route.powerMean { rows.append(("power", "\(formatter.power(mean)) mean")) }
    if let distance = session.deviceTotals.distance {
      rows.append(("device says", formatter.distance(distance)))
    }
    if !session.laps.isEmpty { rows.append(("laps", "\(session.laps.count)")) }
    for row in droppedRows { rows.append(("dropped", "\(row.count) × \(row.reason)")) }
    for line in repairedLines { rows.append(("repaired", line)) }
    for warning in session.report.warnings { rows.append(("warning", warning)) }
    return rows.map { name, value in
      name + String(repeating: " ", count: max(1, 14 - name.count))
        + Terminal.printable(value).split(separator: "\u{202F}").joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// `2024-05-01T06:30:00Z`.
  static func iso(_ seconds: Double) -> String {
    MetricFormatter(FormatContext()).date(seconds, pattern: "yyyy-MM-dd'T'HH:mm:ss'Z'")
  }
}
