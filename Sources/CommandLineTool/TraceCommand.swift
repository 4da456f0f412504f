import ReplayComposer

/// `compose trace run.gpx`: one JSON line a frame.
package struct TraceCommand: Command {
  package static let name = "trace"
  package static let summary = "Print what camera and numbers do, one JSON line a frame."
  package static let usage = "trace [--template T] RUN… [--summary | --plot KIND]"
  package static let options =
    FilmOptions.specs + [
      OptionSpec("from", .value("TIME"), "First moment"), OptionSpec("to", .value("TIME"), "Last moment"),
      OptionSpec("summary", .flag, "Instead: how calm the camera is, one JSON line a scene"),
      OptionSpec("plot", .value("KIND"), "Instead: an SVG picture: path, heading or pace"),
      OptionSpec("quiet", short: "q", .flag, "Say nothing but errors"),
    ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    Interruption.listen()
    do {
      let options = try FilmOptions.read(arguments)
      let from = try OutputFlags.moment(arguments, "from")
      let to = try OutputFlags.moment(arguments, "to")
      let plot = try plot(arguments)
      let replay = try RecordingArguments.replay(arguments, options: options, terminal: terminal)
      if let plot {
        terminal.print(replay.plot(plot))
        return .success
      }
      if arguments.has("summary") {
        for line in replay.traceSummary { terminal.print(line) }
        return .success
      }
      let first = from.map { replay.frameNumber(at: $0) } ?? 0
      let last = to.map { replay.frameNumber(at: $0) } ?? replay.frameCount - 1
      guard first <= last else { throw UsageError("--from lies after --to") }
      // Whole blocks: a line a call would cost more than the simulation.
      var block = ""
      for number in first...last {
        if Interruption.hasCome { return .interrupted }
        block += replay.trace(ofFrame: number).json
        if number % 64 == 0 || number == last {
          terminal.print(block)
          block = ""
        } else {
          block += "\n"
        }
      }
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }

  private static func plot(_ arguments: ParsedOptions) throws(UsageError) -> TracePlot? {
    guard let name = arguments.value("plot") else { return nil }
    guard let plot = TracePlot(rawValue: name) else {
      throw UsageError(
        "--plot takes \(TracePlot.allCases.map(\.rawValue).joined(separator: ", ")), not '\(name)'")
    }
    return plot
  }
}
