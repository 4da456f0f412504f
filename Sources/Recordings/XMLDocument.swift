import CExpat

/// One pass of expat over a byte stream: bounded, no entities, no namespaces.
///
/// The text of elements is handed over only where the content asks for it, which spares most callbacks.
final class XMLDocument {
  /// What stands in the file, by its root element.
  var content: (any XMLContent)?
  /// Chooses the content by the root element.
  private let choose: (XMLName, XMLDocument) -> (any XMLContent)?
  let file: String
  let limits: RecordingLimits
  /// Set when reading must stop.
  private(set) var failure: RecordingError?
  /// Set when the file ended too early, with the place.
  private(set) var truncation: RecordingError?
  private let parser: XML_Parser
  private(set) var depth = 0

  private let textBuffer: UnsafeMutableBufferPointer<UInt8>
  private var textCount = 0
  /// Whether more text came than is kept.
  private(set) var textOverflows = false

  // Lines are counted beside expat, whose own count is slow when asked for at every point.
  private var chunk: UnsafePointer<UInt8>?
  private var chunkStart = 0
  private var chunkCount = 0
  private var countedTo = 0
  private var countedLines = 1

  init(
    file: String, limits: RecordingLimits, encoding: String, firstLine: Int,
    choose: @escaping (XMLName, XMLDocument) -> (any XMLContent)?
  ) throws(RecordingError) {
    guard let parser = XML_ParserCreate(encoding) else {
      throw RecordingError(file: file, message: "cannot be read (no memory)")
    }
    self.parser = parser
    self.file = file
    self.limits = limits
    self.choose = choose
    countedLines = firstLine
    textBuffer = .allocate(capacity: limits.textLength)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(parser, xmlStart, xmlEnd)
    XML_SetEntityDeclHandler(parser, xmlEntity)
    XML_SetUnknownEncodingHandler(parser, windows1252, nil)
  }

  deinit {
    XML_ParserFree(parser)
    textBuffer.deallocate()
  }

  /// Line of the element at hand, from 1.
  var line: Int {
    let position = Int(XML_GetCurrentByteIndex(parser))
    count(to: min(max(position - chunkStart, 0), chunkCount))
    return countedLines
  }

  /// Parses a piece of the file; false when nothing more is wanted.
  func parse(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> Bool {
    chunk = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    chunkCount = bytes.count
    countedTo = 0
    let status = XML_Parse(
      parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count),
      isFinal ? 1 : 0)
    if status == XML_STATUS_OK, failure == nil {
      count(to: chunkCount)
      chunkStart += bytes.count
      if !isFinal, chunkStart - Int(XML_GetCurrentByteIndex(parser)) > limits.tagLength {
        fail("a tag or text is longer than \(limits.tagLength >> 20) MB")
      }
      return failure == nil
    }
    if failure == nil { note(XML_GetErrorCode(parser), isFinal: isFinal) }
    return false
  }

  /// Stops with an error at the element at hand.
  func fail(_ message: String) {
    guard failure == nil else { return }
    let column = Int(XML_GetCurrentColumnNumber(parser)) + 1
    failure = RecordingError(file: file, line: line, column: column, message: message)
    XML_StopParser(parser, 0)
  }

  private func note(_ code: XML_Error, isFinal: Bool) {
    let column = Int(XML_GetCurrentColumnNumber(parser)) + 1
    let text = XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed"
    let error = RecordingError(
      file: file, line: line, column: column, message: "not well-formed XML: \(text)")
    let isCut =
      isFinal
      && (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN
        || code == XML_ERROR_UNCLOSED_CDATA_SECTION || code == XML_ERROR_PARTIAL_CHAR)
    if isCut { truncation = error } else { failure = error }
  }

  private func count(to offset: Int) {
    guard let chunk, offset > countedTo else { return }
    var lines = 0
    for index in countedTo..<offset { lines += chunk[index] == 10 ? 1 : 0 }
    countedLines += lines
    countedTo = offset
  }
}

// Text of elements.
extension XMLDocument {
  /// Gathers the text from here to the end of the element.
  func gatherText() {
    textCount = 0
    textOverflows = false
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

  fileprivate func gather(_ bytes: UnsafePointer<CChar>, _ count: Int) {
    let room = min(count, textBuffer.count - textCount)
    for index in 0..<room { textBuffer[textCount + index] = UInt8(bitPattern: bytes[index]) }
    textCount += room
    if room < count { textOverflows = true }
  }

  fileprivate func start(_ name: XMLName, _ attributes: XMLAttributes) {
    guard failure == nil else { return }
    depth += 1
    if depth > limits.nesting { return fail("elements are nested more than \(limits.nesting) deep") }
    if depth == 1 {
      content = choose(name, self)
      if content == nil, failure == nil { fail("holds neither GPX, TCX nor KML") }
    }
    content?.start(name, attributes: attributes, of: self)
  }

  fileprivate func end(_ name: XMLName) {
    guard failure == nil else { return }
    content?.end(name, of: self)
    depth -= 1
  }
}

private func document(_ data: UnsafeMutableRawPointer?) -> XMLDocument? {
  data.map { Unmanaged<XMLDocument>.fromOpaque($0).takeUnretainedValue() }
}

private func xmlStart(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let name else { return }
  document(data)?.start(XMLName(name), XMLAttributes(list: attributes))
}

private func xmlEnd(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  guard let name else { return }
  document(data)?.end(XMLName(name))
}

private func xmlGather(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32) {
  guard let text else { return }
  document(data)?.gather(text, Int(count))
}

private func xmlStream(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32) {
  guard let text, let document = document(data) else { return }
  let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
  document.content?.text(UnsafeBufferPointer(start: bytes, count: Int(count)), of: document)
}

private func xmlEntity(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ isParameter: Int32,
  _ value: UnsafePointer<CChar>?, _ length: Int32, _ base: UnsafePointer<CChar>?,
  _ system: UnsafePointer<CChar>?, _ publicID: UnsafePointer<CChar>?, _ notation: UnsafePointer<CChar>?
) {
  document(data)?.fail("declares entities, which are never expanded")
}

/// Tells expat the characters of Windows-1252, which also serves for Latin-1 and ASCII.
private func windows1252(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ encoding: UnsafeMutablePointer<XML_Encoding>?
) -> Int32 {
  guard let encoding else { return 0 }
  withUnsafeMutableBytes(of: &encoding.pointee.map) { raw in
    let map = raw.bindMemory(to: Int32.self)
    for byte in 0..<min(256, map.count) { map[byte] = Int32(Windows1252.scalar(UInt8(byte))) }
  }
  encoding.pointee.data = nil
  encoding.pointee.convert = nil
  encoding.pointee.release = nil
  return 1
}
