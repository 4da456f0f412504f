import Testing

@testable import Formatting

@Suite struct MetricFormatterTests {
  let metric = MetricFormatter(FormatContext())
  let german = MetricFormatter(FormatContext(locale: "de-DE"))
  let imperial = MetricFormatter(FormatContext(units: .imperial))

  @Test func paces() {
    #expect(metric.pace(336) == "5:36\u{202F}/km")
    #expect(metric.pace(359.6, unit: .bare) == "6:00")
    #expect(imperial.pace(300, unit: .bare) == "8:03")
    #expect(metric.pace(.infinity) == "–")
  }

  @Test(arguments: [
    (9999.99, "9.99"), (10_000, "10.00"), (9_999.999_999, "10.00"), (0, "0.00"), (42_195, "42.19"),
  ])
  func distancesAreCut(metres: Double, text: String) {
    #expect(metric.distance(metres, unit: .bare) == text)
  }

  /// Minutes and seconds of a pace or a time, never sixty of them, whatever the value and the units.
  @Test func neverSixtySeconds() {
    for tenth in 1500..<9000 {
      let seconds = Double(tenth) / 10
      for formatter in [metric, imperial] {
        for text in [formatter.pace(seconds, unit: .bare), formatter.duration(seconds * 7.3)] {
          let parts = text.split(separator: ":")
          #expect(parts.count >= 2 && parts.dropFirst().allSatisfy { $0.count == 2 && $0 < "60" }, "\(text)")
        }
      }
    }
  }

  @Test func unitsAndLocales() {
    #expect(german.distance(7_450, digits: 1) == "7,4\u{202F}km")
    #expect(MetricFormatter(FormatContext(locale: "de-CH")).distance(7_450, digits: 1, unit: .bare) == "7.4")
    #expect(imperial.elevation(100) == "328\u{202F}ft")
    #expect(metric.elevation(-3.6, unit: .bare) == "−4")
    #expect(metric.elevation(-0.3, unit: .bare) == "0")
    #expect(metric.percent(0.623) == "62\u{202F}%")
  }

  @Test func durations() {
    #expect(metric.duration(3723.9) == "1:02:03")
    #expect(metric.duration(59.999_999_9) == "1:00")
    #expect(metric.duration(7 * 60) == "7:00")
    #expect(metric.duration(3723, words: true) == "1\u{202F}h 2\u{202F}min")
  }

  @Test(arguments: [
    (0.0, "Thursday 1 January 1970"), (951_782_400, "Tuesday 29 February 2000"),
    (-86_400, "Wednesday 31 December 1969"), (4_107_542_400, "Monday 1 March 2100"),
  ])
  func dates(seconds: Double, text: String) {
    #expect(metric.date(seconds, pattern: "EEEE d MMMM yyyy") == text)
  }

  @Test func patternsAndZones() {
    let zoned = MetricFormatter(FormatContext(locale: "de", timeZone: .offset(7200)))
    #expect(zoned.date(79_200, pattern: "EEE d. MMM, HH:mm 'Uhr'") == "Fr 2. Jan., 00:00 Uhr")
    #expect(metric.date(0, pattern: "h:mm a ''yy") == "12:00 AM '70")
  }
}
