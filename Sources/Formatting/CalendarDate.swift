/// A moment in the Gregorian calendar (proleptic), in a zone.
struct CalendarDate: Hashable, Sendable {
  var year: Int
  /// 1…12.
  var month: Int
  /// 1…31.
  var day: Int
  /// 0 is Sunday.
  var weekday: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// Seconds since 1970 (UTC) seen in a zone; a named zone that nobody resolved counts as UTC.
  init(_ secondsSince1970: Double, zone: FormatContext.ZoneRule) {
    var offset = 0
    if case .offset(let seconds) = zone { offset = min(max(seconds, -64_800), 64_800) }
    let bounded = secondsSince1970.isFinite ? min(max(secondsSince1970, -6.2e10), 2.5e11) : 0
    let total = Int((bounded + 1e-6).rounded(.down)) + offset
    let days = total >= 0 ? total / 86_400 : (total - 86_399) / 86_400
    let rest = total - days * 86_400
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    weekday = ((days + 4) % 7 + 7) % 7
    // H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}

/// A Unicode date pattern (UTS 35): `y M L d E a H h m s`, quoted text, everything else as it stands.
struct DatePattern: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text(String)
    case field(Character, Int)
  }
  private let pieces: [Piece]

  /// Letters that a pattern may use.
  static let fields: Set<Character> = ["y", "M", "L", "d", "E", "a", "H", "h", "m", "s"]

  init(_ pattern: String) {
    var pieces: [Piece] = []
    var isQuoted = false
    let letters = Array(pattern.prefix(200))
    var k = 0
    while k < letters.count {
      let letter = letters[k]
      if letter == "'" {
        if k + 1 < letters.count, letters[k + 1] == "'" {
          pieces.append(.text("'"))
          k += 2
          continue
        }
        isQuoted.toggle()
        k += 1
      } else if !isQuoted, DatePattern.fields.contains(letter) {
        var count = 1
        while k + count < letters.count, letters[k + count] == letter { count += 1 }
        pieces.append(.field(letter, count))
        k += count
      } else {
        pieces.append(.text(String(letter)))
        k += 1
      }
    }
    self.pieces = pieces
  }

  func text(_ date: CalendarDate, language: LanguageTable) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let letter, let count): DatePattern.field(letter, count, date, language)
      }
    }.joined()
  }

  private static func field(
    _ letter: Character, _ count: Int, _ date: CalendarDate, _ language: LanguageTable
  )
    -> String
  {
    func digits(_ value: Int) -> String { count >= 2 && value < 10 ? "0\(value)" : "\(value)" }
    switch letter {
    case "y": return count == 2 ? digits(date.year % 100) : "\(date.year)"
    case "M", "L":
      if count >= 4 { return language.months[date.month - 1] }
      return count == 3 ? language.shortMonths[date.month - 1] : digits(date.month)
    case "d": return digits(date.day)
    case "E": return count >= 4 ? language.days[date.weekday] : language.shortDays[date.weekday]
    case "a": return date.hour < 12 ? language.am : language.pm
    case "H": return digits(date.hour)
    case "h": return digits((date.hour + 11) % 12 + 1)
    case "m": return digits(date.minute)
    default: return digits(date.second)
    }
  }
}
