import Glibc

/// Offsets of an IANA zone from the system's zone data (TZif, RFC 8536), read without touching the process's own zone.
enum ZoneFile {
  /// Seconds east of UTC of a zone at a time in seconds since 1970; nil where the zone is unknown.
  static func offset(of zone: String, at seconds: Double) -> Int? {
    if zone == "UTC" || zone == "Etc/UTC" || zone == "Z" { return 0 }
    let isPlain = zone.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || [43, 45, 47, 95].contains(byte)
    }
    guard isPlain, !zone.isEmpty, zone.utf8.count < 64, !zone.hasPrefix("/"),
      let bytes = read("/usr/share/zoneinfo/" + zone)
    else { return nil }
    return offset(in: bytes, at: Int(seconds.rounded(.down)))
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return count > 44 ? Array(bytes[..<count]) : nil
  }

  private static func offset(in bytes: [UInt8], at seconds: Int) -> Int? {
    func number(_ place: Int, _ size: Int) -> Int {
      guard place >= 0, place + size <= bytes.count else { return 0 }
      var value = bytes[place] & 0x80 != 0 ? -1 : 0
      for byte in bytes[place..<place + size] { value = value << 8 | Int(byte) }
      return value
    }
    guard bytes.starts(with: Array("TZif".utf8)) else { return nil }
    // The second block, where there is one, has 64-bit times.
    var start = 0
    var size = 4
    func counts(_ start: Int) -> (utc: Int, standard: Int, leap: Int, times: Int, types: Int, letters: Int) {
      (
        number(start + 20, 4), number(start + 24, 4), number(start + 28, 4), number(start + 32, 4),
        number(start + 36, 4), number(start + 40, 4)
      )
    }
    if bytes[4] >= 0x32 {
      let c = counts(0)
      start = 44 + c.times * 5 + c.types * 6 + c.letters + c.leap * 8 + c.standard + c.utc
      size = 8
      guard start + 44 < bytes.count else { return nil }
    }
    let c = counts(start)
    guard c.types > 0, c.times >= 0, c.times < 5000 else { return nil }
    let times = start + 44
    let indices = times + c.times * size
    let types = indices + c.times
    guard types + c.types * 6 <= bytes.count else { return nil }
    var type = 0
    for k in 0..<c.times where number(times + k * size, size) <= seconds { type = Int(bytes[indices + k]) }
    // After the last change the footer's rule holds.
    let last = c.times > 0 ? number(times + (c.times - 1) * size, size) : Int.min
    let footer = types + c.types * 6 + c.letters + c.leap * (size + 4) + c.standard + c.utc
    if size == 8, seconds >= last, footer < bytes.count, bytes[footer] == 10 {
      let text = bytes[(footer + 1)...].prefix { $0 != 10 }
      if let rule = ZoneFooter(String(decoding: text, as: UTF8.self)) { return rule.offset(at: seconds) }
    }
    guard type < c.types else { return nil }
    return number(types + type * 6, 4)
  }
}
