/// `compose completions SHELL`: a completion script from the same tables as the help.
package struct CompletionsCommand: Command {
  package static let name = "completions"
  package static let summary = "Print a completion script for bash, zsh or fish."
  package static let usage = "completions bash|zsh|fish"
  package static let options: [OptionSpec] = []

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    switch arguments.operands {
    case ["bash"]: terminal.print(bash)
    case ["zsh"]: terminal.print("#compdef compose\nautoload -U +X bashcompinit && bashcompinit\n" + bash)
    case ["fish"]: terminal.print(fish)
    default:
      terminal.fail("completions: name one shell: bash, zsh or fish")
      return .usage
    }
    return .success
  }

  private static var bash: String {
    var cases: [String] = []
    for command in Tool.commands {
      cases.append("    \(command.name)) words=\"\(words(of: command))\" ;;")
    }
    let lines = [
      "_compose() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} words",
      "  case ${COMP_WORDS[1]} in",
      cases.joined(separator: "\n"),
      "    *) words=\"\(words(of: Tool.main))\" ;;",
      "  esac",
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"$words \(Tool.commands.map { $0.name }.joined(separator: " "))\"; fi",
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\") $(compgen -f -- \"$word\"))",
      "}",
      "complete -o filenames -F _compose compose",
    ]
    return lines.joined(separator: "\n")
  }

  private static func words(of command: any Command.Type) -> String {
    (command.options.map { "--" + $0.long } + ["--help", "--version"]).joined(separator: " ")
  }

  private static var fish: String {
    var lines = Tool.commands.map { command in
      "complete -c compose -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'"
    }
    for command in [Tool.main] + Tool.commands {
      let name = command.name
      let condition = name.isEmpty ? "__fish_use_subcommand" : "__fish_seen_subcommand_from \(name)"
      for option in command.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        let takesValue = option.kind == .flag ? "" : " -r"
        lines.append(
          "complete -c compose -n '\(condition)'\(short) -l \(option.long)\(takesValue) -d '\(quoted(option.help))'"
        )
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
  }
}
