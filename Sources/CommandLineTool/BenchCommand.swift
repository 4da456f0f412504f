import Encoding
import Glibc
import ReplayComposer

/// `compose bench run.gpx`: how fast films are made here, beside the encoder alone.
package struct BenchCommand: Command {
  package static let name = "bench"
  package static let summary = "Measure the speed of rendering and encoding."
  package static let usage = "bench [--template T] RUN… [--frames N] [--rounds N] [--json]"
  package static let options =
    FilmOptions.specs + [
      OptionSpec("frames", .value("N"), "Frames of the film that are rendered (default 120)"),
      OptionSpec("rounds", .value("N"), "How often each is measured; medians are shown (default 3)"),
      OptionSpec("preset", .value("NAME"), "Speed of the encoder (default medium)"),
      OptionSpec("crf", .value("N"), "Constant quality in the codec's own scale"),
      OptionSpec("jobs", short: "j", .value("N"), "Workers that draw frames (default: one a processor)"),
      OptionSpec("json", .flag, "One JSON object"),
    ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    Interruption.listen()
    do {
      let start = StageTime.seconds()
      var options = try FilmOptions.read(arguments)
      options.workers = try WorkFlags.workers(arguments)
      let frames = try FilmOptions.whole(arguments, "frames", 1...3000) ?? 120
      let rounds = try FilmOptions.whole(arguments, "rounds", 1...100) ?? 3
      let output = try OutputFlags.read(arguments)
      let replay = try RecordingArguments.replay(arguments, options: options, terminal: terminal)
      _ = try replay.frame(0)
      let firstFrame = StageTime.seconds() - start
      var benchmark = RenderBenchmark(replay: replay, frameCount: frames)
      let folder = try temporaryFolder()
      defer { rmdir(folder) }
      try benchmark.run(rounds: rounds, output: output, folder: folder) { Interruption.hasCome }
      let report = BenchReport(benchmark, preset: output.preset ?? "medium", firstFrame: firstFrame)
      terminal.print(arguments.has("json") ? report.json.render() : report.text)
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }

  private static func temporaryFolder() throws(ReplayError) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/compose-bench-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else {
      throw ReplayError(.output, "cannot make a folder in \(parent): \(String(cString: strerror(errno)))")
    }
    return String(cString: path)
  }
}
