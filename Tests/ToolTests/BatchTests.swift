import Foundation
import Testing

/// Many recordings at once, and films that need not be made again.
struct BatchTests {
  static let small = ["--size", "64x96", "--duration", "1s", "--fps", "10", "--jobs", "1"]

  @Test func batchGoesOnAfterABadFileAndSaysWhatFailed() throws {
    try Program.withFolder { folder in
      let bad = folder.appendingPathComponent("bad.gpx")
      try Data("<gpx><trk>".utf8).write(to: bad)
      // Two recordings of one name, in two folders.
      let other = folder.appendingPathComponent("other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      let same = other.appendingPathComponent("flat-5k.gpx")
      try FileManager.default.copyItem(atPath: FilmTests.example("flat-5k"), toPath: same.path)
      let films = folder.appendingPathComponent("films/of 2026")
      let words =
        [
          FilmTests.example("flat-5k"), bad.path, same.path, FilmTests.example("track-laps"), "--out-dir",
          films.path, "--update",
        ] + Self.small
      let first = try Program.compose(words)
      #expect(first.status == 1)
      #expect(first.error.contains("3 of 4 films made, 1 failed:\n  \(bad.path)\n"), "\(first.error)")
      let names = try FileManager.default.contentsOfDirectory(atPath: films.path).sorted()
      #expect(names == ["flat-5k-2.mp4", "flat-5k.mp4", "track-laps.mp4"])
      let second = try Program.compose(words)
      #expect(second.status == 1)
      #expect(second.error.contains("0 of 4 films made, 3 up to date, 1 failed:\n"), "\(second.error)")
    }
  }

  @Test func updateMakesAgainWhatHasChanged() throws {
    try Program.withFolder { folder in
      let manager = FileManager.default
      let run = folder.appendingPathComponent("run.gpx")
      try manager.copyItem(atPath: FilmTests.example("flat-5k"), toPath: run.path)
      let template = folder.appendingPathComponent("mine.scene.yaml")
      let shipped = Program.root.appendingPathComponent("templates/minimal/minimal.scene.yaml")
      try manager.copyItem(at: shipped, to: template)
      let film = folder.appendingPathComponent("film.mp4")
      /// Whether the film was made.
      func update(_ words: [String] = []) throws -> Bool {
        let result = try Program.compose(
          [run.path, "--template", template.path, "-o", film.path, "--update"] + Self.small + words)
        try #require(result.status == 0, "\(result.error)")
        return !result.error.contains("is up to date")
      }
      func append(_ text: String, to file: URL) throws {
        try (try Data(contentsOf: file) + Data(text.utf8)).write(to: file)
      }
      #expect(try update())
      #expect(try !update())
      // How the work is done does not matter; what it makes does.
      #expect(try !update(["--timings", "--no-verify"]))
      #expect(try update(["--crf", "30"]))
      #expect(try !update(["--crf", "30"]))
      #expect(try update())
      try append("\n", to: run)
      #expect(try update())
      #expect(try !update())
      try append("# a remark\n", to: template)
      #expect(try update())
      #expect(try update(["--segment", "1/2"]))
      #expect(try !update(["--segment", "1/2"]))
      #expect(try update(["--segment", "2/2"]))
      #expect(try update())
      // Touched but equal: nothing to do.
      let data = try Data(contentsOf: run)
      try data.write(to: run)
      #expect(try !update())
      try manager.removeItem(at: film)
      #expect(try update())
      let refused = try Program.compose(
        [run.path, "-o", film.path, "--update", "--no-metadata"] + Self.small)
      #expect(refused.status == 2)
    }
  }
}
