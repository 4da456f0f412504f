/// A moment as files write it, after ISO 8601 and what programs make of it.
struct Timestamp: Equatable {
  /// Seconds since 1970-01-01T00:00:00Z; without a zone the text is taken as UTC.
  var seconds: Double
  /// Seconds east of UTC; nil without a zone, 0 for `Z`.
  var offset: Int?

  /// Seconds of the years 1 to 9999, which are all that can be written.
  static let years = -62_135_596_800.0..<253_402_300_800

  init(seconds: Double, offset: Int?) {
    self.seconds = seconds
    self.offset = offset
  }

  /// Reads `2025-05-04T06:00:00.98+02:00` and its variants: a blank or `t` for the `T`, compact forms, `,` in fractions,
  /// no seconds, `+0200`, `+02`, blanks around. Nil for days and hours that do not exist; 24:00 and second 60 do.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = Scanner(bytes: bytes)
    guard let year = scanner.number(digits: 4), year > 0 else { return nil }
    let isExtended = scanner.take("-")
    guard let month = scanner.number(digits: 2), (1...12).contains(month) else { return nil }
    if isExtended, !scanner.take("-") { return nil }
    guard let day = scanner.number(digits: 2), day >= 1, day <= Timestamp.days(in: month, of: year)
    else { return nil }
    guard scanner.take("T") || scanner.take("t") || scanner.takeBlanks() else { return nil }
    guard let hour = scanner.number(digits: 2), hour <= 24 else { return nil }
    let hasColons = scanner.take(":")
    guard let minute = scanner.number(digits: 2), minute < 60 else { return nil }
    var second = 0.0
    if scanner.take(":") || (!hasColons && scanner.isAtDigit) {
      guard let whole = scanner.number(digits: 2), whole <= 60 else { return nil }
      second = Double(whole)
      if scanner.take(".") || scanner.take(",") { second += scanner.fraction() }
    }
    if hour == 24, minute > 0 || second > 0 { return nil }
    scanner.takeBlanks()
    guard let zone = scanner.zone() else { return nil }
    offset = zone.offset
    let days = Timestamp.daysSince1970(year: year, month: month, day: day)
    seconds = Double(days * 86_400 + hour * 3600 + minute * 60 - (offset ?? 0)) + second
  }

  /// Reads a time from a string.
  init?(_ text: some StringProtocol) {
    let result = Array(text.utf8).withUnsafeBufferPointer { Timestamp($0) }
    guard let result else { return nil }
    self = result
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Days from 1970-01-01 in the Gregorian calendar; years begin in March, so that the leap day comes last.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0
    var end: Int

    init(bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
      end = bytes.count
      takeBlanks()
      while end > index, RecordingFormat.isBlank(bytes[end - 1]) { end -= 1 }
    }

    var isAtDigit: Bool { index < end && bytes[index] >= 0x30 && bytes[index] <= 0x39 }

    @discardableResult mutating func takeBlanks() -> Bool {
      let start = index
      while index < end, RecordingFormat.isBlank(bytes[index]) { index += 1 }
      return index > start
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard index < end, UInt32(bytes[index]) == character.value else { return false }
      index += 1
      return true
    }

    mutating func number(digits: Int) -> Int? {
      guard index + digits <= end else { return nil }
      var value = 0
      for _ in 0..<digits {
        guard isAtDigit else { return nil }
        value = value * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      return value
    }

    /// Digits after the point; those beyond the ninth do not count.
    mutating func fraction() -> Double {
      var value = 0.0
      var unit = 1.0
      while isAtDigit {
        if unit < 1e9 {
          value = value * 10 + Double(bytes[index] - 0x30)
          unit *= 10
        }
        index += 1
      }
      return value / unit
    }

    /// The rest of the text as a zone; nil when it is none.
    mutating func zone() -> (offset: Int?, Void)? {
      guard index < end else { return (nil, ()) }
      if take("Z") || take("z") { return index == end ? (0, ()) : nil }
      if end - index == 3, bytes[index] == UInt8(ascii: "U") || bytes[index] == UInt8(ascii: "G") {
        return (0, ())
      }
      let sign: Int
      if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
      guard let hours = number(digits: 2), hours <= 18 else { return nil }
      var minutes = 0
      if take(":") || isAtDigit {
        guard let stated = number(digits: 2), stated < 60 else { return nil }
        minutes = stated
      }
      return index == end ? (sign * (hours * 3600 + minutes * 60), ()) : nil
    }
  }
}
