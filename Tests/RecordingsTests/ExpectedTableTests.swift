import Foundation
import Testing

@testable import Recordings

/// Every real and derived recording against the values other tools computed.
struct ExpectedTableTests {
  /// Where the reader mends what the other tools kept: points, segments, elapsed seconds and metres that are right instead.
  struct Mended {
    var points: Int?
    var segments: Int?
    var start: String?
    var elapsed: Double?
    var distance: Double?
    /// Nothing to replay: part of the message.
    var refused: String?
  }

  static let mended: [String: Mended] = [
    // 0,0 inside a run near Zurich.
    "derived-teleport-spike-run.gpx": Mended(points: 1006, distance: 4225),
    "derived-shuffled-points-run.gpx": Mended(distance: 4232.75),
    // Three times in 2043 do not count.
    "derived-some-times-in-2043-run.gpx": Mended(elapsed: 1401),
    "out-of-range-lat-91-lon-180.gpx": Mended(
      points: 1, start: "2019-05-10T08:19:33Z", elapsed: 0, distance: 0),
    "opentracks-legacy-pause-as-lat-100-200.gpx": Mended(points: 4),
    "coordinates-undefined-text.gpx": Mended(refused: "position not a number"),
    // 0,0 and 0,10 one second apart.
    "fitbit-bad-values.tcx": Mended(points: 1, start: "2020-12-27T14:59:37Z", elapsed: 0, distance: 0),
    "garmin-pool-swim.tcx": Mended(refused: "no positions"),
    "compressed-timestamp-hr-only.fit": Mended(refused: "no positions"),
    // The last time before the damage is in 2085.
    "strava-android-run-undefined-local-message.fit": Mended(elapsed: 314),
    "empty-track.gpx": Mended(refused: "no track points"),
    "route-only-fifty-five-points.gpx": Mended(points: 55, segments: 1),
  ]

  @Test(arguments: SharedRecordings.entries(in: "gpx"))
  func gpx(_ entry: SharedRecordings.Entry) throws { try check(entry) }

  @Test(arguments: ["tcx", "kml", "geojson"].flatMap { SharedRecordings.entries(in: $0) })
  func others(_ entry: SharedRecordings.Entry) throws { try check(entry) }

  @Test(arguments: SharedRecordings.entries(in: "fit"))
  func fit(_ entry: SharedRecordings.Entry) throws { try check(entry) }

  private func check(_ entry: SharedRecordings.Entry) throws {
    let mended = Self.mended[entry.name] ?? Mended()
    let session: Session
    switch SharedRecordings.read(entry) {
    case .failure(let error):
      guard let refused = mended.refused else {
        Issue.record("refused: \(error.description)")
        return
      }
      #expect(error.message.contains(refused), "\(error.description)")
      return
    case .success(let read):
      #expect(mended.refused == nil)
      session = read
    }
    let inRange = entry.expected["in_range_only"] as? [String: Any]
    let points = mended.points ?? Int(entry.number("track_points") ?? -1)
    #expect(session.points.count == points)
    let segments = mended.segments ?? Int(entry.number("non_empty_segments") ?? -1)
    #expect(session.segments.count == segments)
    if let start = mended.start ?? entry.text("earliest_time"), let stamp = Timestamp(start) {
      #expect(abs((session.earliest ?? .nan) - stamp.seconds) < 0.0011)
    } else {
      #expect(session.earliest == nil)
    }
    if let elapsed = mended.elapsed ?? entry.number("elapsed_min_to_max_s") {
      #expect(abs((session.elapsed ?? .nan) - elapsed) < 0.0021)
    }
    let distance =
      mended.distance
      ?? (mended.points != nil ? (inRange?["haversine_m"] as? Double) : nil) ?? entry.number("haversine_m")
    if let distance {
      let difference = abs(session.summedDistance - distance)
      #expect(difference <= distance * 0.003 + 0.01, "\(session.summedDistance) instead of \(distance)")
    }
    #expect(session.segments.reduce(0) { $0 + $1.count } == session.points.count)
    if let base = entry.base, let other = SharedRecordings.entries.first(where: { $0.name == base }),
      case .success(let same) = SharedRecordings.read(other)
    {
      // Equal but for the digits with which the variants were written.
      #expect(abs(session.summedDistance - same.summedDistance) < 0.02)
      #expect(session.elapsed == same.elapsed && session.earliest == same.earliest)
      #expect(session.segments.count == same.segments.count)
    }
  }

  @Test(arguments: SharedRecordings.entries.filter { $0.kind != "malformed" })
  func namesElevationsAndTotals(_ entry: SharedRecordings.Entry) throws {
    // What these hold is mended: absurd heights, bytes that the others cannot read, the name of a track without points.
    let others = [
      "derived-bad-elevations-run.gpx", "derived-utf8-undeclared-latin1-bytes.gpx",
      "multi-track-eight-tracks-gpx10.gpx", "out-of-range-lat-91-lon-180.gpx",
      // Two temperatures in a point, of which the others take the first.
      "strava-three-points-long-gaps.gpx",
    ]
    guard !others.contains(entry.name) else { return }
    guard case .success(let session) = SharedRecordings.read(entry) else { return }
    if let name = entry.text("first_track_name").flatMap({ ActivityText.clean($0, limit: 1_000) }) {
      // The table keeps eighty characters.
      #expect(name.count < 75 ? session.name == name : session.name?.hasPrefix(name) == true)
    }
    let summary = RecordingSummary(session)
    for (key, own) in [("ele_min", summary.lowest), ("ele_max", summary.highest)] {
      guard let other = entry.number(key) else { continue }
      #expect(abs((own ?? .nan) - other) < 0.06, "\(key) \(own ?? .nan) instead of \(other)")
    }
    for (key, own) in [("power_w", summary.power), ("temp_c", summary.temperature)] {
      guard let other = entry.expected[key] as? [String: Any], let mean = other["avg"] as? Double else {
        continue
      }
      #expect(abs((own?.mean ?? .nan) - mean) < 0.5, "\(key) \(own?.mean ?? .nan) instead of \(mean)")
    }
    if let laps = entry.number("laps") { #expect(session.laps.count == Int(laps)) }
    if let sum = entry.number("laps_DistanceMeters_sum") {
      #expect(abs((session.deviceTotals.distance ?? .nan) - sum) < 0.01)
    }
    if let sum = entry.number("laps_TotalTimeSeconds_sum") {
      #expect(abs((session.deviceTotals.movingTime ?? .nan) - sum) < 0.01)
    }
    guard let sessions = entry.expected["sessions"] as? [[String: Any]] else { return }
    for (key, own) in [
      ("total_distance", session.deviceTotals.distance),
      ("total_timer_time", session.deviceTotals.movingTime),
      ("total_elapsed_time", session.deviceTotals.elapsedTime),
    ] {
      let parts = sessions.compactMap { ($0[key] as? NSNumber)?.doubleValue }
      guard parts.count == sessions.count, !parts.isEmpty else { continue }
      let sum = parts.reduce(0, +)
      #expect(
        abs((own ?? .nan) - sum) < 0.01 * Double(parts.count), "\(key) \(own ?? .nan) instead of \(sum)")
    }
  }

  @Test(arguments: SharedRecordings.entries.filter { $0.kind != "malformed" })
  func sensors(_ entry: SharedRecordings.Entry) throws {
    guard case .success(let session) = SharedRecordings.read(entry) else { return }
    // The other tools count sensors of records without positions too.
    guard (entry.number("records") ?? 0) <= Double(session.points.count + 1) else { return }
    if let hr = entry.expected["hr"] as? [String: Any], let mean = hr["avg"] as? Double {
      let values = session.points.compactMap(\.heartRate)
      let own = values.reduce(0, +) / Double(max(values.count, 1))
      #expect(abs(own - mean) < 1, "heart rate \(own) instead of \(mean)")
    }
    if let cadence = entry.expected["cadence"] as? [String: Any], let mean = cadence["avg"] as? Double {
      let values = session.points.compactMap(\.cadence)
      let own = values.reduce(0, +) / Double(max(values.count, 1))
      #expect(min(abs(own - mean), abs(own - 2 * mean)) < 1, "cadence \(own) instead of \(mean)")
    }
  }
}
