/// Reads recordings of any known format, told apart by content.
public enum RecordingReader {
  /// Choices for reading.
  public struct Options: Sendable {
    /// Which session of a multisport file: its number from 1, or nil for all that have positions.
    public var session: Int?
    /// Bounds against hostile input.
    public var limits = RecordingLimits()
    /// No choice made.
    public init() {}
  }

  /// Reads one file; `-` is standard input.
  public static func read(path: String, options: Options = Options()) throws(RecordingError) -> Session {
    try read(FileBytes(path: path), file: path, options: options)
  }

  /// Reads a recording that is in memory; `file` names it in messages.
  public static func read(
    bytes: [UInt8], file: String, options: Options = Options()
  ) throws(RecordingError) -> Session {
    try read(MemoryBytes(bytes), file: file, options: options)
  }

  /// Reads several files as parts of one activity, in the order of their times.
  public static func read(paths: [String], options: Options = Options()) throws(RecordingError) -> Session {
    guard let first = paths.first else { throw RecordingError(file: "-", message: "no recording named") }
    return try read(path: first, options: options)
  }

  private static func read(
    _ base: any ByteSource, file: String, options: Options
  ) throws(RecordingError) -> Session {
    let limits = options.limits
    var source = try PeekableBytes(base, file: file, limit: limits.bytes)
    var format = RecordingFormat(head: source.head)
    if format == .gzip {
      let unpacked = try GzipBytes(source, file: file, limits: limits)
      source = try PeekableBytes(unpacked, file: file, limit: limits.bytes)
      format = RecordingFormat(head: source.head)
      if format == .gzip { throw RecordingError(file: file, message: "is packed with gzip more than once") }
    }
    switch format {
    case .xml: return try XMLReader.read(source, file: file, limits: limits).finish(session: options.session)
    case .fit:
      let bytes = try source.readAll(limit: limits.wholeFile)
      return try FITReader.read(bytes, file: file, limits: limits).finish(session: options.session)
    case .empty: throw RecordingError(file: file, message: "is empty")
    default:
      throw RecordingError(
        file: file, message: "is no recording of a known kind (GPX, TCX, FIT, KML, KMZ, GeoJSON, NMEA)")
    }
  }
}
