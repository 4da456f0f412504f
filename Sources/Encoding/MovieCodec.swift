import CAV

/// What a film's header says about its pictures.
struct MovieCodec {
  let width: Int
  let height: Int
  /// Nil for what this tool does not write.
  let family: VideoCodec?
  /// Whether the container is Matroska or WebM, else MP4 or MOV.
  let isMatroska: Bool

  init(ofFilmAt path: String) throws(EncodingError) {
    let demuxer = try Demuxer(path: path, shownName: path)
    let parameters = demuxer.video.pointee.codecpar.pointee
    width = Int(parameters.width)
    height = Int(parameters.height)
    family = VideoCodec(rawValue: String(cString: avcodec_get_name(parameters.codec_id)))
    isMatroska = String(cString: demuxer.context.pointee.iformat.pointee.name).hasPrefix("matroska")
  }
}
