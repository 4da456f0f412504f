import Foundation
import Testing

/// The main job through the built program: issue by issue what a user sees.
struct FilmTests {
  static let small = ["--size", "270x480", "--duration", "2s"]
  static func example(_ name: String) -> String {
    Program.root.appendingPathComponent("examples/recordings/\(name).gpx").path
  }

  @Test func T22_filmIsWhatWasAskedFor() throws {
    try Program.withFolder { folder in
      let film = folder.appendingPathComponent("film.mp4").path
      let result = try Program.compose(
        ["--template", "story", Self.example("hilly-10k"), "-o", film] + Self.small)
      try #require(result.status == 0, "\(result.error)")
      let probe = try Program.tool(
        "ffprobe",
        [
          "-v", "error", "-count_frames", "-show_entries",
          "stream=codec_name,width,height,pix_fmt,color_space,color_primaries,color_transfer,r_frame_rate,nb_read_frames",
          "-of", "default=nw=1", film,
        ])
      for line in [
        "codec_name=h264", "width=270", "height=480", "pix_fmt=yuv420p", "color_space=bt709",
        "color_primaries=bt709", "color_transfer=bt709", "r_frame_rate=30/1", "nb_read_frames=60",
      ] {
        #expect(probe.output.contains(line + "\n"), "\(line) is not in\n\(probe.output)")
      }
      // Only the film: no temporary file beside it.
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["film.mp4"])
    }
  }

  @Test func T8_T9_framesDoNotDependOnWorkersOrRate() throws {
    try Program.withFolder { folder in
      func render(_ name: String, _ words: [String]) throws -> [String: Data] {
        let target = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let result = try Program.compose(
          [
            Self.example("hilly-10k"), "-o", target.path + "/%05d.png", "--size", "270x480", "--duration",
            "1s",
          ]
            + words,
          environment: ["TZ": name == "a" ? "Asia/Tokyo" : "America/Lima", "LC_ALL": "C.UTF-8"])
        try #require(result.status == 0, "\(result.error)")
        var files: [String: Data] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: target.path) {
          files[file] = try Data(contentsOf: target.appendingPathComponent(file))
        }
        return files
      }
      let one = try render("a", ["--jobs", "1"])
      let two = try render("b", ["--jobs", "2"])
      #expect(one.count == 30)
      #expect(one == two)
      let fast = try render("c", ["--fps", "60"])
      #expect(fast.count == 60)
      for (name, data) in one {
        let number = try #require(Int(name.prefix(5)))
        let twice = String(format: "%05d.png", number * 2)
        #expect(fast[twice] == data, "\(name) and \(twice)")
      }
    }
  }

  @Test func stillIsTheFilmsFrame() throws {
    try Program.withFolder { folder in
      let frames = folder.appendingPathComponent("f%04d.png").path
      let film = try Program.compose(
        [Self.example("track-laps"), "-o", frames, "--size", "270x270", "--duration", "1s", "--fps", "10"])
      try #require(film.status == 0, "\(film.error)")
      let still = folder.appendingPathComponent("still.png")
      let result = try Program.compose([
        "frame", Self.example("track-laps"), "--at", "f6", "-o", still.path, "--size", "270x270",
        "--duration", "1s",
        "--fps", "10",
      ])
      try #require(result.status == 0, "\(result.error)")
      #expect(try Data(contentsOf: still) == Data(contentsOf: folder.appendingPathComponent("f0006.png")))
    }
  }

  @Test func T1_lastFrameShowsTheRecordedTotal() throws {
    let inspected = try Program.compose(["inspect", Self.example("hilly-10k"), "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(inspected.output.utf8)) as? [String: Any])
    let film = try #require(object["film"] as? [String: Any])
    let total = try #require(film["distance_m"] as? Double)
    let traced = try Program.compose(["trace", Self.example("hilly-10k"), "--duration", "3s"])
    try #require(traced.status == 0, "\(traced.error)")
    let lines = traced.output.split(separator: "\n")
    #expect(lines.count == 90)
    let text = try #require(lines.last)
    let last = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(abs(try #require(last["distance_m"] as? Double) - total) < 0.01)
    for key in [
      "frame", "t", "run_time_s", "distance_m", "lat", "lon", "heading", "pitch", "camera_distance_m", "x",
      "y",
      "pace_s_per_km", "elevation_m",
    ] {
      #expect(last.keys.contains(key), "\(key) is missing")
    }
  }

  struct Fault: Sendable {
    var words: [String]
    var status: Int32
  }
  static let run = "examples/recordings/hilly-10k.gpx"
  static let faults: [Fault] = [
    Fault(words: ["no-such-file.gpx"], status: 1),
    Fault(words: [], status: 2),
    Fault(words: [run, "--fps", "many"], status: 2),
    Fault(words: [run, "--size", "1281x721"], status: 2),
    Fault(words: [run, "--no-such-option"], status: 2),
    Fault(words: [run, "--template", "no-such-template"], status: 1),
    Fault(words: [run, "-o", "/proc/film.mp4", "--duration", "1s", "--size", "64x64"], status: 3),
    Fault(words: ["frame", run, "--at", "noon"], status: 2),
  ]

  @Test(arguments: faults) func faultIsOneLineAndTheRightStatus(fault: Fault) throws {
    let result = try Program.compose(fault.words)
    #expect(result.status == fault.status, "\(result.error)")
    #expect(result.output.isEmpty)
    let lines = result.error.split(separator: "\n")
    #expect((1...2).contains(lines.count), "\(result.error)")
  }

  @Test(arguments: ["story", "classic"])
  func summarySaysHowCalmTheCameraIs(template: String) throws {
    let result = try Program.compose([
      "trace", Self.example("hilly-10k"), "--template", template, "--duration", "8s", "--summary",
    ])
    try #require(result.status == 0, "\(result.error)")
    let line = try #require(result.output.split(separator: "\n").first)
    let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(row["style"] as? String == (template == "classic" ? "classic" : "cinematic"))
    #expect(row["outside_safe_area"] as? Double == 0)
    let speed = try #require(row["turn_speed_p99_deg_s"] as? Double)
    // 0.6° a tick in the article, 25° a second in the cinematic style, however short the film.
    #expect((0.1...(template == "classic" ? 36.1 : 25.1)).contains(speed))
    #expect(try #require(row["ground_flow_per_s"] as? Double) > 0)
  }

  @Test(arguments: ["path", "heading", "pace"])
  func plotsArePictures(kind: String) throws {
    let words = ["trace", Self.example("hilly-10k"), "--duration", "8s", "--plot", kind]
    let plain = try Program.compose(words)
    try #require(plain.status == 0, "\(plain.error)")
    #expect(plain.output.hasPrefix("<svg ") && plain.output.hasSuffix("</svg>\n"))
    let lines = plain.output.components(separatedBy: "fill=\"none\"").count - 1
    #expect(lines == (kind == "heading" ? 1 : 2))
    #expect(!plain.output.contains("null") && !plain.output.contains("nan"))
    // Private places are not in the picture: less of both lines is drawn.
    let closed = try Program.compose(words + ["--privacy-zone", "1000m"])
    if kind == "path" { #expect(closed.output.count < plain.output.count * 9 / 10) }
  }

  @Test func unknownPlotIsAUsageError() throws {
    let result = try Program.compose(["trace", Self.example("hilly-10k"), "--plot", "speed"])
    #expect(result.status == 2 && result.error.contains("path, heading, pace"))
  }

  /// Inside a privacy zone a trace has neither coordinates nor pixels; the numbers go on.
  @Test func traceKeepsPrivateEnds() throws {
    let words = ["trace", Self.example("hilly-10k"), "--duration", "8s"]
    let open = try Program.compose(words)
    let closed = try Program.compose(words + ["--privacy-zone", "300m"])
    func rows(_ text: String) throws -> [[String: Any]] {
      try text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }
    let (all, masked) = (try rows(open.output), try rows(closed.output))
    try #require(all.count == masked.count && !all.isEmpty)
    let ends = try [0, all.count - 1].map { index in
      (try #require(all[index]["lat"] as? Double), try #require(all[index]["lon"] as? Double))
    }
    var hidden = 0
    for (plain, row) in zip(all, masked) {
      #expect(plain["distance_m"] as? Double == row["distance_m"] as? Double)
      guard let latitude = row["lat"] as? Double, let longitude = row["lon"] as? Double else {
        #expect(row["x"] is NSNull && row["y"] is NSNull && row["lon"] is NSNull)
        hidden += 1
        continue
      }
      for end in ends {
        let north = (latitude - end.0) * 111_195
        let east = (longitude - end.1) * 111_195 * cos(latitude * .pi / 180)
        #expect((north * north + east * east).squareRoot() > 299)
      }
    }
    #expect(hidden > 2 && hidden < all.count)
  }

  @Test func T21_interruptLeavesNothing() throws {
    try Program.withFolder { folder in
      let process = Process()
      process.executableURL = Program.products.appendingPathComponent("compose")
      process.arguments = [Self.example("hilly-10k"), "-o", folder.path + "/film.mp4", "--quiet"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: 1.5)
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationStatus == 130)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test func helpAndVersion() throws {
    let help = try Program.compose(["--help"])
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("Usage: compose"))
    #expect(help.error.isEmpty)
    let version = try Program.compose(["--version"])
    #expect(version.output.hasPrefix("compose (replay-composer) "))
    for line in help.output.split(separator: "\n") { #expect(line.count <= 100) }
  }

  @Test func libraryExampleRuns() throws {
    try Program.withFolder { folder in
      let film = folder.appendingPathComponent("film.mp4").path
      let result = try Program.run(
        Program.products.appendingPathComponent("two-lines"), [Self.example("flat-5k"), film])
      try #require(result.status == 0, "\(result.error)")
      #expect(FileManager.default.fileExists(atPath: film))
    }
  }
}
