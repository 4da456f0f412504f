/// The rule that a zone follows after its last listed change: the footer of a TZif file, a POSIX `TZ` text such as
/// `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 8536, 3.3.1). Files of the slim kind have little else.
struct ZoneFooter {
  /// Seconds east of UTC.
  private let standard: Int
  private let summer: (offset: Int, begin: Change, end: Change)?

  /// A day of the year and the seconds of local time on it.
  private enum Day {
    /// 1…365, 29 February never counted.
    case julian(Int)
    /// 0…365.
    case ordinal(Int)
    /// Month 1…12, week 1…5 (5 is the last), day of the week 0…6 from Sunday.
    case month(Int, week: Int, day: Int)
  }
  private struct Change {
    var day: Day
    var time: Int
  }

  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard ZoneFooter.skipName(&rest), let west = ZoneFooter.time(&rest) else { return nil }
    standard = -west
    guard !rest.isEmpty else {
      summer = nil
      return
    }
    guard ZoneFooter.skipName(&rest) else { return nil }
    var offset = standard + 3600
    if rest.first != 44 {
      guard let west = ZoneFooter.time(&rest) else { return nil }
      offset = -west
    }
    guard let begin = ZoneFooter.change(&rest), let end = ZoneFooter.change(&rest), rest.isEmpty else {
      return nil
    }
    summer = (offset, begin, end)
  }

  /// Seconds east of UTC at a time in seconds since 1970.
  func offset(at seconds: Int) -> Int {
    guard let summer else { return standard }
    let year = ZoneFooter.year(ofDay: ZoneFooter.floor(seconds + standard, 86_400))
    let begin = ZoneFooter.seconds(summer.begin, in: year) - standard
    let end = ZoneFooter.seconds(summer.end, in: year) - summer.offset
    // South of the equator the summer spans the turn of the year.
    let isSummer = begin < end ? (begin..<end).contains(seconds) : !(end..<begin).contains(seconds)
    return isSummer ? summer.offset : standard
  }

  // MARK: Calendar

  private static func floor(_ value: Int, _ unit: Int) -> Int {
    value / unit - (value % unit < 0 ? 1 : 0)
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Days from 1 January 1970 to 1 January of a year.
  private static func firstDay(of year: Int) -> Int {
    let before = year - 1
    return 365 * (year - 1970) + floor(before, 4) - floor(before, 100) + floor(before, 400) - 477
  }

  private static func year(ofDay day: Int) -> Int {
    var year = 1970 + floor(day * 400, 146_097)
    while firstDay(of: year) > day { year -= 1 }
    while firstDay(of: year + 1) <= day { year += 1 }
    return year
  }

  /// Local seconds since 1970 of a change in a year.
  private static func seconds(_ change: Change, in year: Int) -> Int {
    let leap = isLeap(year) ? 1 : 0
    let day: Int
    switch change.day {
    case .julian(let number): day = firstDay(of: year) + number - 1 + (number >= 60 ? leap : 0)
    case .ordinal(let number): day = firstDay(of: year) + number
    case .month(let month, let week, let weekday):
      let lengths = [31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      let first = firstDay(of: year) + lengths[..<(month - 1)].reduce(0, +)
      // 1 January 1970 was a Thursday.
      let ahead = (weekday - (first + 4) % 7 + 14) % 7
      var offset = ahead + 7 * (week - 1)
      while offset >= lengths[month - 1] { offset -= 7 }
      day = first + offset
    }
    return day * 86_400 + change.time
  }

  // MARK: Reading

  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == 60 {
      guard let end = rest.firstIndex(of: 62) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let name = rest.prefix { (65...90).contains($0) || (97...122).contains($0) }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (48...57).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let value = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    return range.contains(value) ? value : nil
  }

  /// Drops a byte, where it comes next.
  private static func take(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Seconds of `[+-]hh[:mm[:ss]]`.
  private static func time(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let isNegative = take(45, &rest)
    if !isNegative { _ = take(43, &rest) }
    guard let hours = number(&rest, 0...167) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where take(58, &rest) {
      guard let value = number(&rest, 0...59) else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func change(_ rest: inout ArraySlice<UInt8>) -> Change? {
    guard take(44, &rest) else { return nil }
    let day: Day
    if take(77, &rest) {
      guard let month = number(&rest, 1...12), take(46, &rest), let week = number(&rest, 1...5),
        take(46, &rest), let weekday = number(&rest, 0...6)
      else { return nil }
      day = .month(month, week: week, day: weekday)
    } else if take(74, &rest) {
      guard let number = number(&rest, 1...365) else { return nil }
      day = .julian(number)
    } else {
      guard let number = number(&rest, 0...365) else { return nil }
      day = .ordinal(number)
    }
    guard take(47, &rest) else { return Change(day: day, time: 7200) }
    return time(&rest).map { Change(day: day, time: $0) }
  }
}
