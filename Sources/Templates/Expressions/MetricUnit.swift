import Diagnostics

/// Units of literals in expressions and domains.
enum MetricUnit {
  static let names = [
    "km", "m", "mi", "ft", "ms", "s", "min", "h", "/km", "/mi", "km/h", "m/s", "mph", "bpm", "spm", "W", "%",
    "deg",
  ]

  /// The factor to the base unit and the kind; the empty unit is a plain number.
  static func named(_ unit: String) -> (factor: Double, kind: ExpressionKind)? {
    switch unit {
    case "": (1, .number)
    case "km": (1000, .distance)
    case "m": (1, .distance)
    case "mi": (1609.344, .distance)
    case "ft": (0.3048, .distance)
    case "ms": (0.001, .duration)
    case "s": (1, .duration)
    case "min": (60, .duration)
    case "h": (3600, .duration)
    case "km/h": (1 / 3.6, .speed)
    case "m/s": (1, .speed)
    case "mph": (0.44704, .speed)
    case "bpm": (1, .heartRate)
    case "spm": (1, .cadence)
    case "W": (1, .power)
    case "%": (0.01, .ratio)
    case "deg": (1, .number)
    default: nil
    }
  }
}

/// The hint "did you mean".
enum WordSuggestionHelp {
  static func help(_ word: String, among candidates: some Sequence<String>, prefix: String = "") -> String? {
    WordSuggestion.nearest(to: word, among: candidates).map { "did you mean '\(prefix)\($0)'?" }
  }
}
