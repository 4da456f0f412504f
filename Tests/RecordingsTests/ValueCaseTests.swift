import Testing

@testable import Recordings

/// Values and texts that broke other tools (C23–C39).
struct ValueCaseTests {
  @Test("C24, C26: elevation that is missing, and 0 everywhere") func missingElevationIsNotZero() throws {
    let body = (0..<20).map { GPXText.point($0, elevation: $0 == 9 ? nil : "100") }.joined()
    #expect(try GPXText.read(GPXText.track(body)).points[9].elevation == nil)
    let none = (0..<20).map { GPXText.point($0, elevation: nil) }.joined()
    #expect(try GPXText.read(GPXText.track(none)).points.allSatisfy { $0.elevation == nil })
    let zero = (0..<20).map { GPXText.point($0, elevation: "0.00") }.joined()
    #expect(try GPXText.read(GPXText.track(zero)).points.allSatisfy { $0.elevation == 0 })
  }

  @Test("C27: a decimal comma") func decimalCommaIsSaidClearly() {
    let body = (0..<3).map { GPXText.point($0, latitude: "47,1234\($0)") }.joined()
    do throws(RecordingError) {
      _ = try GPXText.read(GPXText.track(body))
      Issue.record("read")
    } catch {
      #expect(error.line == 4)
      #expect(error.message.contains("\"47,12340\"") && error.message.contains("point, not a comma"))
    }
  }

  @Test("C28: across the antimeridian") func antimeridianStaysShort() throws {
    let longitudes = ["179.98", "179.99", "180", "-179.995", "-179.99", "-179.98"]
    let body = longitudes.indices.map { GPXText.point($0, latitude: "10", longitude: longitudes[$0]) }
      .joined()
    let session = try GPXText.read(GPXText.track(body))
    #expect(session.points.count == 6)
    #expect(session.summedDistance < 4500)
    let beyond = ["179.98", "179.99", "180.0", "180.01", "180.02"]
    let other = beyond.indices.map { GPXText.point($0, latitude: "10", longitude: beyond[$0]) }.joined()
    let unwrapped = try GPXText.read(GPXText.track(other))
    #expect(unwrapped.points.count == 5)
    #expect(unwrapped.points.allSatisfy { abs($0.longitude) <= 180 })
    let one = try GPXText.read(GPXText.track(GPXText.point(0, latitude: "10", longitude: "-180.09")))
    #expect(abs(one.points[0].longitude - 179.91) < 1e-9)
  }

  @Test func sensorsWhateverThePrefix() throws {
    let inside =
      "<extensions><q:TrackPointExtension><q:hr>150</q:hr><q:cad>90</q:cad><q:atemp>12.5</q:atemp>"
      + "</q:TrackPointExtension><power>250</power></extensions>"
    let body = (0..<20).map { GPXText.point($0, inside: inside) }.joined()
    let point = try GPXText.read(GPXText.track(body)).points[3]
    #expect(point.heartRate == 150 && point.cadence == 90 && point.temperature == 12.5 && point.power == 250)
  }

  @Test(arguments: ["-1", "0", "nan", "NaN", "inf", "", "999", "1e400", "0x50"])
  func impossibleHeartRatesAreAbsent(_ value: String) throws {
    let body = GPXText.points(0..<5) + GPXText.point(5, inside: "<extensions><hr>\(value)</hr></extensions>")
    #expect(try GPXText.read(GPXText.track(body)).points[5].heartRate == nil)
  }

  @Test func stridesBecomeStepsOnFoot() throws {
    let body = (0..<20).map { GPXText.point($0, inside: "<extensions><cad>85</cad></extensions>") }.joined()
    func read(_ type: String) throws -> Double? {
      try GPXText.read(GPXText.file("<trk><type>\(type)</type>\(GPXText.segment(body))</trk>")).points[0]
        .cadence
    }
    #expect(try read("running") == 170)
    #expect(try read("9") == 170)
    #expect(try read("cycling") == 85)
  }

  @Test(
    "C39: names in any script",
    arguments: [
      "Straße über Ærø", "Забег", "朝のラン", "🏃‍♀️ Run 🏔", "ركض في الصباح", "e\u{301}te\u{301}",
    ])
  func namesSurvive(_ name: String) throws {
    #expect(try GPXText.read(GPXText.track(GPXText.points(), name: name)).name == name)
  }

  @Test func controlCharactersNeverLeaveTheReader() throws {
    let name = "A&#x85;B&#x9b;31m \u{202e}C&#10;&#9;D"
    let session = try GPXText.read(GPXText.track(GPXText.points(), name: name))
    #expect(session.name == "A B31m C D")
    #expect(ActivityText.clean("\u{1b}[31mred\u{7f}", limit: 100) == "[31mred")
  }

  @Test("C23: no extensions at all; C34: elevation but no time") func nothingBesideThePlace() throws {
    let plain = try GPXText.read(GPXText.track(GPXText.points()))
    #expect(plain.points.allSatisfy { $0.heartRate == nil && $0.cadence == nil && $0.power == nil })
    let body = (0..<20).map { GPXText.point($0, time: .some(nil), elevation: "\(100 + $0)") }.joined()
    let timeless = try GPXText.read(GPXText.track(body))
    #expect(timeless.points.map(\.elevation) == (0..<20).map { Double(100 + $0) })
    #expect(RecordingSummary(timeless).elapsed == nil)
    #expect(RecordingSummary(timeless).ascent == 18)
  }

  @Test("C35, C36: byte-order marks and declarations that the bytes contradict")
  func marksAndFalseDeclarations() throws {
    let text = GPXText.track(GPXText.points())
    #expect(try GPXText.read("\u{feff}" + text).points.count == 20)
    let false16 = GPXText.file(
      "<trk>\(GPXText.segment(GPXText.points()))</trk>",
      declaration: "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n")
    #expect(try GPXText.read(false16).points.count == 20)
    #expect(try GPXText.read(String(false16.dropFirst())).points.count == 20)
    let blanks = try GPXText.read(
      "\n\n  \n" + GPXText.track(GPXText.points() + "<trkpt lat=\"x\" lon=\"1\"/>"))
    #expect(blanks.report.warnings.contains { $0.hasPrefix("line 27:") })
  }

  @Test("C38: undeclared prefixes, and a prefix everywhere") func undeclaredAndForeignPrefixes() throws {
    let text = GPXText.track(GPXText.points()).replacing(
      "<name>", with: "<ql:activity>run</ql:activity><name>")
    #expect(try GPXText.read(text).points.count == 20)
    let prefixed = GPXText.track(GPXText.points()).replacing("</", with: "</ns1:").replacing(
      "<t", with: "<ns1:t"
    )
    .replacing("<e", with: "<ns1:e").replacing("<n", with: "<ns1:n").replacing("<gpx", with: "<ns1:gpx")
    .replacing("ns1:ns1:", with: "ns1:")
    let session = try GPXText.read(prefixed)
    #expect(session.points.count == 20)
    #expect(session.elapsed == 19)
  }

  @Test func originBetweenOthersIsDropped() throws {
    let body =
      GPXText.points(0..<10) + GPXText.point(10, latitude: "0", longitude: "0") + GPXText.points(11..<20)
    let session = try GPXText.read(GPXText.track(body))
    #expect(session.points.count == 19)
    #expect(
      session.report.entries == [.init(reason: "position 0,0", count: 1, firstPosition: 14, dropped: true)])
  }
}

struct DecimalNumberTests {
  @Test(arguments: [
    ("0", 0.0), ("-12.5", -12.5), ("+3", 3), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1.5E-3", 0.0015),
    (" 7\n", 7),
    ("37.24173816852271556854248046875", 37.24173816852271556854248046875),
    ("-0.000000000000000000001", -1e-21),
    ("123456789012345678901234567890", 1.2345678901234568e29), ("1e-400", 0),
  ])
  func reads(_ text: String, _ value: Double) throws {
    let read = try #require(DecimalNumber.parse(text))
    #expect(abs(read - value) <= abs(value) * 1e-15)
  }

  @Test(arguments: [
    "", " ", "-", ".", "e5", "1e", "1e+", "1,5", "0x10", "nan", "inf", "1 2", "1.2.3", "४७", "1e400",
  ])
  func refuses(_ text: String) { #expect(DecimalNumber.parse(text) == nil) }
}
