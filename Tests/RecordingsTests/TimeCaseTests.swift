import Testing

@testable import Recordings

/// Times that broke other tools (C1–C11 of the case list).
struct TimeCaseTests {
  private let plain = try? GPXText.read(GPXText.track(GPXText.points()))

  private func same(_ session: Session) -> Bool {
    session.points.count == 20 && session.points.map(\.time) == plain?.points.map(\.time)
      && session.summedDistance == plain?.summedDistance
  }

  @Test("C1: an offset without a colon") func offsetWithoutColon() throws {
    let body = (0..<20).map { GPXText.point($0, time: GPXText.time($0, suffix: "+0000")) }.joined()
    #expect(same(try GPXText.read(GPXText.track(body))))
  }

  @Test("C2: a line end behind the time of the metadata") func metadataTimeIsNeverFatal() throws {
    let body = (0..<20).map {
      GPXText.point($0, time: "2025-05-04T08:00:" + ($0 < 10 ? "0\($0)" : "\($0)") + "+02:00")
    }
    let text = GPXText.file(
      "<metadata><time>2025-05-04T08:00:00+02:00\n </time></metadata><trk>" + GPXText.segment(body.joined())
        + "</trk>")
    let session = try GPXText.read(text)
    #expect(same(session))
    #expect(session.utcOffset == 7200)
  }

  @Test("C3: no zone is UTC, whatever the zone of the machine") func noZoneIsUTCWithOneWarning() throws {
    let body = (0..<20).map { GPXText.point($0, time: GPXText.time($0, suffix: "")) }.joined()
    let session = try GPXText.read(GPXText.track(body))
    #expect(same(session))
    #expect(session.report.warnings.filter { $0.contains("no zone") }.count == 1)
  }

  @Test("C4: times with and without fractions") func fractionsKeepTheMillisecond() throws {
    let body = (0..<20).map { GPXText.point($0, time: GPXText.time($0, suffix: $0 % 2 == 0 ? ".001Z" : "Z")) }
    let session = try GPXText.read(GPXText.track(body.joined()))
    let first = try #require(session.points[0].time)
    #expect(abs(first - 1_746_338_400.001) < 1e-6)
    #expect(session.points[1].time == 1_746_338_401)
  }

  @Test("C6: day 00 counts as missing") func dayZeroCountsAsMissing() throws {
    let body = (0..<20).map { GPXText.point($0, time: $0 == 5 ? "2025-05-00T06:00:05Z" : nil) }.joined()
    let session = try GPXText.read(GPXText.track(body))
    #expect(session.points.count == 20)
    #expect(session.points[5].time == nil)
    #expect(session.report.warnings.contains { $0.hasPrefix("line 9: ") })
  }

  @Test("C7: a clock that is set back") func clockSetBackKeepsTheWay() throws {
    let body = (0..<40).map { GPXText.point($0, time: GPXText.time($0 < 20 ? $0 + 60 : $0 + 30)) }.joined()
    let session = try GPXText.read(GPXText.track(body))
    #expect(session.points.map(\.latitude) == (0..<40).map { GPXText.latitude($0) })
    let times = session.points.compactMap(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(session.report.entries.contains { $0.reason == "time steps back" && !$0.dropped })
  }

  @Test("C7: the last point has no time") func lastPointWithoutTimeStaysWithoutOne() throws {
    let session = try GPXText.read(
      GPXText.track(GPXText.points(0..<19) + GPXText.point(19, time: .some(nil))))
    #expect(session.points.count == 20)
    #expect(session.points[19].time == nil)
    #expect(session.earliest == 1_746_338_400)
  }

  @Test("C10: two points in one second, and one twice") func repeatedTimesAndPointsAreFinite() throws {
    let body =
      GPXText.points(0..<3) + GPXText.point(3, time: GPXText.time(2)) + GPXText.point(4) + GPXText.point(5)
      + GPXText.point(5)
    let session = try GPXText.read(GPXText.track(body))
    #expect(session.points.count == 7)
    #expect(session.elapsed == 5)
  }

  @Test func oneWildTimeMakesNoLongFilm() throws {
    for wild in ["1970-01-01T00:00:00Z", "2043-01-01T00:00:00Z", "1980-01-06T00:00:00Z"] {
      for place in [0, 7, 19] {
        let body = (0..<20).map { GPXText.point($0, time: $0 == place ? wild : nil) }.joined()
        let session = try GPXText.read(GPXText.track(body))
        #expect((session.elapsed ?? .infinity) < 20)
        #expect(session.points.map(\.latitude) == (0..<20).map { GPXText.latitude($0) })
      }
    }
  }
}

struct TimestampTests {
  @Test(arguments: [
    ("2025-05-04T06:00:00Z", 1_746_338_400.0), ("2025-05-04T08:00:00+02:00", 1_746_338_400),
    ("2025-05-04T08:00:00+0200", 1_746_338_400), ("2025-05-04T08:00:00+02", 1_746_338_400),
    ("2025-05-04 06:00:00", 1_746_338_400), (" \n2025-05-04T06:00:00.5Z\t", 1_746_338_400.5),
    ("20250504T060000Z", 1_746_338_400), ("2025-05-04T06:00:00,25Z", 1_746_338_400.25),
    ("2025-05-04T06:00Z", 1_746_338_400), ("2025-05-03T24:00:00Z", 1_746_316_800),
    ("1969-12-31T23:59:59Z", -1), ("2000-02-29T00:00:00Z", 951_782_400),
    ("2025-05-04T06:00:00 UTC", 1_746_338_400),
    ("2025-05-04T06:00:00.123456789123Z", 1_746_338_400.123456789),
  ])
  func reads(_ text: String, _ seconds: Double) throws {
    let stamp = try #require(Timestamp(text))
    #expect(abs(stamp.seconds - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "yesterday", "04.05.2024 08:00", "0000-05-04T08:00:00Z", "2024-13-04T08:00:00Z",
    "2024-02-30T08:00:00Z",
    "2023-02-29T08:00:00Z", "2024-05-00T08:00:00Z", "2024-05-04", "2024-05-04T25:00:00Z",
    "2024-05-04T08:60:00Z",
    "10000-01-01T00:00:00Z", "2024-05-04T08:00:00Zx", "2024-05-04T08:00:00+2", "2024-05-04T24:00:01Z",
  ])
  func refuses(_ text: String) { #expect(Timestamp(text) == nil) }
}
