import Glibc

/// Writes whole buffers to files.
enum FileBytes {
  /// Writes a file's content; the file is made, or replaced.
  static func write(_ bytes: [UInt8], to path: String, shownName: String) throws(EncodingError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw TemporaryOutput.failure("write", shownName) }
    let failure: EncodingError?
    do throws(EncodingError) {
      try write(bytes, to: descriptor, shownName: shownName)
      failure = nil
    } catch {
      failure = error
    }
    guard close(descriptor) == 0 || failure != nil else { throw TemporaryOutput.failure("write", shownName) }
    if let failure { throw failure }
  }

  /// Writes all bytes to an open file.
  static func write(_ bytes: [UInt8], to descriptor: Int32, shownName: String) throws(EncodingError) {
    let code: Int32 = bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 {
          if errno == EINTR { continue }
          return errno
        }
        rest = rest.dropFirst(written)
      }
      return 0
    }
    if code != 0 { throw TemporaryOutput.failure("write", shownName, code) }
  }
}
