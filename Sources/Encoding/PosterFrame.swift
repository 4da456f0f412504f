import CAV
import Pixels

/// The cover picture of an MP4 or MOV: one frame as JPEG.
final class PosterFrame {
  private let stream: UnsafeMutablePointer<AVStream>
  private let encoder: VideoEncoder
  private let conversion: ColorConversion
  private var picture: Packet?

  init(options: EncoderOptions, muxer: Muxer) throws(EncodingError) {
    let setup = EncoderSetup.jpeg(width: options.width, height: options.height, quality: 90)
    encoder = try VideoEncoder(setup)
    conversion = try ColorConversion(
      to: setup.format, width: options.width, height: options.height, keepsAlpha: false)
    stream = try muxer.addStream()
    try LibavStatus.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), "cannot add a poster")
    stream.pointee.disposition = replay_disposition_attached_picture
    stream.pointee.time_base = AVRational(num: 1, den: 90_000)
  }

  /// Keeps this frame as the poster.
  func take(_ frame: PixelBuffer) throws(EncodingError) {
    let converted = try conversion.convert(frame)
    let kept = try Packet()
    try encoder.encode(converted, at: 0) { (packet) throws(EncodingError) in
      av_packet_move_ref(kept.raw, packet.raw)
    }
    try encoder.encode(nil, at: 0) { (packet) throws(EncodingError) in
      av_packet_move_ref(kept.raw, packet.raw)
    }
    picture = kept
  }

  func write(to muxer: Muxer) throws(EncodingError) {
    guard let picture else { return }
    picture.raw.pointee.stream_index = stream.pointee.index
    picture.raw.pointee.pts = 0
    picture.raw.pointee.dts = 0
    try muxer.write(picture)
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
