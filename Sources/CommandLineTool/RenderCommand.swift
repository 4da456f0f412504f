import ReplayComposer

/// `compose run.gpx`: the film.
package struct RenderCommand: Command {
  package static let name = ""
  package static let summary = "Turn a recorded run into a film."
  package static let usage = "[--template T] RUN… [-o FILM]"
  package static let options = FilmOptions.specs + OutputFlags.specs + WorkFlags.specs

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    Interruption.listen()
    do {
      if let folder = arguments.value("out-dir") {
        return try BatchRender(folder: folder, arguments: arguments, terminal: terminal).run()
      }
      let path =
        arguments.value("output")
        ?? RecordingArguments.stem(of: arguments.operands.first ?? "film") + ".mp4"
      try render(arguments, to: path, terminal: terminal)
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }

  /// Renders the operands as one recording.
  static func render(_ arguments: ParsedOptions, to path: String, terminal: Terminal) throws {
    var options = try FilmOptions.read(arguments)
    options.workers = try WorkFlags.workers(arguments)
    options.isTransparent = try OutputFlags.isTransparent(arguments)
    let output = try OutputFlags.read(arguments)
    let progress = try WorkFlags.progress(arguments, terminal: terminal)
    let replay = try RecordingArguments.replay(arguments, options: options, terminal: terminal)
    defer { progress.end() }
    let timings = try replay.render(
      to: path, output: output, isCancelled: { Interruption.hasCome }, progress: { progress.update($0) })
    progress.end()
    if arguments.has("timings") { terminal.report(timings.text) }
    if !arguments.has("quiet"), path != "-" {
      let seconds = ProgressReporter.tenths(replay.duration)
      terminal.report(
        "\(path): \(replay.width)x\(replay.height), \(seconds) s, in \(ProgressReporter.tenths(timings.totalWall)) s"
      )
    }
  }
}

/// One film for each recording; goes on after a bad one and says at the end what failed.
struct BatchRender {
  let folder: String
  let arguments: ParsedOptions
  let terminal: Terminal

  func run() throws -> ExitStatus {
    guard arguments.value("output") == nil else {
      throw UsageError("--out-dir and --output do not go together")
    }
    guard !arguments.operands.isEmpty else { throw UsageError("no recording given") }
    var worst = ExitStatus.success
    var failed: [String] = []
    var taken: [String: Int] = [:]
    for recording in arguments.operands {
      if Interruption.hasCome { return .interrupted }
      var one = arguments
      one.operands = [recording]
      // Two recordings of one name get films of two names.
      var stem = RecordingArguments.stem(of: recording)
      taken[stem, default: 0] += 1
      if let count = taken[stem], count > 1 { stem += "-\(count)" }
      do {
        try FolderMaker.make(folder)
        try RenderCommand.render(one, to: folder + "/" + stem + ".mp4", terminal: terminal)
      } catch {
        let status = terminal.status(of: error)
        if status == .interrupted || status == .usage { return status }
        failed.append(recording)
        worst = worst == .output ? worst : status
      }
    }
    if !arguments.has("quiet") {
      let done = arguments.operands.count - failed.count
      terminal.report(
        "\(done) of \(arguments.operands.count) films made" + (failed.isEmpty ? "" : ", failed:"))
      for name in failed { terminal.report("  " + Terminal.printable(name)) }
    }
    return worst
  }
}
