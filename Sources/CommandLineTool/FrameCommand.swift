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
      RecordingArguments.reportTiles(of: replay, arguments, terminal: terminal)
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }
}
