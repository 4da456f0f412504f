import Foundation
import Testing

/// `compose inspect` as a user sees it: what it says of files that are no recording, and that nothing depends on the machine.
@Suite struct InspectTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    /// The line behind the name.
    var line: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ line: String) {
      self.init(name, Array(text.utf8), line)
    }
    init(_ name: String, _ bytes: [UInt8], _ line: String) {
      self.name = name
      self.bytes = bytes
      self.line = line
    }
  }

  static let known = "(GPX, TCX, FIT, KML, KMZ, GeoJSON, NMEA)"
  static let trackpoint = "<Trackpoint><HeartRateBpm><Value>99</Value></HeartRateBpm></Trackpoint>"
  /// A FIT file of one definition and one file_id message of a type.
  static func fit(type: UInt8) -> [UInt8] {
    let body: [UInt8] = [0x40, 0, 0, 0, 0, 1, 0, 1, 0, 0, type]
    return [12, 0x10, 0, 0, UInt8(body.count), 0, 0, 0] + Array(".FIT".utf8) + body
  }
  static func gpx(_ body: String) -> String {
    "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\">\n\(body)</gpx>\n"
  }

  static let refusals: [Refusal] = [
    Refusal("empty.gpx", "", ": is empty"),
    Refusal("blank.gpx", " \n\n", ": is empty"),
    Refusal("text.gpx", "Hello, my run.\n", ": is text, not a recording \(known)"),
    Refusal("table.csv", "time,lat,lon\n1,48,9\n", ": is text, not a recording \(known)"),
    Refusal("noise.bin", [0, 1, 2, 3, 200, 201], ": is no recording of a known kind \(known)"),
    Refusal(
      "photo.gpx", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], ": is a PNG picture, not a recording \(known)"),
    Refusal("photo.jpg", [0xff, 0xd8, 0xff, 0xe0], ": is a JPEG picture, not a recording \(known)"),
    Refusal("race.pdf", "%PDF-1.7\n", ": is a PDF document, not a recording \(known)"),
    Refusal(
      "run.gpx.xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0],
      ": is packed with xz, which is not read; unpack it first (gzip and ZIP are read)"),
    Refusal(
      "nothing.kmz", [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18),
      ": is a ZIP archive without a recording"),
    Refusal(
      "utf32.gpx", [0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0],
      ": is text in UTF-32, which is not read; save it as UTF-8"),
    Refusal(
      "login.gpx", "<!DOCTYPE html>\n<html><body>Log in<br></html>",
      ":2:1: is a web page, not a recording (was it saved without being logged in?)"),
    Refusal("drawing.gpx", "<svg/>", ":1:1: holds neither GPX, TCX nor KML, but <svg>"),
    Refusal(
      "cut.gpx", "<?xml version=\"1.0\"?>\n<gpx><trk><trkseg>",
      ":2:19: the file ends in the middle, before anything to replay"),
    Refusal("quote.gpx", "<gpx>\n<trkpt lat=48 lon=9/></gpx>", ":2:12: not well-formed XML: invalid token"),
    Refusal(
      "waypoints.gpx", gpx("<wpt lat=\"48\" lon=\"9\"/>"), ": holds only waypoints (1), no track to replay"),
    Refusal(
      "comma.gpx", gpx("<trk><trkseg><trkpt lat=\"48,5\" lon=\"9\"/></trkseg></trk>"),
      ":3: no point has a usable position: position not a number (\"48,5\"); numbers need a point, not a comma"
    ),
    Refusal(
      "treadmill.tcx",
      "<TrainingCenterDatabase><Track>\(trackpoint)\(trackpoint)</Track></TrainingCenterDatabase>",
      ": has 2 track points but no positions (treadmill, pool or indoors?); there is no way to draw"),
    Refusal(
      "plan.tcx", "<TrainingCenterDatabase><Workouts><Workout/></Workouts></TrainingCenterDatabase>",
      ": holds only workouts (1), the plan of a training, not a recorded activity"),
    Refusal("plan.fit", fit(type: 5), ": is a FIT file of a workout, not of an activity"),
    Refusal("watch.fit", fit(type: 2), ": is a FIT file of settings, not of an activity"),
    Refusal(
      "places.kml", "<kml><Placemark><Point><coordinates>9,48</coordinates></Point></Placemark></kml>",
      ": holds only placemarks (1), no track or line to replay"),
    Refusal(
      "place.geojson", "{\"type\":\"Point\",\"coordinates\":[9,48]}",
      ": holds no line to replay, only other geometries (1)"),
    Refusal("list.json", "[1, 2]", ": is a JSON list, not a recording \(known)"),
    Refusal("odd.json", "{\"a\":\n x}", ":2:2: not well-formed JSON: expected a value"),
    Refusal(
      "receiver.nmea", "$GPGGA,060000,,,,,0,00,,,M,,M,,*66\n",
      ": holds no positions (had the receiver no fix?)"),
  ]

  @Test(arguments: refusals) func saysWhatTheFileIs(refusal: Refusal) throws {
    try Program.withFolder { folder in
      try Data(refusal.bytes).write(to: folder.appendingPathComponent(refusal.name))
      let result = try Program.compose(["inspect", refusal.name], in: folder)
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.error == refusal.name + refusal.line + "\n")
    }
  }

  @Test func placesThatAreNoFile() throws {
    for (words, input, line) in [
      (["Sources"], nil, "Sources: is a folder, not a recording\n"),
      (["-"], Data(), "standard input: is empty\n"), ([""], nil, "'': no such file\n"),
      (["./gone.gpx"], nil, "./gone.gpx: no such file\n"),
    ] as [([String], Data?, String)] {
      let result = try Program.compose(["inspect"] + words, input: input)
      #expect(result.status == 1)
      #expect(result.error == line)
    }
  }

  /// Every hostile file: a report, or one line without control characters and no film.
  @Test func hostileFilesEndInOneLine() throws {
    let folder = CoreRecordingsTests.folder.appendingPathComponent("malformed")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    try Program.withFolder { target in
      let film = target.appendingPathComponent("film.mp4").path
      for name in names.sorted() {
        let file = folder.appendingPathComponent(name).path
        let result = try Program.compose(["inspect", file])
        let text = result.output + result.error
        #expect(
          !text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (127..<160).contains($0.value) })
        guard result.status != 0 else { continue }
        let refused = try Program.compose([file, "-o", film, "--quiet"])
        for outcome in [result, refused] {
          #expect(outcome.status == 1, "\(name)")
          #expect(outcome.output.isEmpty)
          #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
        }
        #expect(!FileManager.default.fileExists(atPath: film))
      }
    }
  }

  static let run = "examples/recordings/hilly-10k.gpx"

  @Test("C3, C27: neither zone nor locale change a number") func nothingDependsOnTheMachine() throws {
    let text = try String(contentsOfFile: Program.root.appendingPathComponent(Self.run).path, encoding: .utf8)
    let input = Data(text.replacingOccurrences(of: "Z</time>", with: "</time>").utf8)
    let plain = try Program.compose(["inspect", "-", "--json"], input: input)
    #expect(plain.status == 0)
    #expect(plain.output.contains("times have no zone and are taken as UTC"))
    for environment in [
      ["TZ": "Asia/Tokyo"], ["TZ": "America/Lima"], ["LC_ALL": "de_DE.UTF-8"], ["LC_ALL": "C"],
    ] {
      let result = try Program.compose(["inspect", "-", "--json"], environment: environment, input: input)
      #expect(result.output == plain.output, "\(environment)")
    }
  }

  @Test func oneObjectHoldsEveryKey() throws {
    let result = try Program.compose(["inspect", Self.run, "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    for key in [
      "format", "points", "points_kept", "segments", "name", "sport", "start_time", "elapsed_s", "moving_s",
      "distance_m", "distance_source", "elevation", "heart_rate", "cadence", "power", "laps", "dropped",
      "warnings",
    ] {
      #expect(object.keys.contains(key), "\(key)")
    }
    #expect(
      (object["elevation"] as? [String: Any])?.keys.sorted() == ["ascent_m", "descent_m", "max_m", "min_m"])
    #expect((object["heart_rate"] as? [String: Any])?.keys.sorted() == ["max_bpm", "mean_bpm"])
    let bad = Self.gpx(
      "<trk><trkseg><trkpt lat=\"91\" lon=\"9\"/><trkpt lat=\"48\" lon=\"9\"/><trkpt lat=\"48.001\" lon=\"9\"/></trkseg></trk>"
    )
    let dropped = try Program.compose(["inspect", "-", "--json"], input: Data(bad.utf8))
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(dropped.output.utf8)) as? [String: Any])
    let entry = try #require((report["dropped"] as? [[String: Any]])?.first)
    #expect(entry["reason"] as? String == "position out of range")
    #expect(entry["count"] as? Int == 1)
    #expect(entry["first"] as? Int == 3)
  }
}
