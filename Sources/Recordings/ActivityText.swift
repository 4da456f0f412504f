/// Text of a file made fit for a title and a terminal.
enum ActivityText {
  /// The text without control characters, runs of white space as one blank, cut off with `…`; nil when nothing is left.
  static func clean(_ bytes: some Collection<UInt8>, limit: Int) -> String? {
    clean(String(decoding: bytes, as: UTF8.self), limit: limit)
  }

  /// The same for a string.
  static func clean(_ text: String, limit: Int) -> String? {
    var result = String.UnicodeScalarView()
    var isPending = false
    var count = 0
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isPending = !result.isEmpty
        continue
      }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: continue
      default: break
      }
      // Overrides of the writing direction could turn a line of the terminal around.
      if (0x202a...0x202e).contains(scalar.value) || scalar.value == 0xfeff { continue }
      if isPending { result.append(" ") }
      isPending = false
      result.append(scalar)
      count += 1
      if count > limit * 4 { break }
    }
    let cleaned = String(result)
    guard cleaned.count > limit else { return cleaned.isEmpty ? nil : cleaned }
    return String(cleaned.prefix(limit - 1)) + "…"
  }

  /// The name of a sport in lower case; numbers are those Strava writes into GPX files.
  static func sport(_ text: String?) -> String? {
    guard let text else { return nil }
    let name = text.lowercased()
    switch name {
    case "1", "ride", "biking", "cycling", "bike", "road cycling": return "cycling"
    case "4", "hike", "hiking": return "hiking"
    case "9", "run", "running", "jogging", "road running": return "running"
    case "10", "walk", "walking": return "walking"
    case "16", "swim", "swimming": return "swimming"
    case "", "other", "generic", "unknown", "track": return nil
    default: return name
    }
  }
}
