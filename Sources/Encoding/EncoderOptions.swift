/// How frames are encoded, in the words of the command line. What is nil takes the codec's default.
package struct EncoderOptions: Sendable {
  /// Pixels in a row.
  package var width: Int
  /// Rows.
  package var height: Int
  package var frameRate: FrameRate
  /// Constant quality in the codec's own scale (x264: 0…51, smaller is better).
  package var crf: Double?
  /// `medium`, or the encoder's own word or number.
  package var preset: String?
  /// Bits a second instead of a constant quality.
  package var bitrate: Int?
  /// The codec asked for, a family or a libav encoder such as `h264_nvenc`; nil is the format's usual one.
  package var codec: String?
  /// libav's name of the pixel format, such as `yuv420p` or `yuv444p`.
  package var pixelFormat: String?
  /// Keep the frames' transparency; an error where the format cannot.
  package var transparent = false
  /// Quality of JPEG and lossy WebP, 1…100; nil is 92 (WebP stills are lossless without it).
  package var quality: Int?
  package var metadata = MovieMetadata()
  /// Which frames of which film.
  package var extent: FilmExtent
  /// Read the film back before it gets its name.
  package var verifies = true
  /// Threads of the encoder. Fixed, because some encoders' bytes depend on it.
  package var encoderThreads = 4

  package init(width: Int, height: Int, frameRate: FrameRate, extent: FilmExtent) {
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.extent = extent
  }
}

/// The frames that are written, as a part of a film's frames.
package struct FilmExtent: Hashable, Sendable {
  /// Frames of the whole film.
  package var filmFrames: Int
  /// The frames written.
  package var frames: Range<Int>

  /// All frames of a film.
  package init(filmFrames: Int) { self.init(filmFrames: filmFrames, frames: 0..<filmFrames) }
  /// Some frames of a film.
  package init(filmFrames: Int, frames: Range<Int>) {
    self.filmFrames = filmFrames
    self.frames = frames
  }
}

/// What a film says about itself.
package struct MovieMetadata: Sendable, Equatable {
  package var title: String?
  /// ISO 8601 date of the run.
  package var date: String?
  /// Also carries the attribution of map data.
  package var comment: String?
  /// Seconds since 1970; nil writes none, so that equal inputs give equal bytes.
  package var creationTime: Int?
  /// `replay-composer 0.1.0`.
  package var tool: String?
  /// Hash of inputs, template, options and version, for `--update`.
  package var recipe: String?
  package var chapters: [Chapter] = []
  /// The frame that stands for the film in file managers.
  package var posterFrame: Int?

  /// A named part of the film, in film frames.
  package struct Chapter: Sendable, Equatable {
    package var title: String
    package var frames: Range<Int>
    package init(title: String, frames: Range<Int>) {
      self.title = title
      self.frames = frames
    }
  }

  package init() {}
}
