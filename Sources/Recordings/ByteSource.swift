import Glibc

/// A stream of bytes that is read once, from front to back.
protocol ByteSource: AnyObject {
  /// Fills the buffer from its start and returns how many bytes were read; 0 is the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int
}

/// A file or standard input.
final class FileBytes: ByteSource {
  private let descriptor: Int32
  private let owned: Bool
  private let file: String

  /// Opens a file; `-` is standard input. Folders, and files that state a size beyond the limit, are refused.
  init(path: String, limit: Int = .max) throws(RecordingError) {
    file = path
    if path == "-" {
      descriptor = 0
      owned = false
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    owned = descriptor >= 0
    guard descriptor >= 0 else {
      throw RecordingError(file: path, message: FileBytes.reason(errno))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw RecordingError(file: path, message: "is a folder, not a recording")
    }
    if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) > limit {
      throw RecordingError(file: path, message: PeekableBytes.tooLarge(limit))
    }
  }

  deinit {
    if owned { close(descriptor) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw RecordingError(file: file, message: FileBytes.reason(errno)) }
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES, EPERM: "may not be read (permission denied)"
    case EISDIR: "is a folder, not a recording"
    default: "cannot be read (error \(code))"
    }
  }
}

/// Bytes that are in memory already.
final class MemoryBytes: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

/// A source whose first bytes can be looked at before they are read, and whose length is bounded.
final class PeekableBytes: ByteSource {
  private let base: any ByteSource
  private let file: String
  private let limit: Int
  private(set) var total = 0
  private var position = 0
  /// The first bytes, up to `headLength`.
  private(set) var head: [UInt8] = []

  static let headLength = 4096

  init(_ base: any ByteSource, file: String, limit: Int) throws(RecordingError) {
    self.base = base
    self.file = file
    self.limit = limit
    var chunk = [UInt8](repeating: 0, count: PeekableBytes.headLength)
    while head.count < PeekableBytes.headLength {
      let count = try PeekableBytes.fill(&chunk, PeekableBytes.headLength - head.count, from: base)
      if count == 0 { break }
      head += chunk[..<count]
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
    var count = min(buffer.count, head.count - position)
    if count > 0 {
      buffer.copyBytes(from: head[position..<position + count])
      position += count
    } else {
      count = try base.read(into: buffer)
    }
    total += count
    guard total <= limit else {
      throw RecordingError(file: file, message: PeekableBytes.tooLarge(limit))
    }
    return count
  }

  /// Everything that is left, bounded.
  func readAll(limit: Int) throws(RecordingError) -> HeldBytes {
    let held = HeldBytes()
    while true {
      guard let room = held.room(limit: limit + 1) else {
        throw RecordingError(file: file, message: "cannot be read (no memory)")
      }
      let count = try read(into: room)
      if count == 0 { return held }
      held.count += count
      guard held.count <= limit else {
        throw RecordingError(file: file, message: PeekableBytes.tooLarge(limit) + " for its kind")
      }
    }
  }

  static func tooLarge(_ limit: Int) -> String { "is larger than the limit of \(limit >> 20) MB" }

  /// `withUnsafeMutableBytes` in a form that keeps the error's type.
  private static func fill(
    _ chunk: inout [UInt8], _ count: Int, from source: any ByteSource
  ) throws(RecordingError) -> Int {
    let outcome: Result<Int, RecordingError> = chunk.withUnsafeMutableBytes { bytes in
      do throws(RecordingError) {
        return .success(try source.read(into: .init(rebasing: bytes[..<min(count, bytes.count)])))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
