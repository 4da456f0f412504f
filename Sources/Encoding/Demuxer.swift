import CAV

/// Owns one open libav container that is being read.
final class Demuxer {
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The film's stream (not the poster's).
  let video: UnsafeMutablePointer<AVStream>
  private let shownName: String

  init(path: String, shownName: String) throws(EncodingError) {
    _ = LibavStatus.quiet
    self.shownName = shownName
    var opened: UnsafeMutablePointer<AVFormatContext>?
    try LibavStatus.check(
      avformat_open_input(&opened, "file:" + path, nil, nil), "cannot read \(shownName)", kind: .input)
    guard let context = opened else { throw EncodingError(.output, "out of memory") }
    var found: UnsafeMutablePointer<AVStream>?
    let code = avformat_find_stream_info(context, nil)
    for index in 0..<Int(context.pointee.nb_streams) where found == nil {
      guard let stream = context.pointee.streams[index] else { continue }
      if stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        stream.pointee.disposition & replay_disposition_attached_picture == 0
      {
        found = stream
      }
    }
    guard code >= 0, let found else {
      avformat_close_input(&opened)
      throw EncodingError(.input, "cannot read \(shownName): it holds no film")
    }
    self.context = context
    video = found
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&pointer)
  }

  /// Every packet of the film's stream, in file order.
  func forEachVideoPacket(_ body: (Packet) throws(EncodingError) -> Void) throws(EncodingError) {
    let packet = try Packet()
    while true {
      let code = av_read_frame(context, packet.raw)
      if code == replay_averror_eof { return }
      try LibavStatus.check(code, "cannot read \(shownName)", kind: .input)
      defer { av_packet_unref(packet.raw) }
      if packet.raw.pointee.stream_index == video.pointee.index { try body(packet) }
    }
  }

  var tags: [String: String] {
    var tags: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(context.pointee.metadata, "", entry, AV_DICT_IGNORE_SUFFIX) {
      // Matroska's keys come back in capitals.
      tags[String(cString: next.pointee.key).lowercased()] = String(cString: next.pointee.value)
      entry = next
    }
    return tags
  }

  var stamp: FilmStamp? {
    let tags = tags
    return FilmTags.stampKeys.lazy.compactMap { tags[$0].flatMap { FilmStamp(parsing: $0) } }.first
  }

  var chapterTitles: [String] {
    (0..<Int(context.pointee.nb_chapters)).map { index in
      guard let chapter = context.pointee.chapters[index],
        let title = av_dict_get(chapter.pointee.metadata, "title", nil, 0)
      else { return "" }
      return String(cString: title.pointee.value)
    }
  }
}
