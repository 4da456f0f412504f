/// Walks through the messages of a FIT file and of files chained behind it.
///
/// After the public description of the protocol: header, definition and data messages in either byte order, compressed
/// timestamps, developer fields (skipped by their size), checksum. Damage ends the walk with a warning, never an over-read.
struct FITDecoder {
  let bytes: UnsafeRawBufferPointer
  /// What is wrong with the file, in order.
  private(set) var warnings: [String] = []
  private var position = 0
  private var definitions = [FITDefinition?](repeating: nil, count: 16)
  /// Last full timestamp of the file (seconds of the FIT epoch), for compressed ones.
  private var clock: UInt32?
  private var isDamaged = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Calls `body` with each data message, its byte position and its timestamp in seconds of the FIT epoch; stops when it
  /// returns false.
  mutating func forEachMessage(_ body: (FITMessage, Int, UInt32?) -> Bool) {
    var files = 0
    while isHeader(at: position), files < 1_000 {
      files += 1
      definitions = [FITDefinition?](repeating: nil, count: 16)
      clock = nil
      guard decodeFile(body), !isDamaged else { return }
    }
    if position < bytes.count { warn("\(bytes.count - position) bytes after the end were ignored") }
  }

  private mutating func decodeFile(_ body: (FITMessage, Int, UInt32?) -> Bool) -> Bool {
    let start = position
    let stated = Int(little(at: start + 4, width: 4))
    position += Int(bytes[start])
    var end = position + stated
    if stated == 0 || end > bytes.count {
      if stated == 0 || end > bytes.count + 2 {
        warn(stated == 0 ? "the header states no length" : "the file is shorter than its header states")
      }
      end = bytes.count
    }
    var isOpenEnded = end == bytes.count
    while position < bytes.count {
      if position >= end, !isOpenEnded {
        if closes(from: start, at: position == end) { return true }
        warn("the header states a wrong length")
        isOpenEnded = true
      }
      if isOpenEnded, bytes.count - position == 2,
        checksum(start..<position) == little(at: position, width: 2)
      {
        position += 2
        return true
      }
      if !decodeMessage(body) { return isDamaged }
    }
    warn("the checksum at the end is missing")
    return true
  }

  /// Whether the file ends here: a right checksum, or a wrong or missing one with nothing or another file behind it.
  private mutating func closes(from start: Int, at isExact: Bool) -> Bool {
    guard isExact else { return false }
    let left = bytes.count - position
    if left >= 2, checksum(start..<position) == little(at: position, width: 2) {
      position += 2
      return true
    }
    if isHeader(at: position) {
      warn("the checksum at the end is missing")
      return true
    }
    if left == 2 || isHeader(at: position + 2) {
      warn("the checksum is wrong")
      position += 2
      return true
    }
    return false
  }

  /// One message; false when the walk ends.
  private mutating func decodeMessage(_ body: (FITMessage, Int, UInt32?) -> Bool) -> Bool {
    let header = bytes[position]
    if header & 0x80 != 0 {
      return decodeData(local: Int(header >> 5) & 3, offset: UInt32(header & 31), body)
    }
    if header & 0x40 != 0 {
      return decodeDefinition(local: Int(header & 15), hasDeveloper: header & 0x20 != 0)
    }
    return decodeData(local: Int(header & 15), offset: nil, body)
  }

  private mutating func decodeDefinition(local: Int, hasDeveloper: Bool) -> Bool {
    guard position + 6 <= bytes.count else { return stop("the file ends in the middle") }
    let isBigEndian = bytes[position + 2] == 1
    let first = Int(bytes[position + 3])
    let second = Int(bytes[position + 4])
    let count = Int(bytes[position + 5])
    var at = position + 6
    guard at + count * 3 <= bytes.count else { return stop("the file ends in the middle") }
    var definition = FITDefinition(
      message: isBigEndian ? first << 8 | second : second << 8 | first, isBigEndian: isBigEndian, fields: [],
      size: 0)
    for _ in 0..<count {
      let size = Int(bytes[at + 1])
      definition.fields.append(
        .init(number: bytes[at], type: bytes[at + 2] & 0x1f, size: size, offset: definition.size))
      definition.size += size
      at += 3
    }
    if hasDeveloper {
      guard at < bytes.count, at + 1 + Int(bytes[at]) * 3 <= bytes.count else {
        return stop("the file ends in the middle")
      }
      let count = Int(bytes[at])
      at += 1
      for _ in 0..<count {
        definition.size += Int(bytes[at + 1])
        at += 3
      }
    }
    definitions[local] = definition
    position = at
    return true
  }

  private mutating func decodeData(
    local: Int, offset: UInt32?, _ body: (FITMessage, Int, UInt32?) -> Bool
  ) -> Bool {
    guard let definition = definitions[local] else {
      return stop("a message of undefined type \(local)")
    }
    guard position + 1 + definition.size <= bytes.count else { return stop("the file ends in the middle") }
    let message = FITMessage(bytes: bytes, definition: definition, start: position + 1)
    var time: UInt32?
    if let offset {
      if let last = clock {
        let next = (last & ~31) &+ offset
        clock = offset < last & 31 ? next &+ 32 : next
        time = clock
      }
    } else if let stated = message.number(253), stated >= 0, stated < 4_294_967_295 {
      time = UInt32(stated)
      clock = time
    }
    let place = position
    position += 1 + definition.size
    return body(message, place, time)
  }

  private mutating func stop(_ what: String) -> Bool {
    warn("\(what) (byte \(position)); what comes before was kept")
    isDamaged = true
    return false
  }

  private mutating func warn(_ text: String) {
    if warnings.count < 20 { warnings.append(text) }
  }

  private func isHeader(at place: Int) -> Bool {
    guard place + 12 <= bytes.count, bytes[place] >= 12, place + Int(bytes[place]) <= bytes.count else {
      return false
    }
    return bytes[place + 8..<place + 12].elementsEqual(".FIT".utf8)
  }

  private func little(at place: Int, width: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in (0..<width).reversed() { value = value << 8 | UInt32(bytes[place + index]) }
    return value
  }

  /// CRC-16 with the reflected polynomial 0xA001, four bits at a time.
  private func checksum(_ range: Range<Int>) -> UInt32 {
    let table: [UInt16] = [
      0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000,
      0x9c01, 0x8801, 0x4400,
    ]
    return table.withUnsafeBufferPointer { table in
      var crc: UInt16 = 0
      for index in range {
        let byte = bytes[index]
        crc = crc >> 4 ^ table[Int((crc ^ UInt16(byte)) & 15)]
        crc = crc >> 4 ^ table[Int((crc ^ UInt16(byte >> 4)) & 15)]
      }
      return UInt32(crc)
    }
  }
}
