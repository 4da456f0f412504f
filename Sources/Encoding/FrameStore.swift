import CAV
import Pixels

/// Keeps converted frames in memory, to measure what encoding them alone costs.
package final class FrameStore: FrameSink {
  private let container: OutputFormat.MovieContainer
  private let codec: VideoCodec
  private let options: EncoderOptions
  private let conversion: ColorConversion
  private var frames: [VideoFrame] = []

  package init(
    container: OutputFormat.MovieContainer, codec: VideoCodec, options: EncoderOptions
  ) throws(EncodingError) {
    self.container = container
    self.codec = codec
    self.options = options
    let setup = try EncoderSetup(codec: codec, container: container, options: options)
    conversion = try ColorConversion(
      to: setup.format, width: options.width, height: options.height,
      keepsAlpha: ColorTags(of: setup.format).hasAlpha)
  }

  package func append(_ frame: PixelBuffer) throws(EncodingError) {
    let kept = try VideoFrame()
    // A second reference: the conversion goes on in new memory.
    try LibavStatus.check(av_frame_ref(kept.raw, try conversion.convert(frame).raw), "out of memory")
    frames.append(kept)
  }

  package func finish() {}
  package func cancel() { frames = [] }

  /// Encodes and muxes all frames into a film.
  package func encode(to path: String) throws(EncodingError) {
    let writer = try MovieWriter(path: path, container: container, codec: codec, options: options)
    do throws(EncodingError) {
      for frame in frames { try writer.append(converted: frame) }
      try writer.finish()
    } catch {
      writer.cancel()
      throw error
    }
  }
}
