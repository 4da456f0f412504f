/// Reads GPX, TCX and KML, told apart by their root element.
enum XMLReader {
  /// Reads one XML recording from a stream.
  static func read(
    _ source: PeekableBytes, file: String, limits: RecordingLimits
  ) throws(RecordingError) -> SessionBuilder {
    let encoding = TextEncoding(head: source.head)
    let document = try XMLDocument(
      file: file, limits: limits, encoding: encoding.name, firstLine: 1 + encoding.skippedLines)
    let mended = try feed(source, into: document, encoding: encoding)
    var (builder, truncation) = try document.finish()
    if let truncation {
      builder.report.warn(
        "the file ends in the middle (line \(truncation.line ?? 0)); what is whole was kept")
    }
    if mended > 0 {
      builder.report.warn("the file is not UTF-8 as it says; \(mended) bytes were read as Windows-1252")
      builder.report.note("bytes that are not UTF-8", dropped: false, count: mended)
    }
    return builder
  }

  /// Pushes the stream through the parser and returns how many bytes were mended.
  private static func feed(
    _ source: PeekableBytes, into document: XMLDocument, encoding: TextEncoding
  ) throws(RecordingError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 15, alignment: 16)
    defer { buffer.deallocate() }
    var mending = UTF8Mending()
    var carried = 0
    var skip = encoding.skipped
    while true {
      let count = try source.read(into: .init(rebasing: buffer[carried...]))
      let isFinal = count == 0
      let start = min(skip, carried + count)
      skip -= start
      let piece = UnsafeRawBufferPointer(rebasing: buffer[start..<carried + count])
      carried = 0
      var goesOn: Bool
      if encoding.needsMending {
        let (output, left) = mending.mend(piece, isFinal: isFinal)
        carried = left
        if let output {
          goesOn = output.withUnsafeBytes { document.parse($0, isFinal: isFinal) }
        } else {
          goesOn = document.parse(.init(rebasing: piece[..<(piece.count - left)]), isFinal: isFinal)
        }
        if left > 0 {
          buffer.copyMemory(from: .init(rebasing: piece[(piece.count - left)...]))
        }
      } else {
        goesOn = document.parse(piece, isFinal: isFinal)
      }
      if isFinal || !goesOn { return mending.mended }
    }
  }
}
