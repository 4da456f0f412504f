extension Timestamp {
  /// `2025-05-04T06:00:00Z`, with milliseconds where there are some; always UTC.
  var text: String {
    let bounded = min(max(seconds, Timestamp.years.lowerBound), Timestamp.years.upperBound - 0.001)
    let milliseconds = Int((bounded * 1000).rounded())
    let whole = (milliseconds - Timestamp.modulo(milliseconds, 1000)) / 1000
    let ofDay = Timestamp.modulo(whole, 86_400)
    let (year, month, day) = Timestamp.date(daysSince1970: (whole - ofDay) / 86_400)
    let date = Timestamp.digits(year, 4) + "-" + Timestamp.digits(month, 2) + "-" + Timestamp.digits(day, 2)
    let clock =
      Timestamp.digits(ofDay / 3600, 2) + ":" + Timestamp.digits(ofDay / 60 % 60, 2) + ":"
      + Timestamp.digits(ofDay % 60, 2)
    let rest = Timestamp.modulo(milliseconds, 1000)
    return date + "T" + clock + (rest == 0 ? "" : "." + Timestamp.digits(rest, 3)) + "Z"
  }

  private static func modulo(_ value: Int, _ divisor: Int) -> Int {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }

  private static func digits(_ value: Int, _ count: Int) -> String {
    let text = "\(value)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// Year, month and day in the Gregorian calendar; the inverse of `daysSince1970`.
  static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
