import CAV
import CRaster
import Pixels

/// Turns premultiplied BGRA pictures into an encoder's pixel format: BT.709, limited range for YUV (JPEG: BT.601, full
/// range, as its standard says). Without alpha, pictures stand over black.
///
/// The common 4:2:0 goes through an exact integer loop; every other format through libswscale.
final class ColorConversion {
  let format: AVPixelFormat
  private let width: Int
  private let height: Int
  private let keepsAlpha: Bool
  private var frame: VideoFrame
  private var scratch: [UInt16] = []
  private var straight: PixelBuffer?
  private var scaler: OpaquePointer?

  init(to format: AVPixelFormat, width: Int, height: Int, keepsAlpha: Bool) throws(EncodingError) {
    _ = LibavStatus.quiet
    self.format = format
    self.width = width
    self.height = height
    self.keepsAlpha = keepsAlpha
    frame = try VideoFrame(format: format, width: width, height: height)
    if keepsAlpha { straight = PixelBuffer(width: width, height: height) }
    if format == AV_PIX_FMT_YUV420P { scratch = Array(repeating: 0, count: 3 * (width + 2)) }
    if format == AV_PIX_FMT_YUV420P || format == AV_PIX_FMT_BGRA { return }
    let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT | SWS_BITEXACT
    let source = keepsAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0
    let (columns, rows) = (Int32(width), Int32(height))
    scaler = sws_getContext(columns, rows, source, columns, rows, format, Int32(flags), nil, nil, nil)
    guard let scaler else { throw EncodingError(.usage, "cannot convert frames to this pixel format") }
    let colors = ColorTags(of: format)
    let matrix = sws_getCoefficients(colors.isJPEG ? Int32(SWS_CS_ITU601) : Int32(SWS_CS_ITU709))
    sws_setColorspaceDetails(scaler, matrix, 1, matrix, colors.isFullRange ? 1 : 0, 0, 1 << 16, 1 << 16)
  }

  deinit { sws_freeContext(scaler) }

  /// The picture in the encoder's format; it stays valid while an encoder holds a reference.
  func convert(_ picture: PixelBuffer) throws(EncodingError) -> VideoFrame {
    guard picture.width == width, picture.height == height else {
      throw EncodingError(
        .output, "a frame of \(picture.width)x\(picture.height) in a film of \(width)x\(height)")
    }
    if av_frame_is_writable(frame.raw) == 0 {
      frame = try VideoFrame(format: format, width: width, height: height)
    }
    ColorTags(of: format).apply(to: frame.raw)
    if format == AV_PIX_FMT_YUV420P {
      try convertToPlanar420(picture)
    } else if let scaler {
      var source = picture
      if let straight {
        picture.copyStraight(to: straight)
        source = straight
      }
      let code = source.withBytes { bytes, stride in
        replay_scale_packed(scaler, bytes, Int32(stride), Int32(height), frame.raw)
      }
      try LibavStatus.check(code, "cannot convert a frame")
    } else {
      try copyPacked(picture)
    }
    return frame
  }

  private func convertToPlanar420(_ picture: PixelBuffer) throws(EncodingError) {
    let (y, u, v) = (try frame.plane(0), try frame.plane(1), try frame.plane(2))
    let (yStride, uStride, vStride) = (frame.stride(0), frame.stride(1), frame.stride(2))
    picture.withBytes { bytes, stride in
      replay_bgra_to_yuv420p(
        bytes, stride, Int32(width), Int32(height), y, yStride, u, uStride, v, vStride, &scratch)
    }
  }

  private func copyPacked(_ picture: PixelBuffer) throws(EncodingError) {
    let plane = try frame.plane(0)
    let planeStride = frame.stride(0)
    picture.withBytes { bytes, stride in
      if keepsAlpha {
        replay_unpremultiply_bgra(bytes, stride, Int32(width), Int32(height), plane, planeStride)
      } else {
        replay_opaque_bgra(bytes, stride, Int32(width), Int32(height), plane, planeStride)
      }
    }
  }
}

/// What a pixel format's numbers mean.
struct ColorTags {
  let isRGB: Bool
  let isJPEG: Bool
  let hasAlpha: Bool
  var isFullRange: Bool { isRGB || isJPEG }

  init(of format: AVPixelFormat) {
    let flags = av_pix_fmt_desc_get(format)?.pointee.flags ?? 0
    isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    hasAlpha = flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    isJPEG = format == AV_PIX_FMT_YUVJ420P || format == AV_PIX_FMT_YUVJ422P || format == AV_PIX_FMT_YUVJ444P
  }

  var space: AVColorSpace { isRGB ? AVCOL_SPC_RGB : isJPEG ? AVCOL_SPC_BT470BG : AVCOL_SPC_BT709 }
  var range: AVColorRange { isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG }

  func apply(to frame: UnsafeMutablePointer<AVFrame>) {
    frame.pointee.colorspace = space
    frame.pointee.color_range = range
    frame.pointee.color_primaries = AVCOL_PRI_BT709
    frame.pointee.color_trc = AVCOL_TRC_BT709
    if !isRGB && !isJPEG { frame.pointee.chroma_location = AVCHROMA_LOC_LEFT }
  }

  func apply(to context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.colorspace = space
    context.pointee.color_range = range
    context.pointee.color_primaries = AVCOL_PRI_BT709
    context.pointee.color_trc = AVCOL_TRC_BT709
    if !isRGB && !isJPEG { context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT }
  }
}

extension PixelBuffer {
  /// The memory as bytes, for C loops.
  func withBytes<R>(_ body: (UnsafePointer<UInt8>, _ stride: Int) -> R) -> R {
    withUnsafeMemory { memory, stride in
      body(UnsafePointer(UnsafeRawPointer(memory).assumingMemoryBound(to: UInt8.self)), stride)
    }
  }

  /// Writes this picture with straight alpha into another of the same size.
  func copyStraight(to other: PixelBuffer) {
    withBytes { bytes, stride in
      other.withUnsafeMemory { memory, otherStride in
        replay_unpremultiply_bgra(
          bytes, stride, Int32(width), Int32(height),
          UnsafeMutableRawPointer(memory).assumingMemoryBound(to: UInt8.self), otherStride)
      }
    }
  }

  /// Whether no pixel is transparent.
  var isOpaque: Bool {
    withBytes { bytes, stride in replay_is_opaque(bytes, stride, Int32(width), Int32(height)) == 1 }
  }
}
