import CAV
import Pixels

/// The cover picture of an MP4 or MOV: one frame as JPEG.
final class PosterFrame {
  private let stream: UnsafeMutablePointer<AVStream>
  private let setup: EncoderSetup
  /// The frame, in the encoder's format; the encoder itself is opened when the film's own is gone.
  private var picture: VideoFrame?

  init(options: EncoderOptions, muxer: Muxer) throws(EncodingError) {
    setup = EncoderSetup.jpeg(width: options.width, height: options.height, quality: 90)
    stream = try muxer.addStream()
    let encoder = try VideoEncoder(setup)
    try LibavStatus.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), "cannot add a poster")
    stream.pointee.disposition = replay_disposition_attached_picture
    stream.pointee.time_base = AVRational(num: 1, den: 90_000)
  }

  /// Keeps this frame as the poster.
  func take(_ frame: PixelBuffer) throws(EncodingError) {
    picture = try ColorConversion(
      to: setup.format, width: setup.width, height: setup.height, keepsAlpha: false
    ).convert(frame)
  }

  func write(to muxer: Muxer) throws(EncodingError) {
    guard let picture else { return }
    let encoder = try VideoEncoder(setup)
    let kept = try Packet()
    for frame in [picture, nil] {
      try encoder.encode(frame, at: 0) { (packet) throws(EncodingError) in
        av_packet_move_ref(kept.raw, packet.raw)
      }
    }
    kept.raw.pointee.stream_index = stream.pointee.index
    kept.raw.pointee.pts = 0
    kept.raw.pointee.dts = 0
    try muxer.write(kept)
  }
}

extension EncoderSetup {
  /// A JPEG of quality 1…100.
  static func jpeg(width: Int, height: Int, quality: Int) -> EncoderSetup {
    EncoderSetup(
      encoder: "mjpeg", format: AV_PIX_FMT_YUVJ444P, width: width, height: height, frameRate: FrameRate(25),
      keyInterval: 1, bitrate: nil, threads: 1, quantizer: max(1, min(31, 1 + (100 - quality) * 30 / 99)),
      usesGlobalHeader: false)
  }
}
