/// Windows-1252, a superset of Latin-1 in all that files hold.
enum Windows1252 {
  /// Code points of 0x80…0x9f; the five unused bytes become U+FFFD.
  private static let upper: [UInt32] = [
    0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152,
    0xfffd, 0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122,
    0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178,
  ]

  /// The code point of a byte.
  static func scalar(_ byte: UInt8) -> UInt32 {
    byte >= 0x80 && byte < 0xa0 ? upper[Int(byte) - 0x80] : UInt32(byte)
  }

  /// Appends a byte as UTF-8.
  static func append(_ byte: UInt8, to output: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(scalar(byte)) else { return }
    output.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
  }
}

/// How an XML file's bytes are to be read, from its first bytes: a byte-order mark wins over the declaration, and the bytes
/// themselves over a declaration that cannot be true.
struct TextEncoding {
  /// The name handed to expat.
  var name: String
  /// Bytes before the first `<`.
  var skipped: Int
  /// Line ends among them.
  var skippedLines: Int
  /// Whether bytes that are no UTF-8 are to be read as Windows-1252.
  var needsMending: Bool

  init(head: [UInt8]) {
    skipped = 0
    skippedLines = 0
    needsMending = false
    if head.starts(with: [0xfe, 0xff]) || head.starts(with: [0xff, 0xfe]) {
      name = "UTF-16"
      return
    }
    if head.starts(with: [0x3c, 0]) {
      name = "UTF-16LE"
      return
    }
    if head.starts(with: [0, 0x3c]) {
      name = "UTF-16BE"
      return
    }
    let hasMark = head.starts(with: [0xef, 0xbb, 0xbf])
    skipped = hasMark ? 3 : 0
    while skipped < head.count, RecordingFormat.isBlank(head[skipped]) {
      if head[skipped] == 10 { skippedLines += 1 }
      skipped += 1
    }
    let label = hasMark ? "utf-8" : TextEncoding.declared(in: head[skipped...])
    switch label {
    case "iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii", "windows-1252", "cp1252":
      name = "windows-1252"
    default:
      name = "UTF-8"
      needsMending = true
    }
  }

  /// The name in `<?xml … encoding="…"?>`, in lower case.
  private static func declared(in head: ArraySlice<UInt8>) -> String {
    let text = String(decoding: head.prefix(256).map { $0 < 0x80 ? $0 : 0x3f }, as: UTF8.self).lowercased()
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>"),
      let key = text.firstRange(of: "encoding"), key.upperBound < end.lowerBound
    else { return "" }
    let value = text[key.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" || $0 == "\t" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return "" }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}

/// Passes UTF-8 through and reads whatever is none as Windows-1252.
struct UTF8Mending {
  /// Bytes that were replaced.
  private(set) var mended = 0

  /// Nil when the bytes are sound, else a mended copy. `carried` are bytes at the end that belong to the next piece.
  mutating func mend(
    _ bytes: UnsafeRawBufferPointer, isFinal: Bool
  ) -> (output: [UInt8]?, carried: Int) {
    var output: [UInt8]?
    var clean = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        while index + 8 <= bytes.count,
          bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          index += 8
        }
        continue
      }
      let length = UTF8Mending.sequence(at: index, of: bytes)
      if length > 0 {
        index += length
      } else if length < 0, !isFinal {
        break
      } else {
        var copy = output ?? []
        output = nil
        copy.append(contentsOf: bytes[clean..<index])
        Windows1252.append(bytes[index], to: &copy)
        output = copy
        mended += 1
        index += 1
        clean = index
      }
    }
    output?.append(contentsOf: bytes[clean..<index])
    return (output, bytes.count - index)
  }

  /// Length of a whole sequence; 0 for none, -1 where the bytes end inside one.
  private static func sequence(at index: Int, of bytes: UnsafeRawBufferPointer) -> Int {
    let first = bytes[index]
    let length: Int
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0...0xef: length = 3
    case 0xf0...0xf4: length = 4
    default: return 0
    }
    for offset in 1..<length {
      guard index + offset < bytes.count else { return -1 }
      let byte = bytes[index + offset]
      guard byte & 0xc0 == 0x80 else { return 0 }
      if offset == 1 {
        if first == 0xe0 && byte < 0xa0 || first == 0xed && byte > 0x9f { return 0 }
        if first == 0xf0 && byte < 0x90 || first == 0xf4 && byte > 0x8f { return 0 }
      }
    }
    return length
  }
}
