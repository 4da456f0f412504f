import Testing

@testable import Recordings

struct SummaryTests {
  @Test func numbersOfASmallRun() throws {
    let inside = "<extensions><hr>150</hr></extensions>"
    let body = (0..<20).map { GPXText.point($0, elevation: "\(100 + $0)", inside: inside) }.joined()
    let summary = RecordingSummary(try GPXText.read(GPXText.track(body, name: "A \"run\"")))
    #expect(summary.points == 20)
    #expect(summary.name == "A \"run\"")
    #expect(summary.startTimeText == "2025-05-04T06:00:00Z")
    #expect(summary.elapsed == 19)
    #expect(summary.moving == 19)
    #expect(abs(summary.distance - 57.04) < 0.02)
    #expect(summary.ascent == 18)
    #expect(summary.heartRate == .init(mean: 150, max: 150, count: 20))
    #expect(summary.cadence == nil)
  }

  @Test func pausesAreNotMoving() throws {
    for (name, moving) in [
      ("derived-30-min-pause-one-segment-run.gpx", 1357.0), ("strava-run-android-app.gpx", 1358),
    ] {
      guard let entry = SharedRecordings.entries.first(where: { $0.name == name }) else { continue }
      let summary = RecordingSummary(try SharedRecordings.read(entry).get())
      #expect(abs((summary.moving ?? 0) - moving) < 15, "\(summary.moving ?? 0)")
    }
  }

  @Test(arguments: [0.0, -0.001, 951_782_400, 951_868_799.999, -86_400.5, 1e10, -6e10, 253_402_300_799])
  func datesRoundTrip(_ seconds: Double) throws {
    let stamp = try #require(Timestamp(Timestamp(seconds: seconds, offset: 0).text))
    #expect(abs(stamp.seconds - seconds) < 0.001)
  }
}
