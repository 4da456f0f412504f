import CAV
import Glibc
import Pixels

/// Writes uncompressed frames to a pipe, a device, or a file.
package final class RawWriter: TimedSink {
  package private(set) var conversionTime = StageTime()
  package private(set) var encodingTime = StageTime()
  package private(set) var muxingTime = StageTime()

  private let path: String
  private let format: OutputFormat.RawFormat
  private let options: EncoderOptions
  private let conversion: ColorConversion?
  /// Nil for what is no regular file.
  private let file: TemporaryOutput?
  private var descriptor: Int32
  private var bytes: [UInt8] = []

  /// Opens an output; `-` is standard output.
  package init(path: String, format: OutputFormat.RawFormat, options: EncoderOptions) throws(EncodingError) {
    self.path = path == "-" ? "standard output" : path
    self.format = format
    self.options = options
    if format == .y4m {
      guard options.width % 2 == 0, options.height % 2 == 0 else {
        throw EncodingError(.usage, "size \(options.width)x\(options.height): Y4M needs even sides")
      }
      conversion = try ColorConversion(
        to: AV_PIX_FMT_YUV420P, width: options.width, height: options.height, keepsAlpha: false)
    } else {
      conversion = nil
    }
    var status = stat()
    let isPlain = path != "-" && (stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG)
    file = isPlain ? try TemporaryOutput(beside: path) : nil
    descriptor = path == "-" ? dup(1) : Glibc.open(file?.path ?? path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TemporaryOutput.failure("write", self.path) }
    if format == .y4m {
      // "C420mpeg2" states left-sited chroma.
      let rate = "\(options.frameRate.numerator):\(options.frameRate.denominator)"
      let header =
        "YUV4MPEG2 W\(options.width) H\(options.height) F\(rate) Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n"
      try FileBytes.write(Array(header.utf8), to: descriptor, shownName: self.path)
    }
  }

  deinit { cancel() }

  package func append(_ frame: PixelBuffer) throws(EncodingError) {
    guard frame.width == options.width, frame.height == options.height else {
      throw EncodingError(.output, "a frame has another size than the film")
    }
    try conversionTime.measure { () throws(EncodingError) in try gather(frame) }
    try muxingTime.measure { () throws(EncodingError) in
      try FileBytes.write(bytes, to: descriptor, shownName: path)
    }
  }

  package func finish() throws(EncodingError) {
    guard descriptor >= 0 else { return }
    guard close(descriptor) == 0 else {
      descriptor = -1
      file?.discard()
      throw TemporaryOutput.failure("write", path)
    }
    descriptor = -1
    try file?.commit()
  }

  package func cancel() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    file?.discard()
  }

  /// The frame's bytes in the output's layout.
  private func gather(_ frame: PixelBuffer) throws(EncodingError) {
    bytes.removeAll(keepingCapacity: true)
    guard let conversion else {
      frame.withBytes { pixels, stride in
        for row in 0..<frame.height {
          bytes += UnsafeBufferPointer(start: pixels + row * stride, count: frame.width * 4)
        }
      }
      return
    }
    let converted = try conversion.convert(frame)
    bytes += Array("FRAME\n".utf8)
    for plane in Int32(0)..<3 {
      let (columns, rows) = plane == 0 ? (frame.width, frame.height) : (frame.width / 2, frame.height / 2)
      let start = try converted.plane(plane)
      let stride = converted.stride(plane)
      for row in 0..<rows { bytes += UnsafeBufferPointer(start: start + row * stride, count: columns) }
    }
  }
}
