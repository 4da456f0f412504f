import CAV
import Pixels

/// Decodes still pictures of templates: PNG, JPEG and WebP, told by their first bytes.
package enum PictureDecoder {
  /// Most pixels of a picture; larger ones are refused before anything is decoded.
  package static let maxPixels = 64 << 20

  /// The picture as premultiplied BGRA. `name` stands in messages.
  package static func decode(_ bytes: [UInt8], name: String) throws(EncodingError) -> PixelBuffer {
    _ = LibavStatus.quiet
    guard let id = codec(of: bytes), let codec = avcodec_find_decoder(id),
      let context = avcodec_alloc_context3(codec)
    else { throw EncodingError(.usage, "\(name) is no PNG, JPEG or WebP picture") }
    defer {
      var pointer: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&pointer)
    }
    context.pointee.max_pixels = Int64(maxPixels)
    context.pointee.thread_count = 1
    try LibavStatus.check(avcodec_open2(context, codec, nil), "cannot read \(name)", kind: .usage)
    let packet = try Packet()
    guard bytes.count < 1 << 28, av_new_packet(packet.raw, Int32(bytes.count)) == 0 else {
      throw EncodingError(.usage, "\(name) is too large")
    }
    bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { packet.raw.pointee.data.update(from: base, count: bytes.count) }
    }
    let frame = try VideoFrame()
    try LibavStatus.check(
      avcodec_send_packet(context, packet.raw), "cannot read \(name)", kind: .usage)
    var code = avcodec_receive_frame(context, frame.raw)
    if code == replay_averror_again {
      avcodec_send_packet(context, nil)
      code = avcodec_receive_frame(context, frame.raw)
    }
    try LibavStatus.check(code, "cannot read \(name)", kind: .usage)
    return try pixels(of: frame, name: name)
  }

  private static func pixels(of frame: VideoFrame, name: String) throws(EncodingError) -> PixelBuffer {
    let (width, height) = (frame.width, frame.height)
    guard width > 0, height > 0, width <= 16_384, height <= 16_384 else {
      throw EncodingError(.usage, "\(name) has a size of \(width)x\(height)")
    }
    let format = AVPixelFormat(frame.raw.pointee.format)
    let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_BITEXACT
    let scaler = sws_getContext(
      Int32(width), Int32(height), format, Int32(width), Int32(height), AV_PIX_FMT_BGRA, Int32(flags), nil,
      nil,
      nil)
    guard let scaler else { throw EncodingError(.usage, "\(name) has an unknown pixel format") }
    defer { sws_freeContext(scaler) }
    let buffer = PixelBuffer(width: width, height: height)
    buffer.withUnsafeMemory { memory, stride in
      let bytes = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: UInt8.self)
      _ = replay_scale_to_packed(scaler, frame.raw, bytes, Int32(stride))
    }
    let stride = buffer.stride
    buffer.withMutablePixels { (pixels: inout MutableSpan<UInt32>) in
      for row in 0..<height {
        for column in 0..<width {
          let pixel = pixels[row * stride + column]
          let alpha = pixel >> 24
          if alpha == 255 { continue }
          func scaled(_ shift: UInt32) -> UInt32 {
            let value = ((pixel >> shift) & 255) * alpha + 127
            return (value / 255) << shift
          }
          pixels[row * stride + column] = alpha << 24 | scaled(16) | scaled(8) | scaled(0)
        }
      }
    }
    return buffer
  }

  private static func codec(of bytes: [UInt8]) -> AVCodecID? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return AV_CODEC_ID_PNG }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return AV_CODEC_ID_MJPEG }
    if bytes.count > 12, bytes.starts(with: Array("RIFF".utf8)), Array(bytes[8..<12]) == Array("WEBP".utf8) {
      return AV_CODEC_ID_WEBP
    }
    return nil
  }
}
