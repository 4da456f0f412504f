import Diagnostics
import ReplayComposer
import Templates

/// What the commands about templates share.
enum TemplateArguments {
  /// Whether a word names a template: one that ships, or a YAML file.
  static func isTemplate(_ word: String) -> Bool {
    word.hasSuffix(".yaml") || word.hasSuffix(".yml")
      || (TemplateLibrary.names.contains(word) && !word.contains("."))
  }

  static func bundle(_ word: String) throws(TemplateFailure) -> TemplateBundle {
    try TemplateLibrary.bundle(word)
  }

  /// `1080x1920`, nil where nothing is said.
  static func size(_ arguments: ParsedOptions, terminal: Terminal) -> (
    isSound: Bool, size: (width: Int, height: Int)?
  ) {
    guard let text = arguments.value("size") else { return (true, nil) }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else {
      terminal.fail("--size: '\(text)' is not a size such as 1080x1920")
      return (false, nil)
    }
    return (true, (width, height))
  }

  /// Prints a failure to standard error.
  static func report(_ failure: TemplateFailure, terminal: Terminal) -> ExitStatus {
    let isColored = terminal.errorIsTerminal
    terminal.progress(DiagnosticPrinter(isColored: isColored).string(failure.diagnostics))
    return .input
  }
}
