import CExpat

/// One pass of expat over a byte stream: bounded, no entities, no namespaces.
///
/// The text of elements is handed over only where the content asks for it, which spares most callbacks.
final class XMLDocument {
  /// What the callbacks work on. Reached by pointer, since expat calls back while `parse` runs.
  private let pass: UnsafeMutablePointer<XMLPass>
  private let parser: XML_Parser

  init(file: String, limits: RecordingLimits, encoding: String, firstLine: Int) throws(RecordingError) {
    guard let parser = XML_ParserCreate(encoding) else {
      throw RecordingError(file: file, message: "cannot be read (no memory)")
    }
    self.parser = parser
    pass = .allocate(capacity: 1)
    pass.initialize(to: XMLPass(parser: parser, file: file, limits: limits, firstLine: firstLine))
    XML_SetUserData(parser, pass)
    XML_SetElementHandler(parser, xmlStart, xmlEnd)
    XML_SetEntityDeclHandler(parser, xmlEntity)
    XML_SetUnknownEncodingHandler(parser, windows1252, nil)
  }

  deinit {
    XML_ParserFree(parser)
    pass.pointee.state.deallocate()
    pass.deinitialize(count: 1)
    pass.deallocate()
  }

  /// Parses a piece of the file; false when nothing more is wanted.
  func parse(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> Bool {
    pass.pointee.state.open(bytes)
    let status = XML_Parse(
      parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count),
      isFinal ? 1 : 0)
    guard pass.pointee.state.failure == nil else { return false }
    guard status == XML_STATUS_OK else {
      note(XML_GetErrorCode(parser), isFinal: isFinal)
      return false
    }
    pass.pointee.state.close()
    let limit = pass.pointee.state.limits.tagLength
    if !isFinal, pass.pointee.state.chunkStart - Int(XML_GetCurrentByteIndex(parser)) > limit {
      pass.pointee.state.fail("a tag or text is longer than \(limit >> 20) MB")
    }
    return pass.pointee.state.failure == nil
  }

  /// What was found, with the place where the file was cut off, if it was.
  func finish() throws(RecordingError) -> (builder: SessionBuilder, truncation: RecordingError?) {
    if let failure = pass.pointee.state.failure { throw failure }
    let truncation = pass.pointee.state.truncation
    do throws(RecordingError) {
      guard let builder = try pass.pointee.finish() else {
        throw RecordingError(file: pass.pointee.state.file, message: "holds no recording")
      }
      return (builder, truncation)
    } catch {
      // Nothing was found because the file ends before it.
      throw truncation ?? error
    }
  }

  private func note(_ code: XML_Error, isFinal: Bool) {
    let isCut =
      isFinal
      && (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN
        || code == XML_ERROR_UNCLOSED_CDATA_SECTION || code == XML_ERROR_PARTIAL_CHAR)
    if isCut {
      pass.pointee.state.truncation = pass.pointee.state.located(
        "the file ends in the middle, before anything to replay")
    } else {
      let text =
        code == XML_ERROR_INVALID_TOKEN
        ? "invalid token" : XML_ErrorString(code).map { String(cString: $0) } ?? "no reason given"
      pass.pointee.state.failure = pass.pointee.state.located("not well-formed XML: \(text)")
    }
  }
}

/// The state of a pass and the content of each kind, of which the root element chooses one.
struct XMLPass {
  private enum Kind { case none, gpx, tcx, kml }

  var state: XMLState
  private var kind = Kind.none
  private var gpx: GPXContent
  private var tcx: TCXContent
  private var kml: KMLContent

  init(parser: XML_Parser, file: String, limits: RecordingLimits, firstLine: Int) {
    state = XMLState(parser: parser, file: file, limits: limits, firstLine: firstLine)
    gpx = GPXContent(file: file, limits: limits)
    tcx = TCXContent(file: file, limits: limits)
    kml = KMLContent(file: file, limits: limits)
  }

  @inline(__always) mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
    guard state.failure == nil, state.descend() else { return }
    switch kind {
    case .gpx: gpx.start(name, attributes: attributes, of: &state)
    case .tcx: tcx.start(name, attributes: attributes, of: &state)
    case .kml: kml.start(name, attributes: attributes, of: &state)
    case .none:
      switch name {
      case "gpx": kind = .gpx
      case "TrainingCenterDatabase": kind = .tcx
      case "kml": kind = .kml
      default: return state.fail(XMLPass.refusal(of: name))
      }
      if kind == .gpx { gpx.start(name, attributes: attributes, of: &state) }
      if kind == .tcx { tcx.start(name, attributes: attributes, of: &state) }
      if kind == .kml { kml.start(name, attributes: attributes, of: &state) }
    }
  }

  private static func refusal(of root: XMLName) -> String {
    if root.folded == "html" {
      return "is a web page, not a recording (was it saved without being logged in?)"
    }
    return "holds neither GPX, TCX nor KML, but <\(root.text)>"
  }

  @inline(__always) mutating func end() {
    guard state.failure == nil else { return }
    switch kind {
    case .gpx: gpx.end(of: &state)
    case .tcx: tcx.end(of: &state)
    case .kml: kml.end(of: &state)
    case .none: break
    }
    state.ascend()
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if kind == .kml { kml.text(bytes, of: &state) }
  }

  mutating func finish() throws(RecordingError) -> SessionBuilder? {
    switch kind {
    case .gpx: try gpx.finish()
    case .tcx: try tcx.finish()
    case .kml: try kml.finish()
    case .none: nil
    }
  }
}

private func xmlStart(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let name else { return }
  data?.assumingMemoryBound(to: XMLPass.self).pointee.start(XMLName(name), XMLAttributes(list: attributes))
}

private func xmlEnd(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  data?.assumingMemoryBound(to: XMLPass.self).pointee.end()
}

func xmlGather(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32) {
  guard let text else { return }
  data?.assumingMemoryBound(to: XMLPass.self).pointee.state.gather(text, Int(count))
}

func xmlStream(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32) {
  guard let text else { return }
  let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
  data?.assumingMemoryBound(to: XMLPass.self).pointee.text(
    UnsafeBufferPointer(start: bytes, count: Int(count)))
}

private func xmlEntity(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ isParameter: Int32,
  _ value: UnsafePointer<CChar>?, _ length: Int32, _ base: UnsafePointer<CChar>?,
  _ system: UnsafePointer<CChar>?, _ publicID: UnsafePointer<CChar>?, _ notation: UnsafePointer<CChar>?
) {
  data?.assumingMemoryBound(to: XMLPass.self).pointee.state.fail(
    "declares entities, which are never expanded")
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
