import CLibraries
import ReplayComposer

/// The program: finds the command, reads its options, runs it.
package enum Tool {
  /// Every command besides the main form, in the order of the help.
  static var commands: [any Command.Type] {
    [
      FrameCommand.self, TraceCommand.self, InspectCommand.self, MapCommand.self, JoinCommand.self,
      BenchCommand.self,
      TemplatesCommand.self, CheckCommand.self, ParamsCommand.self, ExplainCommand.self, FormatCommand.self,
      SchemaCommand.self,
      CompletionsCommand.self,
    ]
  }
  static var main: any Command.Type { RenderCommand.self }

  /// Runs with the words after the program's name and gives the exit status.
  package static func run(_ arguments: [String], terminal: Terminal = Terminal()) -> Int32 {
    if let first = arguments.first, let command = commands.first(where: { $0.name == first }) {
      return run(command, Array(arguments.dropFirst()), terminal: terminal)
    }
    return run(main, arguments, terminal: terminal)
  }

  private static func run(_ command: any Command.Type, _ words: [String], terminal: Terminal) -> Int32 {
    let common = [
      OptionSpec("help", short: "h", .flag, "Show this help and exit"),
      OptionSpec("version", .flag, "Show the version and exit"),
    ]
    let parsed: ParsedOptions
    do {
      parsed = try OptionParser.parse(words, specs: command.options + common)
    } catch {
      terminal.fail(error.message)
      terminal.report("Try 'compose \(command.name.isEmpty ? "" : command.name + " ")--help'.")
      return ExitStatus.usage.rawValue
    }
    if parsed.has("help") {
      terminal.print(
        command.name.isEmpty ? Help.overview(main: main, commands: commands) : Help.text(for: command))
      return ExitStatus.success.rawValue
    }
    if parsed.has("version") {
      terminal.print("compose (replay-composer) \(Version.current)")
      return ExitStatus.success.rawValue
    }
    Interruption.leaveOutputFaultsToWriters()
    replay_keep_large_blocks_apart()
    return command.run(parsed, terminal: terminal).rawValue
  }
}
