/// Writes small FIT files for cases.
struct FITBytes {
  var body: [UInt8] = []
  var isBigEndian = false

  /// number, size, base type.
  typealias Field = (UInt8, UInt8, UInt8)

  static let record: [Field] = [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (3, 1, 0x02), (5, 4, 0x86)]
  static let session: [Field] = [
    (253, 4, 0x86), (2, 4, 0x86), (5, 1, 0), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86),
  ]
  static let event: [Field] = [(253, 4, 0x86), (0, 1, 0), (1, 1, 0)]
  static let lap: [Field] = [(253, 4, 0x86), (2, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86)]
  /// 2021-01-01 or so in seconds of the FIT epoch.
  static let start = 978_307_200

  mutating func define(_ local: UInt8, _ message: Int, _ fields: [Field], developer: [Field] = []) {
    body += [0x40 | local | (developer.isEmpty ? 0 : 0x20), 0, isBigEndian ? 1 : 0]
    body += number(message, 2)
    body.append(UInt8(fields.count))
    for field in fields { body += [field.0, field.1, field.2] }
    guard !developer.isEmpty else { return }
    body.append(UInt8(developer.count))
    for field in developer { body += [field.0, field.1, field.2] }
  }

  mutating func data(_ local: UInt8, _ values: [(Int, Int)]) {
    body.append(local)
    for (value, width) in values { body += number(value, width) }
  }

  mutating func record(
    _ local: UInt8 = 0, second: Int, latitude: Double? = nil, heartRate: Int = 150, extra: [(Int, Int)] = []
  ) {
    let scale = 2_147_483_648 / 180.0
    let north = latitude.map { Int($0 * scale) } ?? 0x7fff_ffff
    let east = latitude == nil ? 0x7fff_ffff : Int(9 * scale)
    data(
      local,
      [(FITBytes.start + second, 4), (north, 4), (east, 4), (heartRate, 1), (second * 300, 4)] + extra)
  }

  func number(_ value: Int, _ width: Int) -> [UInt8] {
    let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isBigEndian ? little.reversed() : little
  }

  /// The file with header and checksum; other values make wrong ones.
  func file(length: Int? = nil, checksum: [UInt8]? = nil) -> [UInt8] {
    var bytes: [UInt8] = [12, 0x10, 0, 0]
    let size = length ?? body.count
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
    bytes += Array(".FIT".utf8) + body
    return bytes + (checksum ?? FITBytes.crc(bytes))
  }

  private static func crc(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt16 = 0
    for byte in bytes {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xa001 : crc >> 1 }
    }
    return [UInt8(crc & 255), UInt8(crc >> 8)]
  }
}
