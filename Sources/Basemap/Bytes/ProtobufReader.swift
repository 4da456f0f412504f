/// Reads fields of a Protocol Buffers message in place.
struct ProtobufReader {
  /// What a field's key says.
  struct Field: Equatable {
    var number: Int
    var wire: Int
  }
  /// The message is cut off or malformed.
  struct Fault: Error {}

  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }

  /// The next field's key; nil at the end.
  mutating func next() throws(Fault) -> Field? {
    guard position < end else { return nil }
    let key = try varint()
    guard key >> 3 > 0, key >> 3 < 1 << 29 else { throw Fault() }
    return Field(number: Int(key >> 3), wire: Int(key & 7))
  }

  mutating func varint() throws(Fault) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      guard position < end else { throw Fault() }
      let byte = bytes[position]
      position += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
      shift += 7
    }
    throw Fault()
  }

  /// A length-delimited field's range.
  mutating func range() throws(Fault) -> Range<Int> {
    let length = try varint()
    guard length <= UInt64(end - position) else { throw Fault() }
    defer { position += Int(length) }
    return position..<(position + Int(length))
  }

  mutating func fixed32() throws(Fault) -> UInt32 {
    guard end - position >= 4 else { throw Fault() }
    defer { position += 4 }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
  }

  mutating func fixed64() throws(Fault) -> UInt64 {
    guard end - position >= 8 else { throw Fault() }
    defer { position += 8 }
    return (0..<8).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) }
  }

  /// Passes over a field of any wire type; groups are refused.
  mutating func skip(_ field: Field) throws(Fault) {
    switch field.wire {
    case 0: _ = try varint()
    case 1: _ = try fixed64()
    case 2: _ = try range()
    case 5: _ = try fixed32()
    default: throw Fault()
    }
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// Zigzag decoding: 0, -1, 1, -2 …
func zigzag(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
