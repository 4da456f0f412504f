import CAV

/// One encoder into one container, for formats without parts, tags or posters.
final class EncodedStream {
  private let encoder: VideoEncoder
  private let muxer: Muxer
  private let stream: UnsafeMutablePointer<AVStream>

  init(
    _ setup: EncoderSetup, container: String, path: String, shownName: String,
    options: [(String, String)] = []
  ) throws(EncodingError) {
    encoder = try VideoEncoder(setup)
    muxer = try Muxer(format: container, path: path, shownName: shownName)
    stream = try muxer.addStream()
    try LibavStatus.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), "cannot write \(shownName)")
    stream.pointee.time_base = encoder.context.pointee.time_base
    stream.pointee.avg_frame_rate = encoder.context.pointee.framerate
    try muxer.writeHeader(options: options)
  }

  /// Encodes a frame at a time in frames.
  func append(_ frame: VideoFrame?, at time: Int) throws(EncodingError) {
    try encoder.encode(frame, at: time) { (packet) throws(EncodingError) in
      packet.raw.pointee.duration = max(1, packet.raw.pointee.duration)
      av_packet_rescale_ts(packet.raw, encoder.context.pointee.time_base, stream.pointee.time_base)
      packet.raw.pointee.stream_index = stream.pointee.index
      try muxer.write(packet)
    }
  }

  func finish() throws(EncodingError) {
    try append(nil, at: 0)
    try muxer.finish()
  }
}
