import Formatting
import Geometry
import Routes

/// What a user may choose about a film besides its template. Everything left alone is the template's own choice.
public struct ReplayOptions: Sendable {
  /// Width and height in pixels.
  public var size: PixelSize?
  /// Frames a second.
  public var framesPerSecond: Double?
  /// Seconds of the whole film; the replay itself takes up the difference.
  public var duration: Double?
  /// Name of a theme, such as `night` or `paper`.
  public var theme: String?
  /// Parameters of the template by name, as text.
  public var parameters: [String: String] = [:]
  /// A YAML file of parameters; `parameters` go first.
  public var parameterFile: String?
  /// Metric or imperial numbers.
  public var isImperial = false
  /// Language of dates, words and the decimal sign, such as `en` or `de`.
  public var locale = "en"
  /// IANA name of the zone of clock times; nil takes the recording's own offset, else UTC.
  public var timeZone: String?
  /// Circles in which nothing is shown.
  public var privacyZones: [PrivacyCircle] = []
  /// Map archives, folders, servers or configured names, the first one on top.
  public var maps: [String] = []
  /// Height data.
  public var terrain: [String] = []
  /// Uses only what is on this machine.
  public var isOffline = false
  /// Most tiles fetched from servers.
  public var maxTiles = 400
  /// Told how far fetching from servers is: from several threads, one at a time, all of it before the first frame.
  public var onFetch: (@Sendable (FetchProgress) -> Void)?
  /// Workers that draw frames; nil is one a core.
  public var workers: Int?
  /// Draws on nothing instead of the template's background, for formats that carry transparency.
  public var isTransparent = false

  /// A picture size.
  public struct PixelSize: Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// A size from its two sides.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
    /// Reads `1080x1920`; nil for anything else.
    public init?(_ text: String) {
      let parts = text.split(whereSeparator: { $0 == "x" || $0 == "×" })
      guard parts.count == 2, text.utf8.allSatisfy({ $0 != 43 && $0 != 45 }), let width = Int(parts[0]),
        let height = Int(parts[1]), width > 0, height > 0
      else { return nil }
      self.init(width: width, height: height)
    }
  }

  /// A circle in which nothing is shown.
  public enum PrivacyCircle: Hashable, Sendable {
    /// Metres around start and finish.
    case ends(radius: Double)
    /// Metres around a place.
    case place(latitude: Double, longitude: Double, radius: Double)

    /// Reads `300m`, `0.5km` or `47.37,8.54,300m`; nil for anything else.
    public init?(_ text: String) {
      func metres(_ text: some StringProtocol) -> Double? {
        let value: Double?
        if text.hasSuffix("km") {
          value = TimeSelector.number(text.dropLast(2)).map { $0 * 1000 }
        } else if text.hasSuffix("m") {
          value = TimeSelector.number(text.dropLast())
        } else {
          value = TimeSelector.number(text)
        }
        return value.flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
      }
      func degrees(_ text: some StringProtocol, limit: Double) -> Double? {
        let sign = text.hasPrefix("-") ? -1.0 : 1.0
        return TimeSelector.number(text.drop { $0 == "-" }).flatMap { $0 <= limit ? $0 * sign : nil }
      }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      if parts.count == 1, let radius = metres(parts[0]) {
        self = .ends(radius: radius)
      } else if parts.count == 3, let latitude = degrees(parts[0], limit: 90),
        let longitude = degrees(parts[1], limit: 180), let radius = metres(parts[2])
      {
        self = .place(latitude: latitude, longitude: longitude, radius: radius)
      } else {
        return nil
      }
    }
  }

  /// Options with a size such as `"1080x1920"` and a length in seconds; nil leaves either to the template.
  public init(size: String? = nil, duration: Double? = nil) {
    self.size = size.flatMap { PixelSize($0) }
    self.duration = duration
  }
}
