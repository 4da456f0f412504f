import CAV

/// What is in a film: read from its header and by counting its packets.
package struct MovieProbe: Sendable {
  package let width: Int
  package let height: Int
  /// libav's name, such as `h264`.
  package let codec: String
  /// libav's name, such as `yuv420p`.
  package let pixelFormat: String
  package let frames: Int
  package let keyFrames: Int
  /// Seconds.
  package let duration: Double
  /// libav's name, such as `bt709`; nil when the film does not say.
  package let colorSpace: String?
  package let tags: [String: String]
  package let chapters: [String]
  /// Which frames of which film it holds; nil when it is not of this tool.
  package let stamp: FilmStamp?

  /// Reads a film; throws when it is no film or damaged.
  package init(path: String) throws(EncodingError) { try self.init(path: path, shownName: path) }

  init(path: String, shownName: String) throws(EncodingError) {
    let demuxer = try Demuxer(path: path, shownName: shownName)
    let parameters = demuxer.video.pointee.codecpar.pointee
    width = Int(parameters.width)
    height = Int(parameters.height)
    codec = String(cString: avcodec_get_name(parameters.codec_id))
    pixelFormat = av_get_pix_fmt_name(AVPixelFormat(parameters.format)).map { String(cString: $0) } ?? ""
    let space = parameters.color_space
    colorSpace =
      space == AVCOL_SPC_UNSPECIFIED ? nil : av_color_space_name(space).map { String(cString: $0) }
    tags = demuxer.tags
    chapters = demuxer.chapterTitles
    stamp = demuxer.stamp
    var (count, keys, first, end) = (0, 0, Int64.max, Int64.min)
    try demuxer.forEachVideoPacket { (packet) throws(EncodingError) in
      count += 1
      if packet.raw.pointee.flags & AV_PKT_FLAG_KEY != 0 { keys += 1 }
      first = min(first, packet.raw.pointee.pts)
      end = max(end, packet.raw.pointee.pts + max(0, packet.raw.pointee.duration))
    }
    frames = count
    keyFrames = keys
    let base = demuxer.video.pointee.time_base
    duration = count == 0 ? 0 : Double(end - first) * Double(base.num) / Double(base.den)
  }

  /// The stamp alone, from the header: cheap, for `--update`. Nil when the file is missing or not of this tool.
  package static func stamp(ofFilmAt path: String) -> FilmStamp? {
    try? Demuxer(path: path, shownName: path).stamp
  }
}
