import CAV

/// Owns one libav frame with its own picture memory.
final class VideoFrame {
  let raw: UnsafeMutablePointer<AVFrame>
  var width: Int { Int(raw.pointee.width) }
  var height: Int { Int(raw.pointee.height) }

  /// A frame of that format and size, with undefined pixels.
  init(format: AVPixelFormat, width: Int, height: Int) throws(EncodingError) {
    guard let frame = av_frame_alloc() else { throw EncodingError(.output, "out of memory for a frame") }
    frame.pointee.format = format.rawValue
    frame.pointee.width = Int32(width)
    frame.pointee.height = Int32(height)
    raw = frame
    try LibavStatus.check(av_frame_get_buffer(frame, 0), "out of memory for a frame of \(width)x\(height)")
  }

  /// An empty frame, for decoders to fill.
  init() throws(EncodingError) {
    guard let frame = av_frame_alloc() else { throw EncodingError(.output, "out of memory for a frame") }
    raw = frame
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = raw
    av_frame_free(&pointer)
  }

  /// Makes the memory this frame's own again when an encoder still reads it.
  func makeWritable() throws(EncodingError) {
    try LibavStatus.check(av_frame_make_writable(raw), "out of memory for a frame")
  }

  /// A plane's first byte.
  func plane(_ index: Int32) throws(EncodingError) -> UnsafeMutablePointer<UInt8> {
    guard let data = replay_plane(raw, index) else {
      throw EncodingError(.output, "a frame lacks plane \(index)")
    }
    return data
  }
  /// Bytes from one row of a plane to the next.
  func stride(_ index: Int32) -> Int { Int(replay_plane_stride(raw, index)) }
}

/// Owns one libav packet.
final class Packet {
  let raw: UnsafeMutablePointer<AVPacket>

  init() throws(EncodingError) {
    guard let packet = av_packet_alloc() else { throw EncodingError(.output, "out of memory for a packet") }
    raw = packet
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = raw
    av_packet_free(&pointer)
  }
}
