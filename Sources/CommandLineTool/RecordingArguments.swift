import ReplayComposer

/// The recordings that a command was given.
enum RecordingArguments {
  /// The session of all operands together.
  static func session(_ arguments: ParsedOptions) throws -> Session {
    guard !arguments.operands.isEmpty else {
      throw UsageError("no recording given; try 'compose run.gpx'")
    }
    let number = try FilmOptions.whole(arguments, "session", 1...1000)
    // A misspelt command would else be taken for a recording that is not there.
    if let first = arguments.operands.first, !first.contains(where: { "./".contains($0) }),
      !FolderMaker.exists(first), let near = Spelling.nearest(to: first, among: Tool.commands.map { $0.name })
    {
      throw UsageError("no command and no file '\(first)'; did you mean 'compose \(near)'?")
    }
    return try Session(files: arguments.operands, session: number)
  }

  /// A film of all operands.
  static func replay(_ arguments: ParsedOptions, options: ReplayOptions, terminal: Terminal) throws -> Replay
  {
    let session = try session(arguments)
    var options = options
    let fetching = FetchReporter(
      mode: try WorkFlags.progressMode(arguments, terminal: terminal), terminal: terminal)
    options.onFetch = { fetching.update($0) }
    let replay = try Replay(session, template: arguments.value("template") ?? "story", options: options)
    if !arguments.has("quiet") {
      for warning in session.report.warnings {
        terminal.report("compose: warning: " + Terminal.printable(warning))
      }
      for warning in replay.warnings { terminal.report(Terminal.printable(warning)) }
    }
    return replay
  }

  /// What is known of the map's tiles only when they have been drawn.
  static func reportTiles(of replay: Replay, _ arguments: ParsedOptions, terminal: Terminal) {
    guard !arguments.has("quiet") else { return }
    for warning in replay.tileWarnings { terminal.report(Terminal.printable(warning)) }
  }

  /// `run` of `folder/run.gpx.gz`.
  static func stem(of path: String) -> String {
    var name = path.split(separator: "/").last.map { String($0) } ?? "film"
    if path == "-" { name = "film" }
    for ending in [".gz", ".zip"] where name.lowercased().hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
    }
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
    return name.isEmpty ? "film" : name
  }
}

extension Terminal {
  /// Says what went wrong and gives the exit status for it.
  func status(of error: any Error) -> ExitStatus {
    switch error {
    case let error as UsageError:
      fail(error.message)
      return .usage
    case let error as ReplayError:
      switch error.kind {
      case .cancelled:
        fail("stopped, and nothing unfinished is left")
        return .interrupted
      case .usage:
        fail(error.message)
        return .usage
      case .input:
        // Messages that begin with a file's place stand as they are, as editors know them.
        report(Terminal.printable(error.message))
        return .input
      case .output:
        fail(error.message)
        return .output
      }
    default:
      fail("\(error)")
      return .input
    }
  }
}
