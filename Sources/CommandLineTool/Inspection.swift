import Recordings
import Routes

/// The figures of a recording as it was read, beside what a film makes of it.
struct Inspection {
  let summary: RecordingSummary
  /// The cleaned way; nil where no film can be made.
  let route: ReplayRoute?
  /// Why no film can be made.
  let refusal: String?

  init(session: Session) {
    summary = RecordingSummary(session)
    do throws(RouteError) {
      route = try ReplayRoute(session: session)
      refusal = nil
    } catch {
      route = nil
      refusal = error.message
    }
  }

  /// One object with its keys in a fixed order.
  var json: JSONText {
    .object([
      ("format", .text(summary.format)), ("points", .int(summary.points)),
      ("points_kept", .int(summary.pointsKept)), ("segments", .int(summary.segments)),
      ("name", .optional(summary.name)), ("sport", .optional(summary.sport)),
      ("start_time", .optional(summary.startTimeText)), ("elapsed_s", .optional(summary.elapsed, digits: 3)),
      ("moving_s", .optional(summary.moving, digits: 3)),
      ("distance_m", .number(summary.distance, digits: 2)),
      ("distance_source", .text("positions")), ("elevation", elevation),
      ("heart_rate", Inspection.sensor(summary.heartRate, unit: "bpm")),
      ("cadence", Inspection.sensor(summary.cadence, unit: "spm")),
      ("power", Inspection.sensor(summary.power, unit: "w")),
      ("temperature", Inspection.sensor(summary.temperature, unit: "c")), ("laps", .int(summary.laps)),
      ("pauses", .int(summary.pauses)), ("device", device), ("film", film),
      ("dropped", Inspection.list(summary.report.entries.filter(\.dropped))),
      ("repaired", Inspection.list(summary.report.entries.filter { !$0.dropped })),
      ("warnings", .list(warnings.map { .text($0) })),
    ])
  }

  var warnings: [String] { summary.report.warnings + (refusal.map { ["no film can be made: \($0)"] } ?? []) }

  private var elevation: JSONText {
    guard summary.lowest != nil else { return .null }
    return .object([
      ("min_m", .optional(summary.lowest, digits: 2)), ("max_m", .optional(summary.highest, digits: 2)),
      ("ascent_m", .optional(summary.ascent, digits: 1)),
      ("descent_m", .optional(summary.descent, digits: 1)),
    ])
  }

  private var device: JSONText {
    let totals = summary.device
    guard totals != Session.DeviceTotals() else { return .null }
    return .object([
      ("distance_m", .optional(totals.distance, digits: 2)),
      ("moving_s", .optional(totals.movingTime, digits: 3)),
      ("elapsed_s", .optional(totals.elapsedTime, digits: 3)),
      ("ascent_m", .optional(totals.ascent, digits: 1)), ("descent_m", .optional(totals.descent, digits: 1)),
    ])
  }

  private var film: JSONText {
    guard let route else { return .null }
    return .object([
      ("points_used", .int(route.report.pointsKept)), ("distance_m", .number(route.totalDistance, digits: 2)),
      ("elapsed_s", route.hasTime ? .number(route.elapsedTime, digits: 3) : .null),
      ("moving_s", route.hasTime ? .number(route.movingTime, digits: 3) : .null),
      ("ascent_m", .optional(route.ascent, digits: 1)), ("descent_m", .optional(route.descent, digits: 1)),
      ("pauses", .int(route.pauses.count)), ("cleaned", .list(route.report.summary.map { .text($0) })),
    ])
  }

  private static func sensor(_ sensor: RecordingSummary.Sensor?, unit: String) -> JSONText {
    guard let sensor else { return .null }
    return .object([
      ("mean_\(unit)", .number(sensor.mean, digits: 2)), ("max_\(unit)", .number(sensor.max, digits: 1)),
    ])
  }

  private static func list(_ entries: [RecordingReport.Entry]) -> JSONText {
    .list(
      entries.map { entry in
        .object([
          ("reason", .text(entry.reason)), ("count", .int(entry.count)),
          ("first", entry.firstPosition.map { .int($0) } ?? .null),
        ])
      })
  }
}
