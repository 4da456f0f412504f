/// Writes numbers of a run as people read them. Pure: the process's locale and zone play no part.
///
/// A unit follows its number after a narrow no-break space (U+202F), by which text drawing knows it and sets it smaller.
package struct MetricFormatter: Sendable {
  /// Whether the unit is written.
  package enum UnitStyle: String, CaseIterable, Sendable { case full, bare }

  /// What the reader chose.
  package let context: FormatContext
  private let language: LanguageTable

  package init(_ context: FormatContext) {
    self.context = context
    language = LanguageTable.table(for: context.locale)
  }

  package static let metresPerMile = 1609.344
  package static let metresPerFoot = 0.3048
  /// Between a number and its unit.
  package static let unitSpace = "\u{202F}"

  private var isImperial: Bool { context.units == .imperial }

  /// `5:36 /km` from seconds a kilometre, rounded to the second.
  package func pace(_ secondsPerKm: Double, unit: UnitStyle = .full) -> String {
    let value = isImperial ? secondsPerKm * MetricFormatter.metresPerMile / 1000 : secondsPerKm
    guard value.isFinite, value >= 0, value < 360_000 else { return "–" }
    let whole = Int(value.rounded())
    return with(isImperial ? "/mi" : "/km", unit, "\(whole / 60):\(padded(whole % 60))")
  }

  /// `12.3 km/h` from metres a second.
  package func speed(_ metresPerSecond: Double, digits: Int = 1, unit: UnitStyle = .full) -> String {
    let value = isImperial ? metresPerSecond * 3600 / MetricFormatter.metresPerMile : metresPerSecond * 3.6
    return with(isImperial ? "mph" : "km/h", unit, decimal(value, digits: digits))
  }

  /// `7.43 km` from metres; cut and not rounded, so that no distance is shown before it is run.
  package func distance(_ metres: Double, digits: Int = 2, unit: UnitStyle = .full) -> String {
    let value = isImperial ? metres / MetricFormatter.metresPerMile : metres / 1000
    return with(isImperial ? "mi" : "km", unit, decimal(value, digits: digits, cuts: true))
  }

  /// `128 m` from metres.
  package func elevation(_ metres: Double, digits: Int = 0, unit: UnitStyle = .full) -> String {
    let value = isImperial ? metres / MetricFormatter.metresPerFoot : metres
    return with(isImperial ? "ft" : "m", unit, decimal(value, digits: digits))
  }

  /// `1:02:03` or `1 h 2 min` from seconds, cut to the second.
  package func duration(_ seconds: Double, words: Bool = false) -> String {
    guard seconds.isFinite, abs(seconds) < 1e9 else { return "–" }
    let whole = Int(abs(seconds) + 1e-6)
    let sign = seconds < 0 && whole > 0 ? "−" : ""
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    let space = MetricFormatter.unitSpace
    if words {
      if hours > 0 { return "\(sign)\(hours)\(space)h \(minutes)\(space)min" }
      if minutes > 0 { return "\(sign)\(minutes)\(space)min" }
      return "\(sign)\(rest)\(space)s"
    }
    if hours > 0 { return "\(sign)\(hours):\(padded(minutes)):\(padded(rest))" }
    return "\(sign)\(minutes):\(padded(rest))"
  }

  /// `152 bpm`.
  package func heartRate(_ beats: Double, unit: UnitStyle = .full) -> String {
    with("bpm", unit, decimal(beats, digits: 0))
  }
  /// `178 spm`.
  package func cadence(_ steps: Double, unit: UnitStyle = .full) -> String {
    with("spm", unit, decimal(steps, digits: 0))
  }
  /// `240 W`.
  package func power(_ watts: Double, unit: UnitStyle = .full) -> String {
    with("W", unit, decimal(watts, digits: 0))
  }
  /// A plain number.
  package func number(_ value: Double, digits: Int = 0) -> String { decimal(value, digits: digits) }
  /// `62 %` from a share.
  package func percent(_ ratio: Double, digits: Int = 0) -> String {
    with("%", .full, decimal(ratio * 100, digits: digits))
  }

  /// A time in seconds since 1970 by a Unicode date pattern (`EEEE d MMMM yyyy`, `HH:mm`), in the context's zone.
  package func date(_ secondsSince1970: Double, pattern: String) -> String {
    DatePattern(pattern).text(CalendarDate(secondsSince1970, zone: context.timeZone), language: language)
  }

  private func with(_ word: String, _ style: UnitStyle, _ number: String) -> String {
    style == .full ? number + MetricFormatter.unitSpace + word : number
  }

  private func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// Integer arithmetic: the same digits on every machine and in every locale.
  private func decimal(_ value: Double, digits: Int, cuts: Bool = false) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    let digits = min(max(digits, 0), 6)
    var factor = 1
    for _ in 0..<digits { factor *= 10 }
    let scaled = abs(value) * Double(factor)
    // A hair is forgiven: 9.9999999 is the 10 that was measured.
    let whole = Int(cuts ? (scaled + 1e-6).rounded(.down) : scaled.rounded())
    let sign = value < 0 && whole > 0 ? "−" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let fraction = "\(whole % factor)"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(whole / factor)\(language.decimalSign)\(zeros)\(fraction)"
  }
}
