/// Reads decimal numbers from bytes, the same in every locale.
enum DecimalNumber {
  /// The number that fills the bytes but for blanks around it; nil for anything else: no hexadecimal, no infinity, no comma.
  /// Digits beyond the 18th are cut off, which is below what a double can hold.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var index = 0
    var end = bytes.count
    while index < end, RecordingFormat.isBlank(bytes[index]) { index += 1 }
    while end > index, RecordingFormat.isBlank(bytes[end - 1]) { end -= 1 }
    guard index < end else { return nil }
    var isNegative = false
    if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    var hasPoint = false
    var hasDigit = false
    while index < end {
      let byte = bytes[index]
      if byte >= 0x30 && byte <= 0x39 {
        hasDigit = true
        if digits < 18 {
          mantissa = mantissa * 10 + UInt64(byte - 0x30)
          if mantissa != 0 { digits += 1 }
          if hasPoint { exponent -= 1 }
        } else if !hasPoint {
          exponent += 1
        }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    guard hasDigit else { return nil }
    if index < end {
      guard bytes[index] | 0x20 == UInt8(ascii: "e"),
        let stated = integer(bytes, from: index + 1, to: end)
      else { return nil }
      exponent += stated
    }
    let magnitude = scale(Double(mantissa), by: exponent)
    return magnitude.isFinite ? (isNegative ? -magnitude : magnitude) : nil
  }

  /// The number in a string.
  static func parse(_ text: some StringProtocol) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { parse($0) }
  }

  private static func integer(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
    var index = start
    var sign = 1
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      if bytes[index] == UInt8(ascii: "-") { sign = -1 }
      index += 1
    }
    guard index < end else { return nil }
    var value = 0
    while index < end {
      guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
      value = min(value * 10 + Int(bytes[index] - 0x30), 100_000)
      index += 1
    }
    return sign * value
  }

  /// Powers of ten that a double holds exactly.
  private static func power(_ exponent: Int) -> Double {
    switch exponent {
    case 0: 1
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    case 9: 1e9
    case 10: 1e10
    case 11: 1e11
    case 12: 1e12
    case 13: 1e13
    case 14: 1e14
    case 15: 1e15
    case 16: 1e16
    case 17: 1e17
    case 18: 1e18
    case 19: 1e19
    case 20: 1e20
    case 21: 1e21
    default: 1e22
    }
  }

  private static func scale(_ value: Double, by exponent: Int) -> Double {
    guard value != 0 else { return 0 }
    var result = value
    var left = exponent
    while left > 0, result.isFinite {
      result *= power(min(left, 22))
      left -= min(left, 22)
    }
    while left < 0, result != 0 {
      result /= power(min(-left, 22))
      left += min(-left, 22)
    }
    return result
  }
}
