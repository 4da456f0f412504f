import CZlib

/// A gzip stream unpacked as it is read: several members, checked sums, bounded ratio.
final class GzipBytes: ByteSource {
  private let base: any ByteSource
  private let file: String
  private let limits: RecordingLimits
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutableRawBufferPointer
  private var packed = 0
  private var unpacked = 0
  private var members = 0
  private var isDone = false

  init(_ base: any ByteSource, file: String, limits: RecordingLimits) throws(RecordingError) {
    self.base = base
    self.file = file
    self.limits = limits
    input = .allocate(byteCount: 1 << 16, alignment: 16)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 + 16: a window of 32 kB and gzip framing only.
    let status = inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw RecordingError(file: file, message: "cannot be unpacked (no memory)")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
    guard !isDone, buffer.count > 0 else { return 0 }
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    while stream.pointee.avail_out == UInt32(clamping: buffer.count) {
      if stream.pointee.avail_in == 0 {
        let count = try base.read(into: input)
        packed += count
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
        if count == 0 {
          throw RecordingError(
            file: file, message: "the gzip stream ends in the middle (was the file cut off?)")
        }
      }
      let status = inflate(stream, Z_NO_FLUSH)
      if status == Z_STREAM_END {
        members += 1
        if try !startNextMember() {
          isDone = true
          break
        }
      } else if status != Z_OK && status != Z_BUF_ERROR {
        throw RecordingError(
          file: file, message: "the gzip stream is damaged (byte \(stream.pointee.total_in))")
      }
    }
    let count = buffer.count - Int(stream.pointee.avail_out)
    unpacked += count
    guard unpacked <= limits.ratioGrace || unpacked / max(packed, 1) <= limits.compressionRatio else {
      throw RecordingError(
        file: file,
        message: "unpacks to more than \(limits.compressionRatio) times its size, which is refused")
    }
    return count
  }

  /// Whether another member follows; anything else behind a whole member is ignored, as gzip does.
  private func startNextMember() throws(RecordingError) -> Bool {
    if stream.pointee.avail_in < 2 {
      let left = Int(stream.pointee.avail_in)
      if left == 1, let next = stream.pointee.next_in { input[0] = next[0] }
      let count = try base.read(into: .init(rebasing: input[left...]))
      packed += count
      stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = UInt32(left + count)
    }
    guard stream.pointee.avail_in >= 2, let next = stream.pointee.next_in, next[0] == 0x1f, next[1] == 0x8b,
      members < 1_000
    else { return false }
    return inflateReset(stream) == Z_OK
  }
}
