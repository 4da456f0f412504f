import Foundation
import Testing

/// `compose map inspect` through the built program.
struct MapCommandTests {
  /// A run on Monaco's streets' latitude, and a folder of tiles at the place of the example run.
  @Test func saysWhatAFolderHoldsAndWhetherItCoversARun() throws {
    try Program.withFolder { folder in
      let run = folder.appendingPathComponent("run.gpx").path
      let points = (0..<60).map {
        "<trkpt lat=\"\(5 + 0.0002 * Double($0))\" lon=\"5\"><time>2025-01-01T10:00:\($0 / 10)\($0 % 10)Z</time></trkpt>"
      }
      try
        "<gpx version=\"1.1\" creator=\"t\"><trk><name>Coast</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
        .write(toFile: run, atomically: true, encoding: .utf8)
      let tile = folder.appendingPathComponent("tiles/5/16/15.png")
      try FileManager.default.createDirectory(
        at: tile.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(count: 40).write(to: tile)
      let tiles = folder.appendingPathComponent("tiles").path

      let text = try Program.compose(["map", "inspect", tiles, run])
      #expect(text.status == 0 && text.error.isEmpty, "\(text.error)")
      for line in [
        "format        folder\n", "holds         raster tiles\n", "zooms         5 only\n",
        "tiles         1\n",
        "size          40 bytes\n", "attribution   none\n", "route inside  all of it, at zoom 5\n",
      ] { #expect(text.output.contains(line), "\(line) is not in\n\(text.output)") }

      let json = try Program.compose(["map", "inspect", tiles, run, "--json"])
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(object["holds"] as? String == "raster" && object["max_zoom"] as? Int == 5)
      let recording = try #require(object["recording"] as? [String: Any])
      #expect(recording["inside"] as? Double == 1 && recording["name"] as? String == "Coast")

      // Without a run, and beside it.
      let alone = try Program.compose(["map", "inspect", tiles])
      #expect(alone.status == 0 && !alone.output.contains("recording"))
      let beside = try Program.compose(["map", "inspect", tiles, FilmTests.example("hilly-10k")])
      #expect(beside.status == 0 && beside.output.contains("route inside  none of it\n"))
    }
  }

  @Test func refusesInOneLine() throws {
    for (words, status) in [
      (["map"], 2), (["map", "inspect"], 2), (["map", "show", "a"], 2),
      (["map", "inspect", "/nowhere.pmtiles"], 1),
      (["map", "inspect", FilmTests.example("hilly-10k")], 1),
      (["map", "inspect", "https://example.invalid/tiles"], 1),
    ] {
      let result = try Program.compose(words)
      #expect(result.status == Int32(status) && result.output.isEmpty)
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
  }
}
