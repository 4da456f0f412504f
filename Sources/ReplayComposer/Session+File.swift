import Recordings

@_exported import class Pixels.PixelBuffer
// Who uses the library names these types without importing the module that holds them.
@_exported import struct Recordings.Session
@_exported import struct Recordings.TrackPoint

extension Session {
  /// Reads a recording, told by its content: GPX, FIT, TCX and the other formats of `docs/recordings.md`.
  ///
  /// Throws a `ReplayError` of kind `input` with file, line and column where there are any.
  public init(file path: String) throws(ReplayError) {
    try self.init(files: [path])
  }

  /// Reads a recording that is spread over several files, in the order of their times.
  ///
  /// - Parameter session: Which session of a multisport recording, from 1; nil takes the only or first one.
  public init(files paths: [String], session: Int? = nil) throws(ReplayError) {
    var options = RecordingReader.Options()
    options.session = session
    do throws(RecordingError) {
      self = try RecordingReader.read(paths: paths, options: options)
    } catch {
      throw ReplayError(error)
    }
    source = paths.first
  }
}
