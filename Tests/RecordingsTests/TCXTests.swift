import Testing

@testable import Recordings

struct TCXTests {
  private func point(_ index: Int, time: Bool = true, position: Bool = true, inside: String = "") -> String {
    "<Trackpoint>" + (time ? "<Time>\(GPXText.time(index))</Time>" : "")
      + (position
        ? "<Position><LatitudeDegrees>\(GPXText.latitude(index))</LatitudeDegrees><LongitudeDegrees>9</LongitudeDegrees></Position>"
        : "")
      + "<AltitudeMeters>100</AltitudeMeters><DistanceMeters>\(index * 3)</DistanceMeters>" + inside
      + "</Trackpoint>"
  }
  private func points(_ range: Range<Int>) -> String { range.map { point($0) }.joined() }
  private func lap(_ start: Int, seconds: Int, metres: Int, _ tracks: [String]) -> String {
    "<Lap StartTime=\"\(GPXText.time(start))\"><TotalTimeSeconds>\(seconds)</TotalTimeSeconds><DistanceMeters>\(metres)"
      + "</DistanceMeters>" + tracks.map { "<Track>\($0)</Track>" }.joined() + "</Lap>"
  }
  private func read(_ body: String, session: Int? = nil) throws(RecordingError) -> Session {
    var options = RecordingReader.Options()
    options.session = session
    return try RecordingReader.read(
      bytes: Array("<t:TrainingCenterDatabase>\(body)</t:TrainingCenterDatabase>".utf8), file: "a.tcx",
      options: options)
  }

  @Test func lapsTotalsAndPauses() throws {
    let body =
      lap(0, seconds: 10, metres: 30, [points(0..<5), points(35..<40)])
      + lap(40, seconds: 10, metres: 27, [points(40..<50)])
    let session = try read(
      "<Activities><Activity Sport=\"Running\"><Id>x</Id>\(body)</Activity></Activities>")
    #expect(session.segments == [0..<5, 5..<10, 10..<20])
    #expect(session.sport == "running")
    #expect(session.deviceTotals.distance == 57)
    #expect(session.deviceTotals.movingTime == 20)
    #expect(session.laps.map(\.distance) == [30, 27])
    #expect(session.laps.first?.start == session.earliest)
    #expect(session.points[3].deviceDistance == 9)
  }

  @Test func severalActivitiesCanBeChosen() throws {
    let bike = "<Activity Sport=\"Biking\">\(lap(0, seconds: 10, metres: 30, [points(0..<10)]))</Activity>"
    let run = "<Activity Sport=\"Running\">\(lap(20, seconds: 10, metres: 33, [points(20..<30)]))</Activity>"
    let all = try read("<Activities>\(bike)\(run)</Activities>")
    #expect(all.points.count == 20)
    #expect(all.sport == "multisport")
    #expect(all.deviceTotals.distance == 63)
    let second = try read("<Activities>\(bike)\(run)</Activities>", session: 2)
    #expect(second.points.count == 10)
    #expect(second.sport == "running")
    #expect(second.deviceTotals.distance == 33)
    #expect(second.laps.count == 1)
  }

  @Test func courseWithoutTimes() throws {
    let track = (0..<10).map { point($0, time: false) }.joined()
    let session = try read("<Courses><Course><Name>Lake</Name><Track>\(track)</Track></Course></Courses>")
    #expect(session.name == "Lake")
    #expect(session.points.count == 10)
    #expect(session.earliest == nil)
    #expect(session.report.warnings.contains { $0.contains("a course") })
  }

  @Test func sensorsAndPointsWithoutPosition() throws {
    let inside =
      "<HeartRateBpm><Value>150</Value></HeartRateBpm><Extensions><n:TPX><n:RunCadence>88</n:RunCadence><n:Watts>250</n:Watts>"
      + "</n:TPX></Extensions>"
    let track = points(0..<3) + point(3, position: false) + point(4, inside: inside)
    let session = try read(
      "<Activity Sport=\"Running\">\(lap(0, seconds: 5, metres: 12, [track]))</Activity>")
    #expect(session.points.count == 4)
    #expect(session.points[3].heartRate == 150)
    #expect(session.points[3].cadence == 176)
    #expect(session.points[3].power == 250)
    #expect(
      session.report.entries == [.init(reason: "no position", count: 1, firstPosition: 1, dropped: true)])
  }
}
