import ReplayComposer

/// The options that choose how the work is done and told of.
package enum WorkFlags {
  package static let specs: [OptionSpec] = [
    OptionSpec("jobs", short: "j", .value("N"), "Workers that draw frames (default: one a processor)"),
    OptionSpec("timings", .flag, "Show where the time went"),
    OptionSpec("progress", .value("MODE"), "auto (default), bar, lines, json or none"),
    OptionSpec("quiet", short: "q", .flag, "Say nothing but errors"),
  ]

  /// Workers asked for; nil is one a processor.
  package static func workers(_ arguments: ParsedOptions) throws(UsageError) -> Int? {
    try FilmOptions.whole(arguments, "jobs", 1...256)
  }

  package static func progress(_ arguments: ParsedOptions, terminal: Terminal) throws(UsageError)
    -> ProgressReporter
  {
    ProgressReporter(mode: try progressMode(arguments, terminal: terminal), terminal: terminal)
  }

  /// How progress is told: never `auto`.
  static func progressMode(_ arguments: ParsedOptions, terminal: Terminal) throws(UsageError)
    -> ProgressReporter.Mode
  {
    let text = arguments.value("progress") ?? "auto"
    guard let mode = ProgressReporter.Mode(rawValue: text) else {
      throw UsageError("--progress \(text): auto, bar, lines, json or none")
    }
    if arguments.has("quiet") { return .none }
    return mode == .auto ? terminal.errorIsTerminal ? .bar : .lines : mode
  }
}
