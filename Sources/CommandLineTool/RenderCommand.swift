import Encoding
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
      _ = try render(arguments, to: path, terminal: terminal)
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }

  /// Renders the operands as one recording; false where `--update` found the film up to date.
  static func render(_ arguments: ParsedOptions, to path: String, terminal: Terminal) throws -> Bool {
    var options = try FilmOptions.read(arguments)
    options.workers = try WorkFlags.workers(arguments)
    options.isTransparent = try OutputFlags.isTransparent(arguments)
    var output = try OutputFlags.read(arguments)
    if output.writesMetadata { output.recipe = RecipeArguments.recipe(arguments) }
    if arguments.has("update"), try RecipeArguments.isUpToDate(path, output: output) {
      if !arguments.has("quiet") { terminal.report("\(path): is up to date") }
      return false
    }
    try? OutputFormat(path: path, codec: output.codec).startLoading()
    let progress = try WorkFlags.progress(arguments, terminal: terminal)
    let replay = try RecordingArguments.replay(arguments, options: options, terminal: terminal)
    defer { progress.end() }
    let timings = try replay.render(
      to: path, output: output, isCancelled: { Interruption.hasCome }, progress: { progress.update($0) })
    progress.end()
    RecordingArguments.reportTiles(of: replay, arguments, terminal: terminal)
    if arguments.has("timings") { terminal.report(timings.text) }
    if !arguments.has("quiet"), path != "-" {
      let seconds = ProgressReporter.tenths(replay.duration)
      terminal.report(
        "\(path): \(replay.width)x\(replay.height), \(seconds) s, in \(ProgressReporter.tenths(timings.totalWall)) s"
      )
    }
    return true
  }
}
