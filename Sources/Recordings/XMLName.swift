import Glibc

/// The local name of an element or attribute, whatever its prefix: prefixes are often undeclared or swapped.
/// Valid only during the callback that hands it over.
struct XMLName {
  let start: UnsafePointer<CChar>
  let count: Int

  init(_ qualified: UnsafePointer<CChar>) {
    var local = qualified
    var cursor = qualified
    while cursor.pointee != 0 {
      if cursor.pointee == 0x3a { local = cursor + 1 }
      cursor += 1
    }
    start = local
    count = cursor - local
  }

  /// Whether this is the name, letter by letter.
  @inline(__always) static func ~= (pattern: StaticString, name: XMLName) -> Bool {
    guard pattern.utf8CodeUnitCount == name.count,
      pattern.utf8Start.pointee == UInt8(bitPattern: name.start.pointee)
    else { return false }
    return memcmp(pattern.utf8Start, name.start, name.count) == 0
  }

  /// The name as text for a message, cut off at 40 characters.
  var text: String {
    let bytes = UnsafeRawBufferPointer(start: start, count: min(count, 200))
    return ActivityText.clean(bytes, limit: 40) ?? ""
  }

  /// The name in lower case, without `_` and `-`, for extension schemas that spell freely; cut off at 40 bytes.
  var folded: String {
    var letters: [UInt8] = []
    for index in 0..<min(count, 40) {
      let byte = UInt8(bitPattern: start[index])
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") { continue }
      letters.append(byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)
    }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// The attributes of a start tag, valid during the callback.
struct XMLAttributes {
  let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The bytes of two attributes by their local names, in one pass.
  func values(
    _ first: StaticString, _ second: StaticString
  ) -> (UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<UInt8>?) {
    var result: (UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<UInt8>?) = (nil, nil)
    guard let list else { return result }
    var index = 0
    while let key = list[index], let value = list[index + 1] {
      let name = XMLName(key)
      if first ~= name { result.0 = XMLAttributes.bytes(value) }
      if second ~= name { result.1 = XMLAttributes.bytes(value) }
      index += 2
    }
    return result
  }

  /// The bytes of an attribute by its local name.
  func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    guard let list else { return nil }
    var index = 0
    while let key = list[index], let value = list[index + 1] {
      if name ~= XMLName(key) { return XMLAttributes.bytes(value) }
      index += 2
    }
    return nil
  }

  private static func bytes(_ value: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: strlen(value))
  }
}
