import Foundation
import Testing

@testable import Recordings

/// Inputs made to cost time or memory: each ends soon, with one line.
struct HostileSizeTests {
  private func message(_ bytes: [UInt8], limits: RecordingLimits = RecordingLimits()) -> String {
    var options = RecordingReader.Options()
    options.limits = limits
    do throws(RecordingError) {
      let session = try RecordingReader.read(bytes: bytes, file: "x", options: options)
      return "read \(session.points.count)"
    } catch {
      return error.message
    }
  }
  private func repeated(_ text: String, _ count: Int) -> [UInt8] {
    let unit = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count * count)
    for _ in 0..<count { bytes += unit }
    return bytes
  }

  @Test func pointsWithoutPositionsCountToo() {
    var limits = RecordingLimits()
    limits.points = 1_000
    let places = repeated("[1,2],", 1_001)
    let texts: [[UInt8]] = [
      Array("<gpx><trk><trkseg>".utf8) + repeated("<trkpt/>", 1_001),
      Array("<gpx><rte>".utf8) + repeated("<rtept lat=\"1\" lon=\"2\"/>", 1_001),
      Array("<TrainingCenterDatabase><Track>".utf8) + repeated("<Trackpoint></Trackpoint>", 1_001),
      Array("<kml><Track>".utf8) + repeated("<when>x</when>", 1_001),
      Array("<kml><Track><SimpleArrayData name=\"hr\">".utf8) + repeated("<value>9</value>", 1_001),
      Array("<kml><LineString><coordinates>".utf8) + repeated("x,y ", 1_001),
      Array("{\"type\":\"LineString\",\"coordinates\":[".utf8) + places + Array("[1,2]]}".utf8),
      (0..<1_001).flatMap { index in
        Array("$GPGGA,\(100_000 + index),4800,N,00900,E,1,08,0.9,500,M,47,M,,\n".utf8)
      },
    ]
    for text in texts {
      #expect(message(text, limits: limits).contains("more than 1000 points"), "\(text.count) bytes")
    }
  }

  @Test func emptyMessagesAreBounded() {
    var limits = RecordingLimits()
    limits.messages = 1_000
    var file = FITBytes()
    file.define(0, 500, [])
    file.body += [UInt8](repeating: 0, count: 1_001)
    #expect(message(file.file(checksum: [0, 0]), limits: limits).contains("more than 1000 messages"))
  }

  @Test func linesAndEntriesAreBounded() {
    var limits = RecordingLimits()
    limits.messages = 1_000
    #expect(message(Array("$".utf8) + repeated("\r", 1_001), limits: limits) == "holds more than 1000 lines")
    limits.points = 100
    let void = repeated("$GPRMC,060000,V,,,,,,,040525,,,N\n", 201)
    #expect(message(void, limits: limits) == "holds more than 100 points")
    let empty = (0..<10).map { ("\($0).gpx", Array("<gpx/>".utf8)) }
    let track = Array(GPXText.track(GPXText.points()).utf8)
    #expect(message(Packing.zip(empty.dropLast() + [("run.gpx", track)])) == "read 20")
    #expect(message(Packing.zip(empty + [("run.gpx", track)])) == "holds no track points")
  }

  @Test func activitiesAndEmptyLinesAreBounded() throws {
    var options = RecordingReader.Options()
    options.limits.points = 1_000
    let place =
      "<Position><LatitudeDegrees>48</LatitudeDegrees><LongitudeDegrees>9</LongitudeDegrees></Position>"
    let activities = repeated("<Activity><Lap><Trackpoint>\(place)</Trackpoint></Lap></Activity>", 1_000)
    options.limits.sessions = 20
    let session = try RecordingReader.read(
      bytes: Array("<TrainingCenterDatabase>".utf8) + activities + Array("</TrainingCenterDatabase>".utf8),
      file: "x", options: options)
    #expect(session.points.count == 1_000)
    #expect(session.report.warnings.contains("holds more than 20 sessions; the last holds all that follow"))
    #expect(session.report.warnings.allSatisfy { $0.count < 400 })
    let lines = Array("{\"coordinates\":[".utf8) + repeated("[[]],", 1_002) + Array("[]]}".utf8)
    #expect(message(lines, limits: options.limits).contains("more than 1000 lines"))
  }

  @Test func sizesAreBounded() throws {
    var limits = RecordingLimits()
    limits.bytes = 2 << 20
    limits.wholeFile = 1 << 20
    let blanks = [UInt8](repeating: 0x20, count: 3 << 20)
    #expect(message(Array("<gpx>".utf8) + blanks, limits: limits) == "is larger than the limit of 2 MB")
    for start in ["{", "PK\u{3}\u{4}"] {
      let text = message(Array(start.utf8) + blanks.prefix(1 << 20), limits: limits)
      #expect(text == "is larger than the limit of 1 MB for its kind")
    }
    // A file's stated size is enough: nothing of it is read.
    let path = NSTemporaryDirectory() + "recording-too-large.gpx"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: Data("<gpx>".utf8)))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    #expect(throws: RecordingError(file: path, message: "is larger than the limit of 512 MB")) {
      try RecordingReader.read(path: path)
    }
  }

  @Test func aLongTextOfJSONIsPassedOver() {
    let long = [UInt8](repeating: 0x41, count: 1 << 20) + Array(String(repeating: "\\n", count: 20_000).utf8)
    let bytes =
      Array("{\"name\":\"".utf8) + long
      + Array("\",\"type\":\"LineString\",\"coordinates\":[[1,2],[1,2.1]]}".utf8)
    #expect(message(bytes) == "read 2")
  }

  /// `docs/recordings.md` states the limits of the code.
  @Test func documentedLimitsAreTheCodes() throws {
    let root = #filePath.dropLast("/Tests/RecordingsTests/HostileSizeTests.swift".count)
    let page = try String(contentsOfFile: String(root) + "/docs/recordings.md", encoding: .utf8)
    let limits = RecordingLimits()
    for row in [
      "| Bytes, also after decompression | \(limits.bytes >> 20) MB; FIT, GeoJSON and ZIP archives \(limits.wholeFile >> 20) MB |",
      "| Decompressed to compressed | \(limits.compressionRatio) to 1, beyond the first megabyte |",
      "| Points | \(grouped(limits.points)), kept or not: 208 hours at one a second |",
      "| Messages of a FIT file, lines of NMEA | \(grouped(limits.messages)) |",
      "| Entries of an archive that look like recordings and are none | \(limits.refusedEntries), then the search ends |",
      "| Nesting | \(limits.nesting) |",
      "| One tag with its attributes | \(limits.tagLength >> 20) MB |",
      "| Text of an element | \(limits.textLength >> 10) kB looked at, \(grouped(limits.nameLength)) characters of a name kept |",
      "| Sessions of one file | \(grouped(limits.sessions)) told apart |",
      "| Laps and stops of the timer | \(grouped(limits.laps)) kept |",
      "| Files on the command line | \(limits.files) |",
    ] {
      #expect(page.contains(row), "\(row)")
    }
    #expect(limits.ratioGrace == 1 << 20)
  }

  private func grouped(_ number: Int) -> String {
    var digits = String(number)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = String(digits.dropLast(3))
    }
    return ([Substring(digits)] + groups).joined(separator: ",")
  }

  @Test func oneLongCommentIsRefused() {
    let bytes = Array("<gpx><!--".utf8) + [UInt8](repeating: 0x20, count: 6 << 20)
    #expect(message(bytes).contains("longer than 4 MB"))
  }

  @Test func aLongTextIsPassedOver() {
    let bytes =
      Array("<gpx><trk><name>".utf8) + [UInt8](repeating: 0x41, count: 6 << 20)
      + Array("</name><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>".utf8)
    #expect(message(bytes) == "read 1")
  }

  @Test func packedBlanksAreRefused() {
    let bomb = Packing.gzip(Array("<gpx>".utf8) + [UInt8](repeating: 0x20, count: 4 << 20))
    #expect(message(bomb).contains("times its size"))
  }

  @Test func beyondTheGlobeTakesNoLongSearch() {
    let bytes =
      Array("<gpx><trk><trkseg>".utf8)
      + repeated("<trkpt lat=\"1\" lon=\"200\"/><trkpt lat=\"0\" lon=\"0\"/>", 20_000)
      + Array("</trkseg></trk></gpx>".utf8)
    let time = ContinuousClock().measure { _ = message(bytes) }
    #expect(time < .seconds(5))
  }
}
