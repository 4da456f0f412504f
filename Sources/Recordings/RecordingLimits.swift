/// Bounds on what is read, against hostile input. All in one place; `docs/recordings.md` lists them.
public struct RecordingLimits: Sendable {
  /// Bytes of a file after decompression.
  public var bytes = 1 << 29
  /// How many times larger than its compressed form a stream may become, once beyond `ratioGrace`.
  public var compressionRatio = 200
  /// Bytes after decompression below which the ratio is not looked at.
  public var ratioGrace = 1 << 20
  /// Track points, kept or not: 208 hours at one a second.
  public var points = 750_000
  /// Messages of a FIT file, lines of NMEA.
  public var messages = 10_000_000
  /// Nested elements, objects or arrays.
  public var nesting = 64
  /// Bytes of one tag with its attributes, or of one token of text that must be held whole.
  public var tagLength = 4 << 20
  /// Bytes of one number or name that are looked at.
  public var textLength = 16_384
  /// Characters of a name that are kept.
  public var nameLength = 1_000
  /// Files joined into one session.
  public var files = 100
  /// Entries of an archive that look like recordings and are none, after which the search ends.
  public var refusedEntries = 10
  /// Activities of one file that are told apart.
  public var sessions = 1_000
  /// Laps kept.
  public var laps = 10_000
  /// Bytes of a format that is read as a whole (FIT, GeoJSON, ZIP archives).
  public var wholeFile = 48 << 20

  /// The limits used by default.
  public init() {}
}
