import CAV

/// Owns one open libav encoder.
final class VideoEncoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let name: String
  private let packet: Packet

  init(_ setup: EncoderSetup) throws(EncodingError) {
    _ = LibavStatus.quiet
    name = setup.encoder
    packet = try Packet()
    guard let codec = avcodec_find_encoder_by_name(setup.encoder) else {
      throw EncodingError(.usage, "the installed libavcodec has no encoder \(setup.encoder)")
    }
    guard let context = avcodec_alloc_context3(codec) else { throw EncodingError(.output, "out of memory") }
    self.context = context
    context.pointee.width = Int32(setup.width)
    context.pointee.height = Int32(setup.height)
    context.pointee.pix_fmt = setup.format
    context.pointee.framerate = AVRational(
      num: Int32(setup.frameRate.numerator), den: Int32(setup.frameRate.denominator))
    context.pointee.time_base = AVRational(
      num: Int32(setup.frameRate.denominator), den: Int32(setup.frameRate.numerator))
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.gop_size = Int32(setup.keyInterval)
    context.pointee.thread_count = Int32(setup.threads)
    if let bitrate = setup.bitrate { context.pointee.bit_rate = Int64(bitrate) }
    context.pointee.flags |= replay_codec_bitexact
    if setup.usesGlobalHeader { context.pointee.flags |= replay_codec_global_header }
    if let tag = setup.tag { context.pointee.codec_tag = tag }
    if let quantizer = setup.quantizer {
      context.pointee.flags |= replay_codec_qscale
      context.pointee.global_quality = Int32(quantizer) * FF_QP2LAMBDA
    }
    ColorTags(of: setup.format).apply(to: context)
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for option in setup.options { av_dict_set(&options, option.name, option.value, 0) }
    let code = avcodec_open2(context, codec, &options)
    if code < 0 { throw VideoEncoder.openFailure(setup, code) }
    if let unknown = av_dict_get(options, "", nil, AV_DICT_IGNORE_SUFFIX) {
      let option = String(cString: unknown.pointee.key)
      throw EncodingError(.usage, "\(setup.encoder) has no option \(option)")
    }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&pointer)
  }

  /// Takes a frame at a time in frames, or nil at the end, and gives every packet that is ready.
  func encode(
    _ frame: VideoFrame?, at time: Int, _ body: (Packet) throws(EncodingError) -> Void
  ) throws(EncodingError) {
    if let frame {
      frame.raw.pointee.pts = Int64(time)
      frame.raw.pointee.pict_type = AV_PICTURE_TYPE_NONE
    }
    try LibavStatus.check(avcodec_send_frame(context, frame?.raw), "\(name) failed")
    while true {
      let code = avcodec_receive_packet(context, packet.raw)
      if code == replay_averror_again || code == replay_averror_eof { return }
      try LibavStatus.check(code, "\(name) failed")
      defer { av_packet_unref(packet.raw) }
      try body(packet)
    }
  }

  /// The stream header bytes of the encoder.
  var header: [UInt8] {
    guard let data = context.pointee.extradata else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(context.pointee.extradata_size)))
  }

  private static func openFailure(_ setup: EncoderSetup, _ code: Int32) -> EncodingError {
    let hardware = ["_nvenc", "_vaapi", "_qsv", "_v4l2m2m", "_omx", "_amf"].contains {
      setup.encoder.hasSuffix($0)
    }
    if hardware { return EncodingError(.usage, "\(setup.encoder) is not available on this machine") }
    let options = setup.options.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    return EncodingError(
      .usage, "\(setup.encoder) refuses \(setup.width)x\(setup.height) \(options): \(LibavStatus.text(code))")
  }
}
