import CAV

/// A decoded picture tile.
package struct RasterTile: Sendable {
  /// Most pixels along a side.
  package static let maxSide = 4096

  package let width: Int
  package let height: Int
  /// 0xAARRGGBB, straight alpha, rows from the north without gaps.
  package let words: [UInt32]

  package init(width: Int, height: Int, words: [UInt32]) {
    precondition(words.count == width * height)
    self.width = width
    self.height = height
    self.words = words
  }

  /// Decodes a PNG, JPEG or WebP picture. `name` stands in messages.
  package init(decoding bytes: [UInt8], name: String) throws(MapError) {
    guard let format = PictureFormat.sniff(bytes) else {
      throw MapError("\(name): is no PNG, JPEG or WebP picture")
    }
    guard let tile = RasterTile.decoded(bytes, format) else {
      throw MapError("\(name): is a damaged picture")
    }
    self = tile
  }

  /// The same picture with its colours multiplied by opacity.
  package var premultiplied: RasterTile {
    guard words.contains(where: { $0 >> 24 != 255 }) else { return self }
    let multiplied = words.map { word -> UInt32 in
      let alpha = word >> 24
      func scaled(_ shift: UInt32) -> UInt32 { ((word >> shift & 255) * alpha + 127) / 255 << shift }
      return alpha << 24 | scaled(16) | scaled(8) | scaled(0)
    }
    return RasterTile(width: width, height: height, words: multiplied)
  }

  private static let quiet: Void = replay_av_quiet()

  private static func decoded(_ bytes: [UInt8], _ format: PictureFormat) -> RasterTile? {
    _ = quiet
    let id =
      switch format {
      case .png: AV_CODEC_ID_PNG
      case .jpeg: AV_CODEC_ID_MJPEG
      case .webp: AV_CODEC_ID_WEBP
      }
    var context = avcodec_find_decoder(id).flatMap { avcodec_alloc_context3($0) }
    var packet = av_packet_alloc()
    var frame = av_frame_alloc()
    defer {
      avcodec_free_context(&context)
      av_packet_free(&packet)
      av_frame_free(&frame)
    }
    guard let context, let packet, let frame, bytes.count <= Decompression.tileLimit else { return nil }
    context.pointee.max_pixels = Int64(maxSide * maxSide)
    context.pointee.thread_count = 1
    guard avcodec_open2(context, nil, nil) >= 0, av_new_packet(packet, Int32(bytes.count)) == 0 else {
      return nil
    }
    bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { packet.pointee.data.update(from: base, count: bytes.count) }
    }
    guard avcodec_send_packet(context, packet) >= 0 else { return nil }
    var code = avcodec_receive_frame(context, frame)
    if code == replay_averror_again {
      avcodec_send_packet(context, nil)
      code = avcodec_receive_frame(context, frame)
    }
    return code >= 0 ? converted(frame) : nil
  }

  private static func converted(_ frame: UnsafeMutablePointer<AVFrame>) -> RasterTile? {
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    guard width > 0, height > 0, width <= maxSide, height <= maxSide else { return nil }
    let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_BITEXACT
    let scaler = sws_getContext(
      Int32(width), Int32(height), AVPixelFormat(frame.pointee.format), Int32(width), Int32(height),
      AV_PIX_FMT_BGRA,
      Int32(flags), nil, nil, nil)
    guard let scaler else { return nil }
    defer { sws_freeContext(scaler) }
    // The scaler writes whole vectors: rows get a margin, which is dropped again.
    let stride = (width + 15) & ~15
    var padded = [UInt32](repeating: 0, count: stride * height + 16)
    padded.withUnsafeMutableBytes { memory in
      if let base = memory.baseAddress?.assumingMemoryBound(to: UInt8.self) {
        _ = replay_scale_to_packed(scaler, frame, base, Int32(stride * 4))
      }
    }
    var words: [UInt32] = []
    words.reserveCapacity(width * height)
    for row in 0..<height { words.append(contentsOf: padded[(row * stride)..<(row * stride + width)]) }
    return RasterTile(width: width, height: height, words: words)
  }
}
