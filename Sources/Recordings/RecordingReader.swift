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
    let source = try FileBytes(path: path, limit: options.limits.bytes)
    return try builder(source, file: path, limits: options.limits).finish(session: options.session)
  }

  /// Reads a recording that is in memory; `file` names it in messages.
  public static func read(
    bytes: [UInt8], file: String, options: Options = Options()
  ) throws(RecordingError) -> Session {
    try builder(MemoryBytes(bytes), file: file, limits: options.limits).finish(session: options.session)
  }

  /// Reads several files as parts of one activity, in the order of their times.
  public static func read(paths: [String], options: Options = Options()) throws(RecordingError) -> Session {
    guard let first = paths.first else { throw RecordingError(file: "-", message: "no recording named") }
    guard paths.count > 1 else { return try read(path: first, options: options) }
    guard paths.count <= options.limits.files else {
      throw RecordingError(file: first, message: "more than \(options.limits.files) files at once")
    }
    var sessions: [Session] = []
    for path in paths { sessions.append(try read(path: path, options: options)) }
    return try Session(joining: sessions, files: paths, limits: options.limits)
  }

  private static func builder(
    _ base: any ByteSource, file: String, limits: RecordingLimits
  ) throws(RecordingError) -> SessionBuilder {
    let source = try PeekableBytes(base, file: file, limit: limits.bytes)
    switch RecordingFormat(head: source.head) {
    case .gzip:
      let unpacked = try PeekableBytes(
        GzipBytes(source, file: file, limits: limits), file: file, limit: limits.bytes)
      if RecordingFormat(head: unpacked.head) == .gzip {
        throw RecordingError(file: file, message: "is packed with gzip more than once")
      }
      return try plain(unpacked, file: file, limits: limits)
    case .zip:
      let archive = try ZipArchive(source.readAll(limit: limits.wholeFile), file: file, limits: limits)
      return try unzipped(archive, limits: limits)
    default: return try plain(source, file: file, limits: limits)
    }
  }

  private static func plain(
    _ source: PeekableBytes, file: String, limits: RecordingLimits
  ) throws(RecordingError) -> SessionBuilder {
    switch RecordingFormat(head: source.head) {
    case .xml: return try XMLReader.read(source, file: file, limits: limits)
    case .fit: return try FITReader.read(source.readAll(limit: limits.wholeFile), file: file, limits: limits)
    case .json:
      return try GeoJSONReader.read(source.readAll(limit: limits.wholeFile), file: file, limits: limits)
    case .nmea: return try NMEAReader.read(source, file: file, limits: limits)
    case .empty: throw RecordingError(file: file, message: "is empty")
    default:
      throw RecordingError(file: file, message: ForeignFormat.refusal(head: source.head))
    }
  }

  /// The first entry of an archive that is a recording; the first error where none is.
  private static func unzipped(
    _ archive: ZipArchive, limits: RecordingLimits
  ) throws(RecordingError) -> SessionBuilder {
    var failure: RecordingError?
    var left = limits.bytes
    var refused = 0
    for index in archive.candidates where left > 0 && refused < limits.refusedEntries {
      do throws(RecordingError) {
        let source = try PeekableBytes(archive.entry(index), file: archive.file, limit: left)
        guard ![.unknown, .empty, .gzip, .zip].contains(RecordingFormat(head: source.head)) else { continue }
        defer { left -= source.total }
        var builder = try plain(source, file: archive.file, limits: limits)
        if archive.candidates.count > 1 {
          builder.report.warn("the archive holds several files; the first recording in it was used")
        }
        return builder
      } catch {
        failure = failure ?? error
        refused += 1
      }
    }
    throw failure ?? RecordingError(file: archive.file, message: "is a ZIP archive without a recording")
  }
}
