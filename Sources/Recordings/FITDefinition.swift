/// How the data messages of one local number are laid out (definition message of the FIT protocol).
struct FITDefinition {
  /// Global message number.
  var message: Int
  var isBigEndian: Bool
  var fields: [Field]
  /// Bytes of a data message with its developer fields.
  var size: Int

  struct Field {
    var number: UInt8
    /// Base type without its endian flag.
    var type: UInt8
    var size: Int
    /// Bytes from the start of the data message.
    var offset: Int
  }

  /// The field with a number.
  func field(_ number: UInt8) -> Field? {
    for field in fields where field.number == number { return field }
    return nil
  }
}

/// One data message in the file's bytes.
struct FITMessage {
  let bytes: UnsafeRawBufferPointer
  let definition: FITDefinition
  /// Where its data begin.
  let start: Int

  /// The number in a field (the first where there are several); nil when absent, invalid or of an odd size.
  func number(_ field: UInt8) -> Double? {
    guard let field = definition.field(field) else { return nil }
    let at = start + field.offset
    switch field.type {
    case 0x00, 0x02, 0x0d: return unsigned(at, 1, of: field, invalid: 0xff)
    case 0x0a: return unsigned(at, 1, of: field, invalid: 0)
    case 0x04: return unsigned(at, 2, of: field, invalid: 0xffff)
    case 0x0b: return unsigned(at, 2, of: field, invalid: 0)
    case 0x06: return unsigned(at, 4, of: field, invalid: 0xffff_ffff)
    case 0x0c: return unsigned(at, 4, of: field, invalid: 0)
    case 0x01: return signed(at, 1, of: field)
    case 0x03: return signed(at, 2, of: field)
    case 0x05: return signed(at, 4, of: field)
    case 0x08:
      guard let raw = raw(at, 4, of: field) else { return nil }
      let value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
      return value.isFinite ? value : nil
    case 0x09:
      guard let raw = raw(at, 8, of: field) else { return nil }
      let value = Double(bitPattern: raw)
      return value.isFinite ? value : nil
    default: return nil
    }
  }

  /// The number in a field as an integer; nil for what is none, as fields of floating point may hold.
  func integer(_ field: UInt8) -> Int? { number(field).flatMap { Int(exactly: $0) } }

  /// The bytes of a text up to its NUL or the field's end.
  func text(_ field: UInt8) -> [UInt8]? {
    guard let field = definition.field(field), field.type == 0x07 else { return nil }
    let range = start + field.offset..<start + field.offset + field.size
    return Array(bytes[range].prefix { $0 != 0 })
  }

  private func raw(_ at: Int, _ width: Int, of field: FITDefinition.Field) -> UInt64? {
    guard field.size >= width, field.size % width == 0 else { return nil }
    var value: UInt64 = 0
    for index in 0..<width {
      let byte = UInt64(bytes[at + (definition.isBigEndian ? index : width - 1 - index)])
      value = value << 8 | byte
    }
    return value
  }

  private func unsigned(_ at: Int, _ width: Int, of field: FITDefinition.Field, invalid: UInt64) -> Double? {
    guard let value = raw(at, width, of: field), value != invalid else { return nil }
    return Double(value)
  }

  private func signed(_ at: Int, _ width: Int, of field: FITDefinition.Field) -> Double? {
    guard let value = raw(at, width, of: field) else { return nil }
    let shift = UInt64(64 - width * 8)
    let number = Int64(bitPattern: value << shift) >> Int64(shift)
    return number == (Int64(1) << (width * 8 - 1)) - 1 ? nil : Double(number)
  }
}
