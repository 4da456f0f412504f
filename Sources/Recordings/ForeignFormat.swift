/// What a file is that is no recording, told by its first bytes, so that the message can say it.
enum ForeignFormat {
  /// Why a file of these first bytes is refused.
  static func refusal(head: [UInt8]) -> String {
    let known = "GPX, TCX, FIT, KML, KMZ, GeoJSON, NMEA"
    if let packed = packed(head) {
      return "is packed with \(packed), which is not read; unpack it first (gzip and ZIP are read)"
    }
    if head.starts(with: [0xff, 0xfe, 0, 0]) || head.starts(with: [0, 0, 0xfe, 0xff]) {
      return "is text in UTF-32, which is not read; save it as UTF-8"
    }
    if let thing = thing(head) { return "is \(thing), not a recording (\(known))" }
    return "is no recording of a known kind (\(known))"
  }

  private static func packed(_ head: [UInt8]) -> String? {
    if head.starts(with: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]) { return "xz" }
    if head.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) { return "zstd" }
    if head.starts(with: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]) { return "7-Zip" }
    if head.starts(with: "BZh".utf8) { return "bzip2" }
    if head.starts(with: "Rar!".utf8) { return "RAR" }
    return nil
  }

  private static func thing(_ head: [UInt8]) -> String? {
    if head.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "a PNG picture" }
    if head.starts(with: [0xff, 0xd8, 0xff]) { return "a JPEG picture" }
    if head.starts(with: "GIF8".utf8) { return "a GIF picture" }
    if head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) {
      return "a video or picture (MP4, MOV, HEIC)"
    }
    if head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) { return "a video (WebM, Matroska)" }
    if head.starts(with: "RIFF".utf8) { return "a picture, sound or video (RIFF)" }
    if head.starts(with: "%PDF".utf8) { return "a PDF document" }
    if head.starts(with: "SQLite format 3".utf8) { return "a database (SQLite)" }
    if head.starts(with: [0x7f, 0x45, 0x4c, 0x46]) { return "a program" }
    if isText(head) {
      return head.first { !RecordingFormat.isBlank($0) } == UInt8(ascii: "[") ? "a JSON list" : "text"
    }
    return nil
  }

  private static func isText(_ head: [UInt8]) -> Bool {
    head.allSatisfy { $0 >= 0x20 && $0 != 0x7f || RecordingFormat.isBlank($0) }
      && String(validating: head.prefix(head.lastIndex { $0 < 0x80 } ?? 0), as: UTF8.self) != nil
  }
}
