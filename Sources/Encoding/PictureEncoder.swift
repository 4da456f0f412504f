import CAV
import Pixels

/// Encodes single pictures as PNG, JPEG or WebP. Not shared between threads.
final class PictureEncoder {
  private let format: OutputFormat.PictureFormat
  private let options: EncoderOptions
  private let png: PNGEncoder
  private var conversion: ColorConversion?

  init(_ format: OutputFormat.PictureFormat, options: EncoderOptions) throws(EncodingError) {
    self.format = format
    self.options = options
    png = PNGEncoder(keepsAlpha: options.transparent)
    if let quality = options.quality, !(1...100).contains(quality) {
      throw EncodingError(.usage, "quality \(quality) is out of range: 1 to 100")
    }
    if options.transparent && format == .jpeg {
      throw EncodingError(.usage, "JPEG carries no transparency: use \(OutputFormat.transparentFormats)")
    }
  }

  /// The file's bytes.
  func encode(_ picture: PixelBuffer) throws(EncodingError) -> [UInt8] {
    if format == .png { return try png.encode(picture) }
    let setup = setup
    let conversion = try readyConversion(setup.format)
    let encoder = try VideoEncoder(setup)
    var bytes: [UInt8] = []
    func take(_ packet: Packet) {
      guard let data = packet.raw.pointee.data else { return }
      bytes += UnsafeBufferPointer(start: data, count: Int(packet.raw.pointee.size))
    }
    try encoder.encode(try conversion.convert(picture), at: 0) { (packet) throws(EncodingError) in
      take(packet)
    }
    try encoder.encode(nil, at: 0) { (packet) throws(EncodingError) in take(packet) }
    guard !bytes.isEmpty else {
      throw EncodingError(.output, "the \(format.rawValue) encoder gave no picture")
    }
    return bytes
  }

  private func readyConversion(_ format: AVPixelFormat) throws(EncodingError) -> ColorConversion {
    if let conversion { return conversion }
    let made = try ColorConversion(
      to: format, width: options.width, height: options.height, keepsAlpha: options.transparent)
    conversion = made
    return made
  }

  private var setup: EncoderSetup {
    if format == .jpeg {
      return .jpeg(width: options.width, height: options.height, quality: options.quality ?? 92)
    }
    var setup = EncoderSetup(
      encoder: "libwebp", format: AV_PIX_FMT_BGRA, width: options.width, height: options.height,
      frameRate: FrameRate(25), keyInterval: 1, bitrate: nil, threads: 1, usesGlobalHeader: false)
    setup.options =
      options.quality.map { [("quality", String($0)), ("lossless", "0")] } ?? [
        ("lossless", "1"), ("quality", "50"),
      ]
    return setup
  }
}
