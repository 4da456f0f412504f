import Foundation
import Testing

/// Outputs that cannot be written, and programs that are stopped: nothing broken under the final name, nothing left.
struct FaultTests {
  static let run = FilmTests.example("flat-5k")
  static let small = [
    "--template", "minimal", "--size", "128x160", "-d", "2s", "--fps", "12", "--quiet",
  ]
  /// Every way a film is written.
  static let outputs = [
    "film.mp4", "film.webm", "film.mov", "film.mkv", "film.gif", "film.webp", "film.y4m", "frames/%03d.png",
  ]

  /// A shell line that runs `compose` for an output.
  static func line(_ output: String) -> String {
    ([Program.products.appendingPathComponent("compose").path, run, "-o", output] + small)
      .map { "'\($0)'" }.joined(separator: " ")
  }

  static func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: outputs) func limitOfTheFileSizeLeavesNothing(output: String) throws {
    try Program.withFolder { folder in
      let limit = output.hasSuffix("png") ? 2 : 4
      let result = try Program.tool(
        "bash", ["-c", "ulimit -f \(limit); exec " + Self.line(folder.path + "/" + output)])
      #expect(result.status == 3, "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
      #expect(try Self.names(folder).isEmpty)
    }
  }

  /// Whether a file system of one's own can be mounted here (root, or user namespaces).
  static let canMount =
    (try? Program.tool("unshare", ["-rm", "bash", "-c", "mount -t tmpfs -o size=64k none /mnt"]))?.status == 0

  /// Runs a script with a small file system at `$D`, which goes away with it; prints what is in it at the end.
  static func onOwnDisk(_ script: String) throws -> Program.Result {
    try Program.withFolder { folder in
      try Program.tool(
        "unshare",
        [
          "-rm", "bash", "-c",
          "D='\(folder.path)'; mount -t tmpfs -o size=64k none \"$D\" || exit 99; \(script); ls -A \"$D\"; exit $S",
        ])
    }
  }

  @Test(
    .enabled(if: canMount, "needs root or user namespaces to mount a small disk"), arguments: outputs)
  func fullDiskLeavesNothing(output: String) throws {
    let words = Self.line("@/" + output).replacing("'@/", with: "\"$D\"/'")
    // Four kilobytes are free.
    let result = try Self.onOwnDisk("head -c 61440 /dev/zero > $D/other; \(words); S=$?")
    #expect(result.status == 3, "\(result.error)")
    #expect(
      result.error.split(separator: "\n").count == 1 && result.error.contains("No space left"),
      "\(result.error)")
    #expect(result.output == "other\n")
  }

  @Test(
    .enabled(if: canMount, "needs root or user namespaces to mount a small disk"), arguments: outputs)
  func readOnlyFolderIsOneLine(output: String) throws {
    let words = Self.line("@/" + output).replacing("'@/", with: "\"$D\"/'")
    let result = try Self.onOwnDisk("echo old > $D/film.mp4; mount -o remount,ro $D; \(words); S=$?")
    #expect(result.status == 3, "\(result.error)")
    #expect(
      result.error.split(separator: "\n").count == 1 && result.error.contains("Read-only file system"),
      "\(result.error)")
    #expect(result.output == "film.mp4\n")
  }

  @Test func encoderThatIsNotThereIsOneLine() throws {
    try Program.withFolder { folder in
      for words in [
        ["--codec", "h264_nvenc"], ["--preset", "nonsense"], ["--codec", "libnone"],
        ["--pixel-format", "rgb9"],
      ] {
        let result = try Program.compose([Self.run, "-o", folder.path + "/film.mp4"] + Self.small + words)
        #expect(result.status == 2, "\(words): \(result.error)")
        #expect(result.error.split(separator: "\n").count <= 2, "\(result.error)")
        #expect(try Self.names(folder).isEmpty)
      }
    }
  }

  /// Numbers that look random and are the same in every run (Knuth's MMIX constants).
  struct Dice {
    var state: UInt64
    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  /// Fifty films, each stopped at another moment.
  @Test func fiftyKillsLeaveNothingBroken() throws {
    var dice = Dice(state: 7)
    try Program.withFolder { folder in
      // How long a film takes here, now.
      let start = Date()
      let film = folder.appendingPathComponent("film.mp4")
      #expect(try Program.compose([Self.run, "-o", film.path] + Self.small).status == 0)
      let whole = Int(Date().timeIntervalSince(start) * 1_000_000)
      let good = try Data(contentsOf: film)
      var stopped = 0
      for round in 0..<50 {
        let signal = [SIGINT, SIGTERM, SIGKILL][round % 3]
        let hasOld = round % 2 == 0
        if hasOld {
          try Data("old".utf8).write(to: film)
        } else {
          try? FileManager.default.removeItem(at: film)
        }
        let process = Process()
        process.executableURL = Program.products.appendingPathComponent("compose")
        process.arguments = [Self.run, "-o", film.path] + Self.small
        let error = Pipe()
        process.standardError = error
        try process.run()
        usleep(UInt32(dice.next(below: whole)))
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        let said = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let names = try Self.names(folder)
        let content = try? Data(contentsOf: film)
        let finished = process.terminationReason == .exit && process.terminationStatus == 0
        if finished {
          #expect(content == good && said.isEmpty, "round \(round)")
        } else {
          stopped += 1
          // The old film, none, or – where the signal came after the renaming – all of the new one.
          #expect(content == (hasOld ? Data("old".utf8) : nil) || content == good, "round \(round)")
          if process.terminationReason == .exit {
            #expect(process.terminationStatus == 130, "round \(round): \(process.terminationStatus)")
            #expect(said.split(separator: "\n").count == 1, "round \(round): \(said)")
          } else {
            #expect(process.terminationStatus == signal)
          }
        }
        let left = names.filter { $0 != "film.mp4" }
        if signal == SIGKILL {
          #expect(
            left.allSatisfy { $0.hasPrefix(".film.mp4.") && $0.hasSuffix(".part") }, "round \(round): \(left)"
          )
        } else {
          // The run before may have been killed and this one stopped before it came to clean up.
          #expect(
            left.allSatisfy { !$0.contains(".\(process.processIdentifier)-") }, "round \(round): \(left)")
        }
      }
      #expect(stopped >= 20, "only \(stopped) were stopped before their end")
      // What killed ones left goes with the next run.
      try? FileManager.default.removeItem(at: film)
      #expect(try Program.compose([Self.run, "-o", film.path] + Self.small).status == 0)
      #expect(try Self.names(folder) == ["film.mp4"])
      #expect(try Data(contentsOf: film) == good)
    }
  }

  /// The hidden folder of a killed picture sequence goes too.
  @Test func killedSequenceIsCleanedByTheNextRun() throws {
    try Program.withFolder { folder in
      let process = Process()
      process.executableURL = Program.products.appendingPathComponent("compose")
      process.arguments = [Self.run, "-o", folder.path + "/%05d.png", "--size", "540x960", "--quiet"]
      try process.run()
      for _ in 0..<400 where try Self.names(folder).isEmpty { usleep(10_000) }
      usleep(100_000)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(try Self.names(folder).count == 1)
      let next = try Program.compose(
        [Self.run, "-o", folder.path + "/%05d.png", "--size", "64x64", "-d", "1s", "--fps", "2", "--quiet"])
      #expect(next.status == 0, "\(next.error)")
      #expect(try Self.names(folder) == ["00000.png", "00001.png"])
    }
  }
}
