import CAV

/// A film of this tool that is read packet by packet, with the film frame of each packet known.
struct FilmPiece {
  let path: String
  let stamp: FilmStamp
  /// What the film says of itself.
  let tags: [String: String]
  let chapters: [MovieMetadata.Chapter]
  /// Film frame of every packet, in file order.
  let numbers: [Int]
  /// Frames at which players can start.
  let keyFrames: Set<Int>
  /// How many frames the decoder runs ahead of what is shown at the beginning.
  let leadingDelay: Int

  /// Reads a film through without decoding it; throws when it is not of this tool or not whole.
  init(path: String) throws(EncodingError) {
    let demuxer = try Demuxer(path: path, shownName: path)
    guard let stamp = demuxer.stamp else {
      throw EncodingError(.input, "\(path) was not written by this tool, or its metadata were removed")
    }
    self.path = path
    self.stamp = stamp
    tags = demuxer.tags
    chapters = demuxer.chapters(stamp)
    var times: [Int64] = []
    var keys: [Int] = []
    var firstDecoding: Int64?
    try demuxer.forEachVideoPacket { (packet) throws(EncodingError) in
      if times.isEmpty, packet.raw.pointee.dts != replay_nopts { firstDecoding = packet.raw.pointee.dts }
      if packet.raw.pointee.flags & AV_PKT_FLAG_KEY != 0 { keys.append(times.count) }
      times.append(packet.raw.pointee.pts)
    }
    let first = times.min() ?? 0
    let base = demuxer.video.pointee.time_base
    func frame(_ time: Int64) -> Int { stamp.frameNumber(ofTime: time - first, base: base) }
    let numbers = times.map { frame($0) }
    guard numbers.sorted() == Array(stamp.frameRange) else {
      throw EncodingError(
        .input, "\(path) is damaged: it holds \(numbers.count) of the \(stamp.frames) frames it names")
    }
    self.numbers = numbers
    keyFrames = Set(keys.map { numbers[$0] })
    leadingDelay = max(0, stamp.firstFrame - (firstDecoding.map { frame($0) } ?? stamp.firstFrame))
  }
}

extension FilmStamp {
  /// The film's frames that a file holds.
  package var frameRange: Range<Int> { firstFrame..<firstFrame + frames }

  /// Seconds of one frame.
  var timeBase: AVRational {
    AVRational(num: Int32(frameRate.denominator), den: Int32(frameRate.numerator))
  }

  /// The film frame of a time since the file's first frame; containers round to their own time base.
  func frameNumber(ofTime time: Int64, base: AVRational) -> Int {
    firstFrame + Int(av_rescale_q_rnd(time, base, timeBase, AV_ROUND_NEAR_INF))
  }
}

extension Demuxer {
  /// Chapters in film frames.
  func chapters(_ stamp: FilmStamp) -> [MovieMetadata.Chapter] {
    let titles = chapterTitles
    return titles.indices.compactMap { index in
      guard let chapter = context.pointee.chapters[index]?.pointee else { return nil }
      let first = stamp.frameNumber(ofTime: chapter.start, base: chapter.time_base)
      let last = stamp.frameNumber(ofTime: chapter.end, base: chapter.time_base)
      let frames = (first..<max(first, last)).clamped(to: stamp.frameRange)
      return frames.isEmpty ? nil : MovieMetadata.Chapter(title: titles[index], frames: frames)
    }
  }

  /// The cover picture's stream.
  var poster: UnsafeMutablePointer<AVStream>? {
    for index in 0..<Int(context.pointee.nb_streams) {
      if let stream = context.pointee.streams[index],
        stream.pointee.disposition & replay_disposition_attached_picture != 0,
        stream.pointee.attached_pic.size > 0
      {
        return stream
      }
    }
    return nil
  }
}
