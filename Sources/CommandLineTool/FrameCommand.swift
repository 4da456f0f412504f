import ReplayComposer

/// `compose frame run.gpx --at 62% -o still.png`: one frame, the same the film has there.
package struct FrameCommand: Command {
  package static let name = "frame"
  package static let summary = "Write one frame of the film as a picture."
  package static let usage = "frame [--template T] RUN… --at TIME [-o STILL]"
  package static let options =
    FilmOptions.specs + [
      OptionSpec("at", .value("TIME"), "Which moment: 62%, 12.5s, f370 (default: the template's poster)"),
      OptionSpec("output", short: "o", .value("FILE"), "Where it goes: .png, .jpg, .webp (default RUN.png)"),
      OptionSpec("quality", .value("N"), "Quality of JPEG and lossy WebP, 1 to 100"),
      OptionSpec("background", .value("KIND"), "transparent: for formats that carry it"),
      OptionSpec("quiet", short: "q", .flag, "Say nothing but errors"),
    ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    do {
      var options = try FilmOptions.read(arguments)
      options.isTransparent = try OutputFlags.isTransparent(arguments)
      let moment = try OutputFlags.moment(arguments, "at")
      let path =
        arguments.value("output")
        ?? RecordingArguments.stem(of: arguments.operands.first ?? "film") + ".png"
      var output = OutputOptions()
      output.pictureQuality = try FilmOptions.whole(arguments, "quality", 1...100)
      let replay = try RecordingArguments.replay(arguments, options: options, terminal: terminal)
      try replay.writeFrame(replay.frameNumber(at: moment), to: path, output: output)
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }
}

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
