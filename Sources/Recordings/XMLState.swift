import CExpat

/// Where a pass of expat stands: depth, line, gathered text, failure.
struct XMLState {
  let parser: XML_Parser
  let file: String
  let limits: RecordingLimits
  /// Set when reading must stop.
  var failure: RecordingError?
  /// Set when the file ended too early, with the place.
  var truncation: RecordingError?
  private(set) var depth = 0

  private let textBuffer: UnsafeMutableBufferPointer<UInt8>
  private var textCount = 0

  // Lines are counted beside expat, whose own count is slow when asked for at every point.
  private var chunk: UnsafePointer<UInt8>?
  private(set) var chunkStart = 0
  private var chunkCount = 0
  private var countedTo = 0
  private var countedLines: Int

  init(parser: XML_Parser, file: String, limits: RecordingLimits, firstLine: Int) {
    self.parser = parser
    self.file = file
    self.limits = limits
    countedLines = firstLine
    textBuffer = .allocate(capacity: limits.textLength)
  }

  /// Frees what the pass held.
  func deallocate() { textBuffer.deallocate() }

  /// Line of the element at hand, from 1.
  var line: Int {
    mutating get {
      let position = Int(XML_GetCurrentByteIndex(parser))
      count(to: min(max(position - chunkStart, 0), chunkCount))
      return countedLines
    }
  }

  /// A piece of the file is about to be parsed.
  mutating func open(_ bytes: UnsafeRawBufferPointer) {
    chunk = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    chunkCount = bytes.count
    countedTo = 0
  }

  /// The piece has been parsed.
  mutating func close() {
    count(to: chunkCount)
    chunkStart += chunkCount
    chunkCount = 0
    chunk = nil
  }

  /// Counts one level more; false when there are too many.
  mutating func descend() -> Bool {
    depth += 1
    if depth <= limits.nesting { return true }
    fail("elements are nested more than \(limits.nesting) deep")
    return false
  }

  mutating func ascend() { depth -= 1 }

  /// Stops with an error at the element at hand.
  mutating func fail(_ message: String) {
    guard failure == nil else { return }
    failure = located(message)
    XML_StopParser(parser, 0)
  }

  /// An error at the place at hand.
  mutating func located(_ message: String) -> RecordingError {
    RecordingError(
      file: file, line: line, column: Int(XML_GetCurrentColumnNumber(parser)) + 1, message: message)
  }

  private mutating func count(to offset: Int) {
    guard let chunk, offset > countedTo else { return }
    // Eight bytes at a time: a byte is a line end where it is zero after the exclusive or.
    let bytes = UnsafeRawPointer(chunk)
    var index = countedTo
    while index + 8 <= offset {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0a0a_0a0a_0a0a_0a0a
      let others = ((word & 0x7f7f_7f7f_7f7f_7f7f) &+ 0x7f7f_7f7f_7f7f_7f7f) | word
      countedLines += 8 - (others & 0x8080_8080_8080_8080).nonzeroBitCount
      index += 8
    }
    while index < offset {
      if chunk[index] == 10 { countedLines += 1 }
      index += 1
    }
    countedTo = offset
  }
}

// Text of elements.
extension XMLState {
  /// Gathers the text from here to the end of the element, up to the limit.
  mutating func gatherText() {
    textCount = 0
    XML_SetCharacterDataHandler(parser, xmlGather)
  }

  /// Hands text to the content as it comes.
  func streamText() { XML_SetCharacterDataHandler(parser, xmlStream) }

  /// Ends gathering or streaming.
  func endText() { XML_SetCharacterDataHandler(parser, nil) }

  /// What was gathered.
  var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: textBuffer[..<textCount])
  }

  mutating func gather(_ bytes: UnsafePointer<CChar>, _ count: Int) {
    let room = min(count, textBuffer.count - textCount)
    guard room > 0, let start = textBuffer.baseAddress else { return }
    UnsafeMutableRawPointer(start + textCount).copyMemory(from: bytes, byteCount: room)
    textCount += room
  }
}
