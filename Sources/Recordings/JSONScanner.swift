/// Pulls values out of JSON text one after another, without building a tree. Nesting is bounded.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  private let limits: RecordingLimits
  private var depth = 0

  /// Text that is no JSON, or not what was asked for.
  struct Fault: Error {
    var position: Int
    var message: String
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: RecordingLimits) {
    self.bytes = bytes
    self.limits = limits
    position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// The next byte that is no white space; 0 at the end.
  mutating func peek() -> UInt8 {
    while position < bytes.count, RecordingFormat.isBlank(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  private mutating func take(_ byte: UInt8) throws(Fault) {
    guard peek() == byte else {
      throw Fault(position: position, message: "expected \"\(Character(Unicode.Scalar(byte)))\"")
    }
    position += 1
  }

  private mutating func open(_ byte: UInt8) throws(Fault) {
    try take(byte)
    depth += 1
    if depth > limits.nesting {
      throw Fault(position: position, message: "values are nested more than \(limits.nesting) deep")
    }
  }

  /// Whether another key follows in the object that is open. The first call must follow `openObject`.
  mutating func nextKey(isFirst: inout Bool) throws(Fault) -> [UInt8]? {
    if peek() == UInt8(ascii: "}") {
      position += 1
      depth -= 1
      return nil
    }
    if !isFirst { try take(UInt8(ascii: ",")) }
    isFirst = false
    _ = peek()
    let key = try string()
    try take(UInt8(ascii: ":"))
    return key
  }

  /// Begins an object.
  mutating func openObject() throws(Fault) { try open(UInt8(ascii: "{")) }

  /// Begins an array.
  mutating func openArray() throws(Fault) { try open(UInt8(ascii: "[")) }

  /// Whether another element follows in the array that is open.
  mutating func nextElement(isFirst: inout Bool) throws(Fault) -> Bool {
    if peek() == UInt8(ascii: "]") {
      position += 1
      depth -= 1
      return false
    }
    if !isFirst { try take(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }

  /// A number; nil for any other value, which is passed over.
  mutating func number() throws(Fault) -> Double? {
    let first = peek()
    guard first == UInt8(ascii: "-") || (first >= 0x30 && first <= 0x39) else {
      try skip()
      return nil
    }
    let start = position
    while position < bytes.count, JSONScanner.isNumber(bytes[position]) { position += 1 }
    return DecimalNumber.parse(UnsafeBufferPointer(rebasing: bytes[start..<position]))
  }

  /// The bytes of a string as UTF-8; nil for any other value, which is passed over.
  mutating func text() throws(Fault) -> [UInt8]? {
    guard peek() == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    return try string()
  }

  /// Passes over a value.
  mutating func skip() throws(Fault) {
    switch peek() {
    case UInt8(ascii: "{"):
      try openObject()
      var isFirst = true
      while try nextKey(isFirst: &isFirst) != nil { try skip() }
    case UInt8(ascii: "["):
      try openArray()
      var isFirst = true
      while try nextElement(isFirst: &isFirst) { try skip() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), 0x30...0x39: _ = try number()
    default:
      throw Fault(
        position: position, message: position < bytes.count ? "expected a value" : "ends in the middle")
    }
  }

  private mutating func word(_ word: StaticString) throws(Fault) {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count,
      bytes[position..<position + count].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: count))
    else { throw Fault(position: position, message: "expected a value") }
    position += count
  }

  /// A text, cut off at the limit.
  private mutating func string() throws(Fault) -> [UInt8] {
    try take(UInt8(ascii: "\""))
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return result
      case UInt8(ascii: "\\"):
        try escape(into: &result)
        if result.count > limits.textLength { result.removeLast(result.count - limits.textLength) }
      default: if result.count < limits.textLength { result.append(byte) }
      }
    }
    throw Fault(position: position, message: "ends in the middle")
  }

  private mutating func escape(into result: inout [UInt8]) throws(Fault) {
    guard position < bytes.count else { throw Fault(position: position, message: "ends in the middle") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
      result.append(0x20)
    case UInt8(ascii: "u"):
      var code = try unit()
      if (0xd800..<0xdc00).contains(code), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        let low = try unit()
        code = (0xdc00..<0xe000).contains(low) ? 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00) : 0xfffd
      }
      result += Array(String(Unicode.Scalar(code) ?? "\u{fffd}").utf8)
    default: result.append(byte)
    }
  }

  private mutating func unit() throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count, let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
      else {
        throw Fault(position: position, message: "a wrong escape in a text")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
