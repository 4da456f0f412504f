import CAV
import Pixels

/// Writes a looping picture: animated WebP directly, GIF with a palette made from all frames.
package final class AnimatedImageWriter: TimedSink {
  package private(set) var conversionTime = StageTime()
  package private(set) var encodingTime = StageTime()
  package private(set) var muxingTime = StageTime()

  private let path: String
  private let options: EncoderOptions
  private let conversion: ColorConversion
  private let file: TemporaryOutput
  private var work: Work?
  private var next = 0

  private enum Work {
    case webp(EncodedStream)
    case gif(PaletteAnimation)
  }

  /// Opens a looping picture to be written under `path`.
  package init(
    path: String, format: OutputFormat.AnimationFormat, options: EncoderOptions
  ) throws(EncodingError) {
    self.path = path
    self.options = options
    conversion = try ColorConversion(
      to: AV_PIX_FMT_BGRA, width: options.width, height: options.height, keepsAlpha: options.transparent)
    file = try TemporaryOutput(beside: path)
    switch format {
    case .webp:
      var setup = EncoderSetup(
        encoder: "libwebp_anim", format: AV_PIX_FMT_BGRA, width: options.width, height: options.height,
        frameRate: options.frameRate, keyInterval: options.extent.frames.count, bitrate: nil, threads: 1)
      setup.options = [("quality", String(options.quality ?? 80)), ("compression_level", "2")]
      work = .webp(
        try EncodedStream(
          setup, container: "webp", path: file.path, shownName: path, options: [("loop", "0")]))
    case .gif:
      work = .gif(try PaletteAnimation(options: options, output: file, shownName: path))
    }
  }

  package func append(_ frame: PixelBuffer) throws(EncodingError) {
    let converted = try conversionTime.measure { () throws(EncodingError) in try conversion.convert(frame) }
    let time = next
    next += 1
    try encodingTime.measure { () throws(EncodingError) in
      switch work {
      case .webp(let stream): try stream.append(converted, at: time)
      case .gif(let animation): try animation.append(converted, at: time)
      case nil: throw EncodingError(.output, "\(path) is closed")
      }
    }
  }

  package func finish() throws(EncodingError) {
    guard let work else { return }
    self.work = nil
    do throws(EncodingError) {
      guard next == options.extent.frames.count else {
        throw EncodingError(.output, "\(next) frames came of \(options.extent.frames.count)")
      }
      try encodingTime.measure { () throws(EncodingError) in
        switch work {
        case .webp(let stream): try stream.finish()
        case .gif(let animation): try animation.finish()
        }
      }
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  package func cancel() {
    work = nil
    file.discard()
  }
}
