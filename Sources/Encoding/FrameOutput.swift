/// Opens the sink of an output.
package enum FrameOutput {
  /// The sink of a format; `path` names it in messages and is where it will appear.
  ///
  /// - Parameter redoes: Whether the frames replace those of a film that is there.
  package static func open(
    _ format: OutputFormat, path: String, options: EncoderOptions, redoes: Bool = false
  ) throws(EncodingError) -> any FrameSink {
    if options.transparent && !format.carriesAlpha {
      throw EncodingError(
        .usage, "\(path) carries no transparency: use \(OutputFormat.transparentFormats)")
    }
    if redoes {
      guard case .movie(let container, let codec) = format else {
        throw EncodingError(.usage, "\(path): only films of .mp4, .mov, .webm and .mkv can be redone in part")
      }
      return try RedoWriter(path: path, container: container, codec: codec, options: options)
    }
    switch format {
    case .movie(let container, let codec):
      return try MovieWriter(path: path, container: container, codec: codec, options: options)
    case .sequence(let picture, let pattern):
      return try ImageSequenceWriter(pattern: pattern, format: picture, options: options)
    case .still(let picture):
      return try StillWriter(path: path, format: picture, options: options)
    case .animation(let animation):
      return try AnimatedImageWriter(path: path, format: animation, options: options)
    case .raw(let raw):
      return try RawWriter(path: path, format: raw, options: options)
    }
  }
}
