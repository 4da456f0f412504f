/// A value beside the position, told by the local name of its element in any extension schema.
enum SensorField {
  case heartRate, cadence, power, temperature

  /// The field of an extension element; nil for everything else.
  init?(_ name: XMLName) {
    switch name {
    case "hr": self = .heartRate
    case "cad": self = .cadence
    case "power": self = .power
    case "atemp": self = .temperature
    default:
      guard name.count <= 16 else { return nil }
      switch name.folded {
      case "hr", "heartrate", "heartratebpm", "bpm": self = .heartRate
      case "cad", "cadence", "runcadence", "runningcadence", "cadencerpm": self = .cadence
      case "power", "powerinwatts", "watts", "pwr": self = .power
      case "atemp", "temp", "temperature", "airtemp": self = .temperature
      default: return nil
      }
    }
  }

  /// Name in reports.
  var label: String {
    switch self {
    case .heartRate: "heart rate"
    case .cadence: "cadence"
    case .power: "power"
    case .temperature: "temperature"
    }
  }

  /// The value where it is possible, else nil: 0 beats, negative numbers and what no body or bike does are absent.
  func plausible(_ value: Double) -> Double? {
    let range: ClosedRange<Double> =
      switch self {
      case .heartRate: 20...250
      case .cadence: 0...400
      case .power: 0...3_000
      case .temperature: -70...80
      }
    return range.contains(value) ? value : nil
  }
}

extension TrackPoint {
  /// Sets a sensor's value.
  mutating func set(_ field: SensorField, _ value: Double?) {
    switch field {
    case .heartRate: heartRate = value
    case .cadence: cadence = value
    case .power: power = value
    case .temperature: temperature = value
    }
  }
}
