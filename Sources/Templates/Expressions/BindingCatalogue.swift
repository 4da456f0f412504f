/// Every name that a template may read. Latitude, longitude and file paths do not exist in it.
package enum BindingCatalogue {
  package struct Entry: Sendable {
    package var name: String
    package var kind: ExpressionKind
    /// What `reads:` must declare.
    package var personal: String?
    package var note: String
  }

  package static let entries: [Entry] =
    [
      entry("run.title", .text, "name of the recording"),
      entry("run.place", .text, "coarse place name", "place-names"),
      entry("run.athlete", .text, "name of the runner", "athlete-name"),
      entry("run.date", .date, "day of the run"),
      entry("run.start_time", .date, "clock time of the start", "clock-time"),
      entry("run.distance", .distance, "recorded total"),
      entry("run.moving_time", .duration, "without pauses"),
      entry("run.elapsed_time", .duration, "from start to finish"),
      entry("run.pace_avg", .pace, "moving time over distance"),
      entry("run.pace_best", .pace, "of the fastest kilometre"),
      entry("run.speed_avg", .speed, "distance over moving time"),
      entry("run.ascent", .elevation, "climb"),
      entry("run.descent", .elevation, "fall"),
      entry("run.ele_min", .elevation, "lowest point"),
      entry("run.ele_max", .elevation, "highest point"),
      entry("run.hr_avg", .heartRate, "mean", "heart-rate"),
      entry("run.hr_max", .heartRate, "highest", "heart-rate"),
      entry("run.cadence_avg", .cadence, "mean", "cadence"),
      entry("run.power_avg", .power, "mean", "power"),
      entry("run.splits", .list, "one row a kilometre or mile"),
      entry("run.has.hr", .bool, "whether heart rate was recorded"),
      entry("run.has.cadence", .bool, "whether cadence was recorded"),
      entry("run.has.power", .bool, "whether power was recorded"),
      entry("run.has.elevation", .bool, "whether elevation was recorded"),
      entry("run.has.time", .bool, "whether times were recorded"),
      entry("now.time", .duration, "running time"),
      entry("now.distance", .distance, "run so far"),
      entry("now.remaining", .distance, "still to run"),
      entry("now.pace", .pace, "smoothed"),
      entry("now.split_pace", .pace, "of the last finished split"),
      entry("now.speed", .speed, "smoothed"),
      entry("now.ele", .elevation, "height above the sea"),
      entry("now.ascent", .elevation, "climb so far"),
      entry("now.grade", .ratio, "slope"),
      entry("now.hr", .heartRate, "heart rate", "heart-rate"),
      entry("now.cadence", .cadence, "steps a minute", "cadence"),
      entry("now.power", .power, "power", "power"),
      entry("now.progress", .number, "0 to 1 of the distance"),
      entry("now.split", .int, "finished splits"),
      entry("now.paused", .bool, "whether the runner stands"),
      entry("row.index", .int, "from 1"),
      entry("row.label", .text, "`1`, or `1–2` where rows were joined"),
      entry("row.distance", .distance, "length of the split"),
      entry("row.time", .duration, "time of the split"),
      entry("row.pace", .pace, "pace of the split"),
      entry("row.ascent", .elevation, "climb in the split"),
      entry("row.descent", .elevation, "fall in the split"),
      entry("row.hr", .heartRate, "mean heart rate in the split", "heart-rate"),
      entry("row.fastest", .bool, "whether no whole split was faster"),
      entry("row.slowest", .bool, "whether no whole split was slower"),
      entry("row.partial", .bool, "whether the split is shorter than the others"),
      entry("scene.t", .duration, "time in the scene"),
      entry("scene.progress", .number, "0 to 1 of the scene"),
      entry("canvas.width", .number, "pixels"),
      entry("canvas.height", .number, "pixels"),
      entry("canvas.aspect", .number, "width over height"),
      entry("canvas.portrait", .bool, "whether it is higher than wide"),
      entry("canvas.units", .text, "`metric` or `imperial`"),
      entry("theme.name", .text, "name of the chosen theme"),
      entry("theme.dark", .bool, "whether the chosen theme is dark"),
    ]
  private static let table = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })
  package static subscript(_ name: String) -> Entry? { table[name] }

  /// Names that would show where somebody lives.
  static func isForbidden(_ name: String) -> Bool {
    let words: Set<Substring> = [
      "lat", "lon", "lng", "latitude", "longitude", "coordinate", "coordinates", "position", "location",
      "gps", "file",
      "path",
    ]
    return name.split { $0 == "." || $0 == "_" }.dropFirst().contains { words.contains($0) }
  }

  /// The personal data that a metric shows.
  static func personal(metric: String) -> String? {
    ["heart-rate", "cadence", "power"].contains(metric) ? metric : nil
  }
  /// The kind of a metric's values.
  package static func kind(metric: String) -> ExpressionKind {
    switch metric {
    case "pace": .pace
    case "speed": .speed
    case "elevation": .elevation
    case "grade": .ratio
    case "heart-rate": .heartRate
    case "cadence": .cadence
    case "power": .power
    case "time": .duration
    default: .distance
    }
  }

  private static func entry(_ name: String, _ kind: ExpressionKind, _ note: String, _ personal: String? = nil)
    -> Entry
  {
    Entry(name: name, kind: kind, personal: personal, note: note)
  }
}
