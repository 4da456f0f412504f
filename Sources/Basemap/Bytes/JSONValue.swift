/// A JSON document in memory: metadata of archives and servers. Bounded depth; damaged text gives nil.
package indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Parses a whole document; nil for anything else, and beyond a depth of 64.
  package init?(_ bytes: [UInt8]) {
    var parser = JSONParser(bytes: bytes)
    guard let value = parser.document() else { return nil }
    self = value
  }

  package subscript(_ key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
  /// A number, also one that stands in a string.
  package var double: Double? {
    switch self {
    case .number(let number): number
    case .string(let text): Double(text)
    default: nil
    }
  }
}

private struct JSONParser {
  let bytes: [UInt8]
  var position = 0

  mutating func document() -> JSONValue? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    guard let value = value(depth: 0) else { return nil }
    skipSpace()
    return position == bytes.count ? value : nil
  }

  private mutating func value(depth: Int) -> JSONValue? {
    guard depth < 64 else { return nil }
    skipSpace()
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    position += 1
    var members: [String: JSONValue] = [:]
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard let key = string(), take(":"), let member = value(depth: depth + 1) else { return nil }
      members[key] = member
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array(_ depth: Int) -> JSONValue? {
    position += 1
    var items: [JSONValue] = []
    if take("]") { return .array(items) }
    repeat {
      guard let item = value(depth: depth + 1) else { return nil }
      items.append(item)
    } while take(",")
    return take("]") ? .array(items) : nil
  }

  private mutating func number() -> JSONValue? {
    let start = position
    while position < bytes.count, "+-.0123456789eE".utf8.contains(bytes[position]) { position += 1 }
    guard position > start, position - start < 64 else { return nil }
    return Double(String(decoding: bytes[start..<position], as: UTF8.self)).map { .number($0) }
  }

  private mutating func string() -> String? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: result, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard position < bytes.count else { return nil }
      let escaped = bytes[position]
      position += 1
      switch escaped {
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "b"): result.append(8)
      case UInt8(ascii: "f"): result.append(12)
      case UInt8(ascii: "u"):
        guard let scalar = escapedScalar() else { return nil }
        result.append(contentsOf: String(Character(scalar)).utf8)
      default: result.append(escaped)
      }
    }
    return nil
  }

  /// A character after `\u`, of one or two UTF-16 units; a lone surrogate becomes U+FFFD.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let high = hex() else { return nil }
    if (0xD800..<0xDC00).contains(high), bytes[position...].starts(with: Array("\\u".utf8)) {
      position += 2
      guard let low = hex() else { return nil }
      if (0xDC00..<0xE000).contains(low) {
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      }
    }
    return Unicode.Scalar(high) ?? "\u{FFFD}"
  }

  private mutating func hex() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    defer { position += 4 }
    return UInt32(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[position...].starts(with: Array(word.utf8)) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }
}
