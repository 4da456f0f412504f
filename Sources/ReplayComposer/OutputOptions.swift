/// How a film is written. Everything left alone is the format's own choice.
public struct OutputOptions: Sendable {
  /// A codec family (`h264`, `hevc`, `av1`, `vp9`, `prores`) or a libav encoder.
  public var codec: String?
  /// Constant quality in the codec's own scale.
  public var quality: Double?
  /// The encoder's preset, such as `medium`.
  public var preset: String?
  /// Bits a second instead of a constant quality.
  public var bitrate: Int?
  /// libav's name of the pixel format.
  public var pixelFormat: String?
  /// Quality of JPEG and lossy WebP, 1…100.
  public var pictureQuality: Int?
  /// The part of the film that is written; nil is all of it.
  public var from: TimeSelector?
  /// End of the part, exclusive.
  public var to: TimeSelector?
  /// One of several parts that join into the film: number from 1, and how many.
  public var segment: (number: Int, total: Int)?
  /// The part that is rendered again into the film that is there, widened to whole parts of it.
  public var redo: (from: TimeSelector, to: TimeSelector)?
  /// Title in the film's metadata; nil is the run's.
  public var title: String?
  /// Comment in the film's metadata.
  public var comment: String?
  /// Whether the run's title, date and the like go into the metadata.
  public var writesMetadata = true
  /// Hash of all that the film depends on, for its metadata.
  public var recipe: String?
  /// Whether the film is read back before it gets its name.
  public var verifies = true
  /// Options with the formats' own choices.
  public init() {}
}
