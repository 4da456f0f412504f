import Pixels

/// Writes one picture.
package final class StillWriter: FrameSink {
  private let path: String
  private let encoder: PictureEncoder
  private var bytes: [UInt8]?

  /// A picture to be written under `path`.
  package init(
    path: String, format: OutputFormat.PictureFormat, options: EncoderOptions
  ) throws(EncodingError) {
    self.path = path
    encoder = try PictureEncoder(format, options: options)
  }

  package func append(_ frame: PixelBuffer) throws(EncodingError) {
    guard bytes == nil else { throw EncodingError(.output, "\(path) takes one frame only") }
    bytes = try encoder.encode(frame)
  }

  package func finish() throws(EncodingError) {
    guard let bytes else { throw EncodingError(.output, "no frame came for \(path)") }
    let file = try TemporaryOutput(beside: path)
    try FileBytes.write(bytes, to: file.path, shownName: path)
    try file.commit()
  }

  package func cancel() { bytes = nil }
}
