/// One subcommand of `compose`.
package protocol Command: Sendable {
  /// The word on the command line; empty for the main form.
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// The line after "Usage: compose".
  static var usage: String { get }
  /// What it takes, in the order of its help.
  static var options: [OptionSpec] { get }
  /// Does it. Everything it says goes through `terminal`.
  static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus
}

/// How the program ends.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// A fault of an input: recording, template, map.
  case input = 1
  /// Wrong usage.
  case usage = 2
  /// The output could not be written.
  case output = 3
  /// Stopped by a signal (128 + SIGINT).
  case interrupted = 130
}

/// One option of a command.
package struct OptionSpec: Sendable {
  package enum Kind: Sendable, Equatable {
    /// Takes no value.
    case flag
    /// Takes one value, shown in help by this placeholder.
    case value(String)
    /// May be repeated.
    case list(String)
  }
  package var long: String
  package var short: Character?
  package var kind: Kind
  package var help: String
  package init(_ long: String, short: Character? = nil, _ kind: Kind, _ help: String) {
    self.long = long
    self.short = short
    self.kind = kind
    self.help = help
  }
}

/// What was given on the command line of one command.
package struct ParsedOptions: Sendable {
  package var flags: Set<String> = []
  package var values: [String: [String]] = [:]
  /// What stands without a dash, in order.
  package var operands: [String] = []
  package init() {}

  package func has(_ flag: String) -> Bool { flags.contains(flag) }
  package func value(_ option: String) -> String? { values[option]?.last }
  package func list(_ option: String) -> [String] { values[option] ?? [] }
}
