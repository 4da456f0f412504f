import Foundation
import Testing

/// Faults of other tools with their outputs, by their numbers in the list of cases.
struct OutputCaseTests {
  static let run = FilmTests.example("flat-5k")
  static let short = ["-d", "1s", "--fps", "10", "--quiet"]

  static func stream(_ path: String, _ fields: String) throws -> String {
    try Program.tool(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "stream=" + fields, "-of", "csv=p=0", path]
    ).output
  }

  /// C40: a size that the codec cannot take is refused before anything is rendered, with one that goes.
  @Test(arguments: ["1281x721", "1280x721", "1281x720"]) func C40_oddSizesAreRefusedAtOnce(size: String)
    throws
  {
    try Program.withFolder { folder in
      let start = Date()
      let result = try Program.compose([Self.run, "-o", folder.path + "/film.mp4", "--size", size])
      #expect(result.status == 2)
      #expect(result.error.contains(size) && result.error.contains("1280x720"), "\(result.error)")
      #expect(Date().timeIntervalSince(start) < 20)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  /// C41: films of RGB pictures play everywhere: 4:2:0, with their colours stated.
  @Test(arguments: ["mp4", "webm", "mkv"]) func C41_defaultsPlayEverywhere(ending: String) throws {
    try Program.withFolder { folder in
      let film = folder.path + "/film." + ending
      let result = try Program.compose([Self.run, "-o", film, "--size", "64x96"] + Self.short)
      try #require(result.status == 0, "\(result.error)")
      let found = try Self.stream(film, "pix_fmt,color_range,color_space,color_transfer,color_primaries")
      #expect(found == "yuv420p,tv,bt709,bt709,bt709\n")
    }
  }

  /// C42: stopped half-way, there is no film that does not play.
  @Test func C42_interruptHalfWayLeavesNoFilm() throws {
    try Program.withFolder { folder in
      let process = Process()
      process.executableURL = Program.products.appendingPathComponent("compose")
      process.arguments = [
        Self.run, "-o", folder.path + "/film.mp4", "--size", "270x480", "--progress", "json",
      ]
      let error = Pipe()
      process.standardError = error
      try process.run()
      var said = ""
      // Stop it when it says that it is under way.
      while process.isRunning, said.split(separator: "\n").count < 3 {
        said += String(decoding: error.fileHandleForReading.availableData, as: UTF8.self)
      }
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationStatus == 130, "\(said)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  /// C44: every size asked for is the film's size, also when a film of another size is there.
  @Test func C44_sizeIsTheRequest() throws {
    try Program.withFolder { folder in
      let film = folder.path + "/film.mp4"
      for size in ["72x128", "128x72", "100x100"] {
        let result = try Program.compose([Self.run, "-o", film, "--size", size] + Self.short)
        try #require(result.status == 0, "\(result.error)")
        #expect(try Self.stream(film, "width,height") == size.replacing("x", with: ",") + "\n")
      }
    }
  }

  /// C45: no film, no success.
  @Test(arguments: ["", "<gpx>", "not a recording", "<gpx version=\"1.1\"></gpx>"])
  func C45_badRecordingFails(text: String) throws {
    try Program.withFolder { folder in
      let bad = folder.appendingPathComponent("bad.gpx")
      try Data(text.utf8).write(to: bad)
      let result = try Program.compose([bad.path, "-o", folder.path + "/film.mp4"] + Self.short)
      #expect(result.status == 1)
      #expect(result.error.contains("bad.gpx"), "\(result.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bad.gpx"])
    }
  }

  /// C46: the film's moments do not depend on how many frames show them.
  @Test(arguments: ["story", "classic"]) func C46_twiceTheRateIsTheSameMotion(template: String) throws {
    try Program.withFolder { folder in
      func frames(_ rate: String) throws -> [String] {
        let result = try Program.run(
          URL(fileURLWithPath: "/usr/bin/env"),
          [
            "bash", "-c",
            "'\(Program.products.appendingPathComponent("compose").path)' '\(Self.run)' --template \(template) -d 1s "
              + "--size 90x160 --quiet --fps \(rate) --codec rawvideo -o - | ffmpeg -v error -f rawvideo -pix_fmt bgra "
              + "-s 90x160 -i - -f framemd5 -",
          ])
        return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
          $0.split(separator: ",").last.map(String.init)
        }
      }
      let (slow, fast) = (try frames("30"), try frames("60"))
      try #require(slow.count == 30 && fast.count == 60)
      for index in 0..<30 { #expect(fast[2 * index] == slow[index], "frame \(index)") }
    }
  }

  /// Libraries do not talk past `--quiet`.
  @Test(arguments: ["mp4 h264", "mp4 hevc", "mp4 av1", "webm vp9", "mov prores"])
  func encodersAreQuiet(kind: String) throws {
    let words = kind.split(separator: " ").map(String.init)
    try Program.withFolder { folder in
      let result = try Program.compose(
        [Self.run, "-o", folder.path + "/film." + words[0], "--codec", words[1], "--size", "64x96"]
          + Self.short)
      #expect(result.status == 0)
      #expect(result.error.isEmpty && result.output.isEmpty, "\(result.error.prefix(300))")
    }
  }
}
