/// A kind of file, told by its first bytes and never by its name.
enum RecordingFormat: Equatable {
  case fit, xml, json, nmea, gzip, zip, empty, unknown

  /// Looks at the first bytes of a file.
  init(head: [UInt8]) {
    if head.isEmpty {
      self = .empty
    } else if head.starts(with: [0x1f, 0x8b]) {
      self = .gzip
    } else if head.starts(with: [0x50, 0x4b, 3, 4]) || head.starts(with: [0x50, 0x4b, 5, 6]) {
      self = .zip
    } else if head.count >= 12, head[0] >= 12, head[8..<12].elementsEqual(".FIT".utf8) {
      self = .fit
    } else if head.starts(with: [0xff, 0xfe, 0, 0]) {
      self = .unknown
    } else if head.starts(with: [0xfe, 0xff]) || head.starts(with: [0xff, 0xfe])
      || head.starts(with: [0x3c, 0]) || head.starts(with: [0, 0x3c])
    {
      self = .xml
    } else {
      self = RecordingFormat.text(head)
    }
  }

  private static func text(_ head: [UInt8]) -> RecordingFormat {
    let start = head.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    guard let first = head[start...].first(where: { !isBlank($0) }) else {
      return head.count < PeekableBytes.headLength ? .empty : .unknown
    }
    switch first {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"): return .json
    case UInt8(ascii: "$"), UInt8(ascii: "!"): return .nmea
    default: return .unknown
    }
  }

  /// White space of XML and JSON.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }
}
