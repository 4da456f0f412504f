import Testing

@testable import Recordings

/// Gzip, ZIP, GeoJSON, NMEA, KML lines and several files.
struct ContainerTests {
  private func read(_ bytes: [UInt8]) throws(RecordingError) -> Session {
    try RecordingReader.read(bytes: bytes, file: "case")
  }
  private func read(_ text: String) throws(RecordingError) -> Session { try read(Array(text.utf8)) }
  private func message(_ bytes: [UInt8]) -> String {
    do throws(RecordingError) {
      _ = try read(bytes)
      return "read"
    } catch {
      return error.message
    }
  }

  private let gpx = Array(GPXText.track(GPXText.points()).utf8)
  private let kml = """
    <kml><Document><name>File</name><Placemark><name>Walk</name><Point><coordinates>1,1</coordinates></Point></Placemark>
    <Placemark><name>Way</name><LineString><coordinates>
    9,48,0 9.001,48.001,0
    9.002,48.002,0 </coordinates></LineString></Placemark></Document></kml>
    """

  @Test func gzipOfAnyFormatAndMembers() throws {
    #expect(try read(Packing.gzip(gpx)).points.count == 20)
    let halves = Packing.gzip(Array(gpx[..<300])) + Packing.gzip(Array(gpx[300...]))
    #expect(try read(halves).points.count == 20)
    #expect(try read(Packing.gzip(gpx) + [0, 0, 0, 0]).points.count == 20)
    for count in 1..<Packing.gzip(gpx).count {
      #expect(message(Array(Packing.gzip(gpx)[..<count])) != "read")
    }
  }

  @Test func archives() throws {
    let picture: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0, 0]
    let session = try read(Packing.zip([("images/a.png", picture), ("doc.kml", Array(kml.utf8))]))
    #expect(session.points.count == 3)
    #expect(session.name == "Way")
    #expect(session.points.allSatisfy { $0.time == nil && $0.elevation == nil })
    #expect(try read(Packing.zip([("a/b.gpx", gpx)])).points.count == 20)
    #expect(message(Packing.zip([("a.png", picture)])) == "is a ZIP archive without a recording")
    #expect(message(Array(Packing.zip([("a.gpx", gpx)]).dropLast(30))) == "is a damaged ZIP archive")
  }

  @Test func kmlTrackWithSensors() throws {
    let session = try read(
      """
      <kml xmlns:gx="u"><Placemark><name>T</name><gx:Track>
      <when>2025-05-04T06:00:00Z</when><when>2025-05-04T06:00:01Z</when>
      <gx:coord>9 48 100</gx:coord><gx:coord>9.001 48 101</gx:coord>
      <ExtendedData><SchemaData><gx:SimpleArrayData name="heart_rate"><gx:value>140</gx:value><gx:value>141</gx:value>
      </gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark></kml>
      """)
    #expect(session.points.map(\.heartRate) == [140, 141])
    #expect(session.elapsed == 1)
    #expect(session.name == "T")
  }

  @Test func geoJSONShapes() throws {
    let multi = """
      {"type":"FeatureCollection","features":[{"geometry":{"coordinates":[[[9,48,1],[9.001,48]],[[9.002,48],[9.003,48]]],
      "type":"MultiLineString"},"properties":{"name":"A \\u00e9\\ud83c\\udfc3","coordinateProperties":{"times":
      [["2025-05-04T06:00:00Z","2025-05-04T06:00:01Z"],[1746338402000,1746338403]],"heart":[[1,150],[151,152]]}}}]}
      """
    let session = try read(multi)
    #expect(session.segments == [0..<2, 2..<4])
    #expect(session.elapsed == 3)
    #expect(session.points.map(\.heartRate) == [nil, 150, 151, 152])
    #expect(session.name == "A é🏃")
    #expect(try read("{\"type\":\"LineString\",\"coordinates\":[[9,48],[9.1,48]]}").points.count == 2)
    #expect(message(Array("{\"type\":\"Point\",\"coordinates\":[9,48]}".utf8)).contains("no line to replay"))
    #expect(message(Array("{\"a\":[1,2".utf8)).contains("not well-formed JSON"))
    #expect(message(Array(String(repeating: "{\"a\":", count: 100_000).utf8)).contains("nested more than"))
  }

  @Test func nmea() throws {
    let session = try read(
      """
      $GPGGA,060000.00,4800.0000,N,00900.0000,E,1,08,0.9,500.0,M,47.0,M,,
      $GPRMC,060000.00,A,4800.0000,N,00900.0000,E,5.0,0.0,040525,,,A
      $GPRMC,060001.00,A,4800.0060,S,00900.0000,W,5.0,0.0,040525,,,A*00
      $GPGGA,060002.50,4800.0120,N,00900.0000,E,1,08,0.9,502.0,M,47.0,M,,
      """)
    #expect(session.points.count == 2)
    #expect(session.points.map(\.elevation) == [500, 502])
    #expect(session.points.map(\.time) == [1_746_338_400, 1_746_338_402.5])
    #expect(session.report.entries.contains { $0.reason == "checksum wrong" })
  }

  @Test(arguments: ["1e+300", "-12345", "040525", "999999", "1.5e-9", "      "])
  func datesOfNMEANeverTrap(_ date: String) throws {
    let session = try read("$GPRMC,060000.00,A,4800.0000,N,00900.0000,E,5.0,0.0,\(date),,,A\n")
    #expect(session.points.map(\.time) == [date == "040525" ? 1_746_338_400 : nil])
  }

  @Test func timesOfGeoJSONAreOfThisWorld() throws {
    let session = try read(
      "{\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[9,48],[9,48.001]]},\"properties\":"
        + "{\"coordTimes\":[1746338402,1e300]}}")
    #expect(session.points.map(\.time) == [1_746_338_402, nil])
    #expect(session.report.entries.map(\.reason) == ["time out of range"])
  }

  @Test func severalFilesAreOneActivity() throws {
    let late = try read(GPXText.track(GPXText.points(20..<40), name: "Late"))
    let early = try read(GPXText.track(GPXText.points(0..<20), name: "Early"))
    let joined = try Session(joining: [late, early], files: ["late", "early"], limits: RecordingLimits())
    #expect(joined.points.map(\.latitude) == (0..<40).map { GPXText.latitude($0) })
    #expect(joined.segments == [0..<20, 20..<40])
    #expect(joined.name == "Early")
    #expect(joined.report.pointsRead == 40)
    #expect(joined.report.warnings.isEmpty)
    let other = try read(GPXText.track(GPXText.points()).replacing("2025-05-04", with: "2025-05-07"))
    let apart = try Session(joining: [other, early], files: ["b", "a"], limits: RecordingLimits())
    #expect(apart.report.warnings == ["a and b lie more than 2 days apart; is it one activity?"])
    let twice = try Session(joining: [early, early], files: ["a", "a"], limits: RecordingLimits())
    #expect(twice.report.warnings == ["a and a overlap in time"])
  }

  @Test(arguments: ["gpx", "tcx", "kml", "geojson", "nmea", "zip", "gz"])
  func damagedBytesNeverTrap(_ kind: String) {
    let tcx =
      "<TrainingCenterDatabase><Activity Sport=\"Running\"><Lap StartTime=\"2025-05-04T06:00:00Z\"><Track><Trackpoint>"
      + "<Time>2025-05-04T06:00:00Z</Time><Position><LatitudeDegrees>48</LatitudeDegrees><LongitudeDegrees>9"
      + "</LongitudeDegrees></Position></Trackpoint></Track></Lap></Activity></TrainingCenterDatabase>"
    let good: [UInt8] =
      switch kind {
      case "gpx": gpx
      case "tcx": Array(tcx.utf8)
      case "kml": Array(kml.utf8)
      case "geojson": Array("{\"type\":\"LineString\",\"coordinates\":[[9,48],[9.1,48]]}".utf8)
      case "nmea": Array("$GPRMC,060000.00,A,4800.0000,N,00900.0000,E,5.0,0.0,040525,,,A\n".utf8)
      case "zip": Packing.zip([("a.gpx", gpx)])
      default: Packing.gzip(gpx)
      }
    var state: UInt64 = 7
    for _ in 0..<500 {
      var bytes = good
      for _ in 0..<2 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      _ = try? read(bytes)
    }
  }
}
