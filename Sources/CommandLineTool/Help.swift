/// The text of `--help`, made from the tables of commands and options.
package enum Help {
  /// Help of one command.
  package static func text(for command: any Command.Type) -> String {
    var lines = ["Usage: compose \(command.usage)", command.summary, ""]
    if !command.options.isEmpty {
      lines.append("Options:")
      lines += table(command.options.map { (left($0), $0.help) })
    }
    return lines.joined(separator: "\n")
  }

  /// Help of the whole tool: the main form, its options and the list of commands.
  package static func overview(main: any Command.Type, commands: [any Command.Type]) -> String {
    var lines = [
      "Usage: compose \(main.usage)",
      "       compose COMMAND …",
      main.summary,
      "",
      "Options:",
    ]
    lines += table(main.options.map { (left($0), $0.help) })
    lines += ["", "Commands (compose COMMAND --help says more):"]
    lines += table(commands.map { ("  " + $0.name, $0.summary) })
    lines += [
      "",
      "Exit status: 0 done, 1 fault of an input, 2 wrong usage, 3 the output could not be written,",
      "130 stopped.",
    ]
    return lines.joined(separator: "\n")
  }

  private static func left(_ option: OptionSpec) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    switch option.kind {
    case .flag: return "  \(short)--\(option.long)"
    case .value(let placeholder), .list(let placeholder): return "  \(short)--\(option.long) \(placeholder)"
    }
  }

  private static func table(_ rows: [(String, String)]) -> [String] {
    let column = min(34, (rows.map(\.0.count).max() ?? 0) + 2)
    return rows.flatMap { left, right -> [String] in
      var result: [String] = []
      var head = left
      if head.count > column - 1 {
        result.append(head)
        head = ""
      }
      var line = head + String(repeating: " ", count: column - head.count)
      for word in right.split(separator: " ") {
        if line.count + word.count + 1 > 100 {
          result.append(line)
          line = String(repeating: " ", count: column)
        }
        line += (line.count == column ? "" : " ") + word
      }
      return result + [line]
    }
  }
}
