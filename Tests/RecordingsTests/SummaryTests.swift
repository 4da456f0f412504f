import Foundation
import Testing

@testable import Recordings

struct SummaryTests {
  @Test func numbersOfASmallRun() throws {
    let inside = "<extensions><hr>150</hr></extensions>"
    let body = (0..<20).map { GPXText.point($0, elevation: "\(100 + $0)", inside: inside) }.joined()
    let summary = RecordingSummary(try GPXText.read(GPXText.track(body, name: "A \"run\"")))
    let data = try #require(summary.json.data(using: .utf8))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(json["points"] as? Int == 20)
    #expect(json["name"] as? String == "A \"run\"")
    #expect(json["start_time"] as? String == "2025-05-04T06:00:00Z")
    #expect(json["elapsed_s"] as? Double == 19)
    #expect(json["moving_s"] as? Double == 19)
    #expect(abs((json["distance_m"] as? Double ?? 0) - 57.04) < 0.02)
    #expect((json["elevation"] as? [String: Any])?["ascent_m"] as? Double == 18)
    #expect((json["heart_rate"] as? [String: Any])?["mean_bpm"] as? Double == 150)
    #expect(json["cadence"] is NSNull)
    #expect((json["warnings"] as? [Any])?.isEmpty == true)
    #expect(summary.text.contains("Distance     57 m"))
    #expect(summary.text.contains("Start        2025-05-04 06:00:00 UTC"))
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

  @Test(arguments: SharedRecordings.entries)
  func alwaysGoodJSON(_ entry: SharedRecordings.Entry) throws {
    guard case .success(let session) = SharedRecordings.read(entry) else { return }
    let summary = RecordingSummary(session)
    let data = try #require(summary.json.data(using: .utf8))
    #expect((try? JSONSerialization.jsonObject(with: data)) is [String: Any])
    #expect(!summary.text.unicodeScalars.contains { $0.value < 32 && $0.value != 10 })
  }

  @Test(arguments: [0.0, -0.001, 951_782_400, 951_868_799.999, -86_400.5, 1e10, -6e10, 253_402_300_799])
  func datesRoundTrip(_ seconds: Double) throws {
    let stamp = try #require(Timestamp(Timestamp(seconds: seconds, offset: 0).text))
    #expect(abs(stamp.seconds - seconds) < 0.001)
  }

  @Test func numbersAsText() {
    #expect(DecimalNumber.text(12.3456, decimals: 2) == "12.35")
    #expect(DecimalNumber.text(-0.001, decimals: 2) == "0")
    #expect(
      DecimalNumber.text(-1.05, decimals: 1) == "-1.1" || DecimalNumber.text(-1.05, decimals: 1) == "-1")
    #expect(DecimalNumber.text(100, decimals: 3) == "100")
    #expect(DecimalNumber.text(0.05, decimals: 3) == "0.05")
  }
}
