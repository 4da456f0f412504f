/// What is written: decided by the name's ending and the codec asked for.
package enum OutputFormat: Hashable, Sendable {
  /// A film in a container.
  case movie(MovieContainer, VideoCodec)
  /// One picture a frame.
  case sequence(PictureFormat, FileNamePattern)
  /// A looping picture.
  case animation(AnimationFormat)
  /// One picture.
  case still(PictureFormat)
  /// Uncompressed frames, for pipes.
  case raw(RawFormat)

  /// Containers of films.
  package enum MovieContainer: String, Sendable {
    case mp4, mov, webm
    case matroska = "mkv"
  }
  /// Formats of single pictures.
  package enum PictureFormat: String, Sendable {
    case png
    case jpeg = "jpg"
    case webp
  }
  /// Formats of looping pictures.
  package enum AnimationFormat: String, Sendable {
    case gif, webp
  }
  /// Uncompressed formats.
  package enum RawFormat: String, Sendable {
    /// YUV4MPEG2: a header with size and rate, then planar 4:2:0 frames.
    case y4m
    /// Frames of premultiplied BGRA, rows without padding, nothing else.
    case bgra
  }

  /// Whether frames may keep their transparency.
  package var carriesAlpha: Bool {
    switch self {
    case .movie(let container, let codec):
      (codec == .prores && container == .mov)
        || (codec == .vp9 && (container == .webm || container == .matroska))
    case .sequence(let picture, _), .still(let picture): picture != .jpeg
    case .animation, .raw(.bgra): true
    case .raw(.y4m): false
    }
  }
}

extension OutputFormat {
  /// What the frames are for; `.webp` means a looping picture for a film and one picture for a still.
  package enum Purpose: Sendable {
    case film, still
  }

  /// The formats that carry transparency, for messages.
  package static let transparentFormats =
    "MOV with ProRes (film.mov), WebM with VP9 (film.webm), PNG (frames/%05d.png), WebP and GIF"

  /// The format of an output's name and the codec asked for with `--codec` (nil: the container's usual one).
  ///
  /// A name ending in `/`, or of an existing folder, is a folder of PNG pictures `00000.png`, `00001.png` …;
  /// `-` is Y4M on standard output; `/dev/null` takes raw frames.
  package init(path: String, codec: String? = nil, purpose: Purpose = .film) throws(EncodingError) {
    if path.isEmpty { throw EncodingError(.usage, "the output's name is empty") }
    if purpose == .still {
      self = .still(try OutputFormat.picture(of: path))
      return
    }
    if let pattern = try FileNamePattern(path: path) {
      self = .sequence(try OutputFormat.picture(of: pattern.template), pattern)
      return
    }
    if path == "-" || path.hasPrefix("/dev/") {
      switch codec?.lowercased() {
      case nil: self = .raw(path == "/dev/null" ? .bgra : .y4m)
      case "y4m", "yuv4mpeg", "yuv4mpegpipe": self = .raw(.y4m)
      case "raw", "rawvideo", "bgra": self = .raw(.bgra)
      case let other?:
        throw EncodingError(
          .usage, "standard output and devices take --codec y4m or rawvideo, not \"\(other)\"")
      }
      return
    }
    switch OutputFormat.ending(of: path) {
    case "mp4", "m4v": self = .movie(.mp4, try OutputFormat.codec(codec, or: .h264, in: .mp4))
    case "mov", "qt": self = .movie(.mov, try OutputFormat.codec(codec, or: .prores, in: .mov))
    case "webm": self = .movie(.webm, try OutputFormat.codec(codec, or: .vp9, in: .webm))
    case "mkv": self = .movie(.matroska, try OutputFormat.codec(codec, or: .h264, in: .matroska))
    case "gif": self = .animation(.gif)
    case "webp": self = .animation(.webp)
    case "y4m": self = .raw(.y4m)
    case "raw", "bgra": self = .raw(.bgra)
    case "png", "jpg", "jpeg":
      throw EncodingError(
        .usage,
        "\(path) names one picture for a film: use a pattern such as frames/%05d.png, or \"compose frame\" for a still"
      )
    case "":
      throw EncodingError(.usage, "\(path) has no ending that tells the format: \(OutputFormat.endings)")
    case let other:
      throw EncodingError(.usage, "unknown format \".\(other)\" of \(path): \(OutputFormat.endings)")
    }
  }

  private static let endings = "use .mp4, .webm, .mov, .mkv, .gif, .webp, .y4m or frames/%05d.png"

  private static func picture(of path: String) throws(EncodingError) -> PictureFormat {
    switch ending(of: path) {
    case "png": return .png
    case "jpg", "jpeg": return .jpeg
    case "webp": return .webp
    default: throw EncodingError(.usage, "\(path) is no picture format: use .png, .jpg or .webp")
    }
  }

  private static func codec(
    _ name: String?, or usual: VideoCodec, in container: MovieContainer
  ) throws(EncodingError) -> VideoCodec {
    guard let name else { return usual }
    guard let codec = VideoCodec(named: name) else {
      let known = VideoCodec.allCases.map(\.rawValue).joined(separator: ", ")
      throw EncodingError(
        .usage, "unknown codec \"\(name)\": use \(known), or an encoder of the installed libavcodec")
    }
    let allowed: [VideoCodec] =
      switch container {
      case .mp4: [.h264, .hevc, .av1, .vp9]
      case .mov: [.prores, .h264, .hevc]
      case .webm: [.vp9, .av1]
      case .matroska: [.h264, .hevc, .av1, .vp9, .prores]
      }
    guard allowed.contains(codec) else {
      let names = allowed.map(\.rawValue).joined(separator: ", ")
      throw EncodingError(.usage, ".\(container.rawValue) does not take \(codec.rawValue): use \(names)")
    }
    return codec
  }

  /// The lower-case ending of the last path component, without its dot.
  static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
