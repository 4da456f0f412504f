import Foundation
import Testing

/// Parts of films: made apart, joined, and made again.
struct PartsTests {
  static let run = FilmTests.example("hilly-10k")
  static let small = ["--size", "128x160", "--duration", "3s", "--fps", "20", "--quiet"]

  /// A checksum of every frame's pixels.
  static func frames(_ path: String) throws -> String {
    try Program.tool("ffmpeg", ["-v", "error", "-i", path, "-map", "0:v:0", "-f", "framemd5", "-"]).output
  }

  @Test(arguments: ["mp4", "webm", "mkv", "mov"]) func joinedPartsAreTheFilm(ending: String) throws {
    try Program.withFolder { folder in
      func file(_ name: String) -> String { folder.appendingPathComponent("\(name).\(ending)").path }
      func compose(_ words: [String]) throws {
        let result = try Program.compose(words)
        try #require(result.status == 0, "\(result.error)")
      }
      let fast = ending == "webm" ? ["--preset", "veryfast"] : []
      try compose([Self.run, "-o", file("whole")] + Self.small + fast)
      for part in 1...3 {
        try compose([Self.run, "-o", file("part\(part)"), "--segment", "\(part)/3"] + Self.small + fast)
      }
      // The order of the words does not matter.
      try compose(["join", file("part3"), file("part1"), file("part2"), "-o", file("joined"), "--quiet"])
      let whole = try Self.frames(file("whole"))
      #expect(whole.split(separator: "\n").filter { !$0.hasPrefix("#") }.count == 60)
      #expect(try Self.frames(file("joined")) == whole)
      // Not only the pictures: the same file.
      #expect(
        FileManager.default.contentsEqual(atPath: file("joined"), andPath: file("whole")),
        "joined.\(ending) differs in its bytes")
    }
  }

  @Test func partsThatDoNotBelongTogetherAreRefused() throws {
    try Program.withFolder { folder in
      func file(_ name: String) -> String { folder.appendingPathComponent("\(name).mp4").path }
      let sets: [(String, [String])] = [
        ("a1", ["--segment", "1/2"]), ("a2", ["--segment", "2/2"]),
        ("slow", ["--segment", "2/2", "--crf", "40"]), ("big", ["--segment", "2/2", "--size", "160x160"]),
        ("long", ["--segment", "2/2", "--duration", "4s"]),
      ]
      for (name, words) in sets {
        let given = Set(words)
        var base = Self.small
        for option in ["--size", "--duration"] where given.contains(option) {
          if let index = base.firstIndex(of: option) { base.removeSubrange(index...index + 1) }
        }
        let result = try Program.compose([Self.run, "-o", file(name)] + base + words)
        try #require(result.status == 0, "\(result.error)")
      }
      try Data("no film".utf8).write(to: folder.appendingPathComponent("text.mp4"))
      let faults: [([String], String)] = [
        (["a1"], "no part holds frames 28 to 59"), (["a2"], "no part holds frames 0 to 27"),
        (["a1", "a2", "a1"], "another part holds some too"), (["a1", "big"], "parts of different films"),
        (["a1", "long"], "parts of different films"), (["a1", "slow"], "parts of different films"),
        (["a1", "text"], "cannot read"), (["a1", "missing"], "No such file"),
      ]
      for (parts, message) in faults {
        let result = try Program.compose(["join"] + parts.map { file($0) } + ["-o", file("joined")])
        #expect(result.status == 1, "\(parts): \(result.error)")
        #expect(result.error.contains(message), "\(parts): \(result.error)")
        #expect(result.error.split(separator: "\n").count == 1)
      }
      #expect(try Program.compose(["join", file("a1")]).status == 2)
      #expect(
        try Program.compose(["join", file("a1"), file("a2"), "-o", file("j").dropLast(3) + "gif"]).status == 2
      )
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.hasPrefix("joined") || $0.hasPrefix(".") })
    }
  }

  @Test func redoneRangeIsNewAndTheRestOld() throws {
    try Program.withFolder { folder in
      let film = folder.appendingPathComponent("film.mp4").path
      let dark = folder.appendingPathComponent("dark.mp4").path
      func compose(_ words: [String]) throws {
        let result = try Program.compose([Self.run] + words + Self.small)
        try #require(result.status == 0, "\(result.error)")
      }
      try compose(["-o", film])
      try compose(["-o", dark, "--theme", "night"])
      let (day, night) = (try Self.frames(film), try Self.frames(dark))
      // The same again changes nothing.
      try compose(["-o", film, "--redo", "1s-2s"])
      #expect(try Self.frames(film) == day)
      try compose(["-o", film, "--redo", "1s-2s", "--theme", "night"])
      let mixed = try Self.frames(film).split(separator: "\n").filter { !$0.hasPrefix("#") }
      func lines(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix("#") } }
      // Sixty frames have fifteen parts of four: 20..<40 is whole parts.
      for (index, line) in mixed.enumerated() {
        let expected = (20..<40).contains(index) ? lines(night)[index] : lines(day)[index]
        #expect(line == expected, "frame \(index)")
      }
      #expect(mixed.count == 60)
      for words in [["--redo", "1s-2s", "--size", "160x160"], ["--redo", "2s-1s"], ["--redo", "soon"]] {
        var base = Self.small
        if words.contains("--size") { base.removeFirst(2) }
        let result = try Program.compose([Self.run, "-o", film] + base + words)
        #expect(result.status == 2, "\(words): \(result.error)")
      }
      let missing = try Program.compose(
        [Self.run, "-o", folder.path + "/none.mp4", "--redo", "1s-2s"] + Self.small)
      #expect(missing.status == 1, "\(missing.error)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["dark.mp4", "film.mp4"])
    }
  }
}
