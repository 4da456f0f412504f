extension RecordingSummary {
  /// One JSON object, its keys in a fixed order; absent values are `null`.
  public var json: String {
    var object = JSONObject()
    object.add("format", format)
    object.add("points", points)
    object.add("points_kept", pointsKept)
    object.add("segments", segments)
    object.add("name", name)
    object.add("sport", sport)
    object.add("start_time", startTime.map { Timestamp(seconds: $0, offset: 0).text })
    object.add("elapsed_s", elapsed, decimals: 3)
    object.add("moving_s", moving, decimals: 1)
    object.add("distance_m", distance, decimals: 2)
    object.add("distance_source", "positions")
    var heights = JSONObject()
    heights.add("min_m", lowest, decimals: 1)
    heights.add("max_m", highest, decimals: 1)
    heights.add("ascent_m", ascent, decimals: 1)
    heights.add("descent_m", descent, decimals: 1)
    object.add("elevation", lowest == nil ? nil : heights)
    object.add("heart_rate", heartRate.map { RecordingSummary.object($0, unit: "bpm") })
    object.add("cadence", cadence.map { RecordingSummary.object($0, unit: "per_min") })
    object.add("power", power.map { RecordingSummary.object($0, unit: "w") })
    object.add("temperature", temperature.map { RecordingSummary.object($0, unit: "c") })
    object.add("laps", laps)
    object.add("pauses", pauses)
    object.add("utc_offset_s", utcOffset)
    object.add("device", deviceObject)
    object.add("dropped", RecordingSummary.list(report.entries.filter(\.dropped)))
    object.add("repaired", RecordingSummary.list(report.entries.filter { !$0.dropped }))
    object.addRaw(
      "warnings", "[" + report.warnings.map { JSONObject.quoted($0) }.joined(separator: ", ") + "]")
    return object.text
  }

  private var deviceObject: JSONObject? {
    guard device != Session.DeviceTotals() else { return nil }
    var object = JSONObject()
    object.add("distance_m", device.distance, decimals: 2)
    object.add("moving_s", device.movingTime, decimals: 3)
    object.add("elapsed_s", device.elapsedTime, decimals: 3)
    object.add("ascent_m", device.ascent, decimals: 1)
    object.add("descent_m", device.descent, decimals: 1)
    return object
  }

  private static func object(_ sensor: Sensor, unit: String) -> JSONObject {
    var object = JSONObject()
    object.add("mean_\(unit)", sensor.mean, decimals: 2)
    object.add("max_\(unit)", sensor.max, decimals: 1)
    return object
  }

  private static func list(_ entries: [RecordingReport.Entry]) -> [JSONObject] {
    entries.map { entry in
      var object = JSONObject()
      object.add("reason", entry.reason)
      object.add("count", entry.count)
      object.add("first", entry.firstPosition)
      return object
    }
  }
}

/// Writes a JSON object key by key.
struct JSONObject {
  private var members: [String] = []

  var text: String { "{" + members.joined(separator: ", ") + "}" }

  mutating func addRaw(_ key: String, _ value: String) { members.append("\"\(key)\": \(value)") }
  mutating func add(_ key: String, _ value: String?) {
    addRaw(key, value.map { JSONObject.quoted($0) } ?? "null")
  }
  mutating func add(_ key: String, _ value: Int?) { addRaw(key, value.map { "\($0)" } ?? "null") }
  mutating func add(_ key: String, _ value: JSONObject?) { addRaw(key, value?.text ?? "null") }
  mutating func add(_ key: String, _ values: [JSONObject]) {
    addRaw(key, "[" + values.map(\.text).joined(separator: ", ") + "]")
  }
  mutating func add(_ key: String, _ value: Double?, decimals: Int) {
    addRaw(key, value.map { DecimalNumber.text($0, decimals: decimals) } ?? "null")
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default:
        if scalar.value < 32 || (127..<160).contains(scalar.value) {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
