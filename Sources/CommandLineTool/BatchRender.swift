import ReplayComposer

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
    try FolderMaker.make(folder)
    var status = ExitStatus.success
    var (made, skipped) = (0, 0)
    var failed: [String] = []
    for (recording, stem) in zip(arguments.operands, BatchRender.stems(of: arguments.operands)) {
      if Interruption.hasCome { return .interrupted }
      var one = arguments
      one.operands = [recording]
      do {
        if try RenderCommand.render(one, to: folder + "/" + stem + ".mp4", terminal: terminal) {
          made += 1
        } else {
          skipped += 1
        }
      } catch {
        let fault = terminal.status(of: error)
        // What is wrong with the options is wrong for every recording.
        if fault == .interrupted || fault == .usage { return fault }
        failed.append(recording)
        if status != .output { status = fault }
      }
    }
    if !arguments.has("quiet") { summarize(made: made, skipped: skipped, failed: failed) }
    return status
  }

  private func summarize(made: Int, skipped: Int, failed: [String]) {
    var parts = ["\(made) of \(arguments.operands.count) films made"]
    if skipped > 0 { parts.append("\(skipped) up to date") }
    if !failed.isEmpty { parts.append("\(failed.count) failed:") }
    terminal.report(parts.joined(separator: ", "))
    for name in failed { terminal.report("  " + Terminal.printable(name)) }
  }

  /// A film's name for each recording, without its ending: two recordings of one name get two names, and the same
  /// list of recordings always gets the same names.
  static func stems(of recordings: [String]) -> [String] {
    var taken: Set<String> = []
    return recordings.map { recording in
      let stem = RecordingArguments.stem(of: recording)
      var name = stem
      var count = 1
      while !taken.insert(name.lowercased()).inserted {
        count += 1
        name = "\(stem)-\(count)"
      }
      return name
    }
  }
}
