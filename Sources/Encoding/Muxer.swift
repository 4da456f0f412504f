import CAV

/// Owns one open libav container that is being written to a file.
final class Muxer {
  let context: UnsafeMutablePointer<AVFormatContext>
  private let shownName: String
  private var isFileOpen = false

  /// Opens `path` for a container by libav's name; messages name `shownName`.
  init(format: String, path: String, shownName: String) throws(EncodingError) {
    _ = LibavStatus.quiet
    self.shownName = shownName
    var context: UnsafeMutablePointer<AVFormatContext>?
    let url = "file:" + path
    try LibavStatus.check(
      avformat_alloc_output_context2(&context, nil, format, url), "cannot write \(shownName)")
    guard let context else { throw EncodingError(.output, "out of memory") }
    self.context = context
    // Without random identifiers and library versions: equal inputs give equal bytes.
    context.pointee.flags |= AVFMT_FLAG_BITEXACT
    try LibavStatus.check(avio_open(&context.pointee.pb, url, AVIO_FLAG_WRITE), "cannot write \(shownName)")
    isFileOpen = true
  }

  deinit {
    if isFileOpen { avio_closep(&context.pointee.pb) }
    avformat_free_context(context)
  }

  /// Adds an empty stream; the container owns it.
  func addStream() throws(EncodingError) -> UnsafeMutablePointer<AVStream> {
    guard let stream = avformat_new_stream(context, nil) else {
      throw EncodingError(.output, "out of memory")
    }
    return stream
  }

  func setMetadata(_ key: String, _ value: String) {
    av_dict_set(&context.pointee.metadata, key, value, 0)
  }

  /// Adds a chapter; times in the time base.
  func addChapter(_ title: String, from start: Int, to end: Int, timeBase: AVRational) throws(EncodingError) {
    guard let memory = av_mallocz(MemoryLayout<AVChapter>.size) else {
      throw EncodingError(.output, "out of memory")
    }
    let chapter = memory.bindMemory(to: AVChapter.self, capacity: 1)
    chapter.pointee.id = Int64(context.pointee.nb_chapters)
    chapter.pointee.time_base = timeBase
    chapter.pointee.start = Int64(start)
    chapter.pointee.end = Int64(end)
    av_dict_set(&chapter.pointee.metadata, "title", title, 0)
    let count = Int(context.pointee.nb_chapters) + 1
    let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    guard let list = av_realloc_array(context.pointee.chapters, count, size) else {
      throw EncodingError(.output, "out of memory")
    }
    let chapters = list.bindMemory(to: UnsafeMutablePointer<AVChapter>?.self, capacity: count)
    chapters[count - 1] = chapter
    context.pointee.chapters = chapters
    context.pointee.nb_chapters = UInt32(count)
  }

  func writeHeader(options: [(String, String)]) throws(EncodingError) {
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
    try check(avformat_write_header(context, &dictionary))
  }

  /// Writes one packet, whose times are in the stream's time base.
  func write(_ packet: Packet) throws(EncodingError) {
    try check(av_write_frame(context, packet.raw))
    try checkFile()
  }

  /// Completes the container and closes the file.
  func finish() throws(EncodingError) {
    try check(av_write_trailer(context))
    if let file = context.pointee.pb { avio_flush(file) }
    try checkFile()
    isFileOpen = false
    try check(avio_closep(&context.pointee.pb))
  }

  private func check(_ code: Int32) throws(EncodingError) {
    try LibavStatus.check(code, "cannot write \(shownName)")
  }

  /// Errors of buffered writes show here only.
  private func checkFile() throws(EncodingError) {
    if let error = context.pointee.pb?.pointee.error { try check(error) }
  }
}
