/// What the reader of a film wants numbers to look like: chosen by the user, never by a template.
public struct FormatContext: Hashable, Sendable {
  /// System of units.
  public enum Units: String, CaseIterable, Hashable, Sendable {
    case metric, imperial
  }
  /// System of units.
  public var units: Units
  /// A BCP 47 language such as `en` or `de-CH`; decides decimal sign, names of months and days.
  public var locale: String
  /// Zone in which clock times are shown.
  public var timeZone: ZoneRule

  /// How clock times are shown.
  public enum ZoneRule: Hashable, Sendable {
    /// Coordinated universal time.
    case utc
    /// A fixed offset in seconds east of UTC.
    case offset(Int)
    /// An IANA zone, through the system's zone data.
    case named(String)
  }

  /// A context from its parts.
  public init(units: Units = .metric, locale: String = "en", timeZone: ZoneRule = .utc) {
    self.units = units
    self.locale = locale
    self.timeZone = timeZone
  }
}
