import CAV

/// Decodes the frames of a film in order.
final class VideoDecoder {
  private let demuxer: Demuxer
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: Packet
  private var isDraining = false

  init(_ demuxer: Demuxer) throws(EncodingError) {
    self.demuxer = demuxer
    packet = try Packet()
    let parameters = demuxer.video.pointee.codecpar
    guard let codec = avcodec_find_decoder(parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE),
      let context = avcodec_alloc_context3(codec)
    else { throw EncodingError(.output, "the installed libavcodec cannot decode this film") }
    self.context = context
    try LibavStatus.check(avcodec_parameters_to_context(context, parameters), "cannot decode a film")
    try LibavStatus.check(avcodec_open2(context, codec, nil), "cannot decode a film")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&pointer)
  }

  /// The next frame; nil at the end.
  func next() throws(EncodingError) -> VideoFrame? {
    let frame = try VideoFrame()
    while true {
      let code = avcodec_receive_frame(context, frame.raw)
      if code == replay_averror_eof { return nil }
      if code != replay_averror_again {
        try LibavStatus.check(code, "cannot decode a frame")
        frame.raw.pointee.pts = frame.raw.pointee.best_effort_timestamp
        return frame
      }
      try feed()
    }
  }

  private func feed() throws(EncodingError) {
    while true {
      let code = av_read_frame(demuxer.context, packet.raw)
      if code == replay_averror_eof {
        if isDraining { return }
        isDraining = true
        try LibavStatus.check(avcodec_send_packet(context, nil), "cannot decode a frame")
        return
      }
      try LibavStatus.check(code, "cannot read a film")
      defer { av_packet_unref(packet.raw) }
      if packet.raw.pointee.stream_index != demuxer.video.pointee.index { continue }
      try LibavStatus.check(avcodec_send_packet(context, packet.raw), "cannot decode a frame")
      return
    }
  }
}
