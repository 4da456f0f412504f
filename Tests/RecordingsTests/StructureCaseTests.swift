import Testing

@testable import Recordings

/// Structures that broke other tools (C12–C22).
struct StructureCaseTests {
  private func message(_ text: String) -> String {
    do throws(RecordingError) {
      let session = try GPXText.read(text)
      Issue.record("read \(session.points.count) points")
      return ""
    } catch {
      return error.description
    }
  }

  @Test("C12: only a route") func routeIsReadAsARoute() throws {
    let body = (0..<8).map {
      "<rtept lat=\"\(48 + Double($0) / 100)\" lon=\"9\"><name>Turn \($0)</name></rtept>"
    }
    let session = try GPXText.read(GPXText.file("<rte><name>Loop</name>\(body.joined())</rte>"))
    #expect(session.points.count == 8)
    #expect(session.name == "Loop")
    #expect(session.report.warnings.contains { $0.contains("a route, not a track") })
  }

  @Test("C13: only waypoints") func onlyWaypointsSaysSo() {
    let text = message(GPXText.file("<wpt lat=\"48\" lon=\"9\"><name>Hut</name></wpt>"))
    #expect(text == "case.gpx: holds only waypoints (1), no track to replay")
  }

  @Test("C14: a track without points") func trackWithoutPointsIsLeftOut() throws {
    let session = try GPXText.read(
      GPXText.file(
        "<trk><name>Empty</name></trk><trk><name>Real</name>\(GPXText.segment(GPXText.points()))</trk>"))
    #expect(session.points.count == 20)
    #expect(session.name == "Real")
    #expect(session.report.warnings == ["a track without points was left out"])
  }

  @Test("C15: an empty segment before, between and after", arguments: [0, 1, 2])
  func emptySegmentChangesNothing(_ place: Int) throws {
    var segments = [GPXText.segment(GPXText.points(0..<10)), GPXText.segment(GPXText.points(10..<20))]
    let plain = try GPXText.read(GPXText.file("<trk>\(segments.joined())</trk>"))
    segments.insert("<trkseg/>", at: place)
    let session = try GPXText.read(GPXText.file("<trk>\(segments.joined())</trk>"))
    #expect(session.segments == plain.segments)
    #expect(session.segments == [0..<10, 10..<20])
    #expect(session.points.map(\.latitude) == plain.points.map(\.latitude))
  }

  @Test("C19, C20: waypoints with and without times") func waypointsNeverBecomeTrackPoints() throws {
    let waypoints =
      "<wpt lat=\"10\" lon=\"10\"><time>\(GPXText.time(10))</time></wpt><wpt lat=\"11\" lon=\"10\"><ele>5</ele></wpt>"
    let session = try GPXText.read(
      GPXText.file(waypoints + "<trk>\(GPXText.segment(GPXText.points()))</trk>" + waypoints))
    #expect(session.points.count == 20)
    #expect(session.elapsed == 19)
    #expect(session.report.warnings.isEmpty)
  }

  @Test("C22: 2,000 segments") func manySegmentsStayInOrder() throws {
    let segments = (0..<2000).map { GPXText.segment(GPXText.points($0 * 3..<$0 * 3 + 3)) }
    let session = try GPXText.read(GPXText.file("<trk>\(segments.joined())</trk>"))
    #expect(session.segments.count == 2000)
    #expect(session.points.count == 6000)
  }

  @Test("C17: a hole of eight hours inside a segment") func longHoleIsElapsedButNotMoving() throws {
    let session = try GPXText.read(
      GPXText.track(
        GPXText.points(0..<30)
          + (30..<60).map { index in
            GPXText.point(index, time: GPXText.time(index + 8 * 3600))
          }.joined()))
    let summary = RecordingSummary(session)
    #expect(summary.segments == 1)
    #expect(summary.elapsed == 28_859)
    #expect(summary.moving == 58)
  }

  @Test func tracksOutOfOrderAreSorted() throws {
    let late = "<trk><name>Late</name>\(GPXText.segment(GPXText.points(10..<20)))</trk>"
    let early = "<trk><name>Early</name>\(GPXText.segment(GPXText.points(0..<10)))</trk>"
    let session = try GPXText.read(GPXText.file(late + early))
    #expect(session.points.map(\.latitude) == (0..<20).map { GPXText.latitude($0) })
    #expect(session.segments == [0..<10, 10..<20])
  }

  @Test func nestingAndPointsAreBounded() {
    let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
    #expect(message(GPXText.file(deep)).contains("nested more than 64 deep"))
    var options = RecordingReader.Options()
    options.limits.points = 10
    #expect(throws: RecordingError.self) {
      try RecordingReader.read(
        bytes: Array(GPXText.track(GPXText.points()).utf8), file: "x", options: options)
    }
  }

  @Test func hugeTagIsRefused() {
    let text = GPXText.file("<wpt name=\"" + String(repeating: "x", count: 6 << 20) + "\"/>")
    #expect(message(text).contains("longer than 4 MB"))
  }

  @Test func missingFileAndFolder() {
    for (path, part) in [("/nonexistent/run.gpx", "no such file"), ("/", "folder")] {
      do throws(RecordingError) {
        _ = try RecordingReader.read(path: path)
        Issue.record("read \(path)")
      } catch {
        #expect(error.message.contains(part))
      }
    }
  }
}
