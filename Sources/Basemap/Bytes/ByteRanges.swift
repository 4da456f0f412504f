import Glibc

/// Bytes that can be read at any place: a file, or a file on a server.
package protocol ByteRanges: Sendable {
  /// What the bytes are called in messages.
  var name: String { get }
  /// Size in bytes.
  var size: UInt64 { get }
  /// Exactly `count` bytes from `offset`; throws where they reach beyond the end.
  func read(at offset: UInt64, count: Int) throws(MapError) -> [UInt8]
}

/// A local file, read in pieces.
package final class LocalFile: ByteRanges {
  package let name: String
  package let size: UInt64
  private let descriptor: Int32

  /// Opens a regular file.
  package init(path: String) throws(MapError) {
    name = LocalFile.shownName(path)
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw MapError("\(path): \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw MapError("\(path): is no regular file")
    }
    size = UInt64(max(0, status.st_size))
  }

  deinit { close(descriptor) }

  package func read(at offset: UInt64, count: Int) throws(MapError) -> [UInt8] {
    guard count >= 0, offset <= size, UInt64(count) <= size - offset else {
      throw MapError("\(name): ends before byte \(offset) + \(count) (was the file cut off?)")
    }
    var done = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while done < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + done, count - done, off_t(offset) + off_t(done))
        if got < 0 && errno == EINTR { continue }
        if got <= 0 { break }
        done += got
      }
      filled = done
    }
    guard done == count else { throw MapError("\(name): cannot be read at byte \(offset)") }
    return bytes
  }

  /// A whole small file; nil where it does not exist.
  package static func contents(of path: String, limit: Int) throws(MapError) -> [UInt8]? {
    guard access(path, F_OK) == 0 else { return nil }
    let file = try LocalFile(path: path)
    guard file.size <= UInt64(limit) else {
      throw MapError("\(path): is larger than \(limit >> 20) MB")
    }
    return try file.read(at: 0, count: Int(file.size))
  }

  /// The last part of a path.
  package static func shownName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
