import CAV

/// Copies frames of several films into one without decoding them.
///
/// Every cut lies where a part of the film begins (`FilmParts`), so that nothing before it is needed after it.
struct FilmSplice {
  /// Films and the frames taken of each, in the order of the frames.
  let pieces: [(film: FilmPiece, frames: Range<Int>)]
  /// The piece whose cover picture is taken, where it has one.
  let posterPiece: Int?
  var recipe: String?

  /// Writes the frames into a container; the output's name appears in messages only.
  func write(
    to file: TemporaryOutput, container: OutputFormat.MovieContainer, shownName: String
  ) throws(EncodingError) {
    guard let first = pieces.first?.film, let last = pieces.last?.frames.upperBound else {
      throw EncodingError(.usage, "nothing to join")
    }
    let demuxers = try openAll()
    let muxer = try Muxer(format: container.libavName, path: file.path, shownName: shownName)
    let stream = try muxer.addStream()
    try describe(stream, as: demuxers[0].video, container: container)
    stream.pointee.time_base = first.stamp.timeBase
    let rate = AVRational(num: first.stamp.timeBase.den, den: first.stamp.timeBase.num)
    stream.pointee.avg_frame_rate = rate
    stream.pointee.r_frame_rate = rate
    let poster = try addPoster(to: muxer, from: demuxers, container: container)
    try describe(muxer, frames: pieces[0].frames.lowerBound..<last, container: container)
    try muxer.writeHeader(options: container.muxerOptions)

    let firstFrame = pieces[0].frames.lowerBound
    let delay = self.delay
    var order = 0
    for (piece, demuxer) in zip(pieces, demuxers) {
      var index = 0
      try demuxer.forEachVideoPacket { (packet) throws(EncodingError) in
        // A file that changes while it is read must not lead outside the list.
        guard index < piece.film.numbers.count else { throw FilmSplice.changed(piece.film.path) }
        let number = piece.film.numbers[index]
        index += 1
        guard piece.frames.contains(number) else { return }
        packet.raw.pointee.pts = Int64(number - firstFrame)
        packet.raw.pointee.dts = Int64(order - delay)
        packet.raw.pointee.duration = 1
        packet.raw.pointee.pos = -1
        packet.raw.pointee.stream_index = stream.pointee.index
        av_packet_rescale_ts(packet.raw, first.stamp.timeBase, stream.pointee.time_base)
        order += 1
        try muxer.write(packet)
      }
    }
    guard order == last - firstFrame else { throw FilmSplice.changed(first.path) }
    if let poster { try FilmSplice.writePoster(poster.picture, stream: poster.stream, to: muxer) }
    try muxer.finish()
  }

  /// Frames that decoding runs ahead of showing: enough for every piece.
  private var delay: Int {
    var delay = 0
    var order = 0
    let firstFrame = pieces[0].frames.lowerBound
    for piece in pieces {
      delay = max(delay, piece.film.leadingDelay)
      for number in piece.film.numbers where piece.frames.contains(number) {
        delay = max(delay, order - (number - firstFrame))
        order += 1
      }
    }
    return delay
  }

  private func openAll() throws(EncodingError) -> [Demuxer] {
    var demuxers: [Demuxer] = []
    for piece in pieces {
      let demuxer = try Demuxer(path: piece.film.path, shownName: piece.film.path)
      if let first = demuxers.first, let difference = first.difference(to: demuxer) {
        throw EncodingError(
          .input, "\(piece.film.path) and \(pieces[0].film.path) do not go together: \(difference)")
      }
      guard piece.film.keyFrames.contains(piece.frames.lowerBound) else {
        throw EncodingError(
          .input, "\(piece.film.path): frame \(piece.frames.lowerBound) does not begin a part of the film")
      }
      demuxers.append(demuxer)
    }
    return demuxers
  }

  private func describe(
    _ stream: UnsafeMutablePointer<AVStream>, as source: UnsafeMutablePointer<AVStream>,
    container: OutputFormat.MovieContainer
  ) throws(EncodingError) {
    try LibavStatus.check(
      avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar), "cannot join films")
    // What the encoder did not say when the film was made is not said now.
    stream.pointee.codecpar.pointee.field_order = AV_FIELD_UNKNOWN
    stream.pointee.codecpar.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    if container == .webm || container == .matroska { stream.pointee.codecpar.pointee.codec_tag = 0 }
    stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    if let alpha = av_dict_get(source.pointee.metadata, "alpha_mode", nil, 0) {
      av_dict_set(&stream.pointee.metadata, "alpha_mode", alpha.pointee.value, 0)
    }
  }

  private func describe(
    _ muxer: Muxer, frames: Range<Int>, container: OutputFormat.MovieContainer
  ) throws(EncodingError) {
    let first = pieces[0].film
    for key in ["title", "date", "comment", "encoding_tool", "creation_time"] {
      if let text = first.tags[key] ?? (key == "encoding_tool" ? first.tags["encoder"] : nil) {
        muxer.setMetadata(key, text)
      }
    }
    let stamp = FilmStamp(
      recipe: recipe, filmFrames: first.stamp.filmFrames, firstFrame: frames.lowerBound, frames: frames.count,
      frameRate: first.stamp.frameRate)
    muxer.setMetadata(FilmTags.stampKey(in: container), stamp.text)
    for chapter in chapters {
      try muxer.addChapter(
        chapter.title, from: chapter.frames.lowerBound - frames.lowerBound,
        to: chapter.frames.upperBound - frames.lowerBound, timeBase: stamp.timeBase)
    }
  }

  /// The pieces' chapters; one that a cut divides is whole again.
  private var chapters: [MovieMetadata.Chapter] {
    var result: [MovieMetadata.Chapter] = []
    for piece in pieces {
      for chapter in piece.film.chapters {
        let frames = chapter.frames.clamped(to: piece.frames)
        if frames.isEmpty { continue }
        if let last = result.last, last.title == chapter.title, last.frames.upperBound == frames.lowerBound {
          result[result.count - 1].frames = last.frames.lowerBound..<frames.upperBound
        } else {
          result.append(MovieMetadata.Chapter(title: chapter.title, frames: frames))
        }
      }
    }
    return result
  }

  private func addPoster(
    to muxer: Muxer, from demuxers: [Demuxer], container: OutputFormat.MovieContainer
  ) throws(EncodingError) -> (picture: Packet, stream: UnsafeMutablePointer<AVStream>)? {
    guard let posterPiece, container == .mp4 || container == .mov, let source = demuxers[posterPiece].poster
    else { return nil }
    let stream = try muxer.addStream()
    try LibavStatus.check(
      avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar), "cannot add a poster")
    stream.pointee.codecpar.pointee.codec_tag = 0
    stream.pointee.disposition = replay_disposition_attached_picture
    stream.pointee.time_base = AVRational(num: 1, den: 90_000)
    let picture = try Packet()
    try LibavStatus.check(av_packet_ref(picture.raw, &source.pointee.attached_pic), "cannot add a poster")
    return (picture, stream)
  }

  private static func writePoster(
    _ picture: Packet, stream: UnsafeMutablePointer<AVStream>, to muxer: Muxer
  ) throws(EncodingError) {
    picture.raw.pointee.stream_index = stream.pointee.index
    picture.raw.pointee.pts = 0
    picture.raw.pointee.dts = 0
    try muxer.write(picture)
  }

  private static func changed(_ path: String) -> EncodingError {
    EncodingError(.input, "\(path) changed while it was read")
  }
}

extension Demuxer {
  /// What keeps the packets of another film from following this one's; nil when nothing does.
  func difference(to other: Demuxer) -> String? {
    let (mine, its) = (video.pointee.codecpar.pointee, other.video.pointee.codecpar.pointee)
    if mine.width != its.width || mine.height != its.height {
      return "\(its.width)x\(its.height) and \(mine.width)x\(mine.height)"
    }
    if mine.codec_id != its.codec_id {
      return "\(String(cString: avcodec_get_name(its.codec_id))) and "
        + String(cString: avcodec_get_name(mine.codec_id))
    }
    if mine.format != its.format { return "their pixel formats differ" }
    let headers = [mine, its].map { parameters in
      Array(UnsafeBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size)))
    }
    return headers[0] == headers[1] ? nil : "they were encoded with different settings"
  }
}
