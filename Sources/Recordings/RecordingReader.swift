/// Reads recordings of any known format, told apart by content.
public enum RecordingReader {
  /// Choices for reading.
  public struct Options: Sendable {
    /// Which session of a multisport file: its number from 1, or nil for all that have positions.
    public var session: Int?
    /// No choice made.
    public init() {}
  }

  /// Reads one file; `-` is standard input.
  public static func read(path: String, options: Options = Options()) throws(RecordingError) -> Session {
    throw RecordingError(file: path, message: "no reader yet")
  }

  /// Reads several files as parts of one activity, in the order of their times.
  public static func read(paths: [String], options: Options = Options()) throws(RecordingError) -> Session {
    guard let first = paths.first else { throw RecordingError(file: "-", message: "no recording named") }
    return try read(path: first, options: options)
  }
}
