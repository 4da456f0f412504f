import Diagnostics
import Templates

/// `compose check T…`: everything that can be said of a template without a run.
package struct CheckCommand: Command {
  package static let name = "check"
  package static let summary =
    "Check templates: every mistake with its place and what to do. Needs no recording."
  package static let usage = "check TEMPLATE… [--strict] [--format text|json|github] [--timeline]"
  package static let options = [
    OptionSpec("strict", .flag, "Warnings count as errors"),
    OptionSpec("format", .value("FORM"), "text (default), json (one object a line) or github (annotations)"),
    OptionSpec("timeline", .flag, "Print when which scene is shown"),
  ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      terminal.fail("check: name a template")
      return .usage
    }
    guard let format = DiagnosticPrinter.Format(rawValue: arguments.value("format") ?? "text") else {
      terminal.fail("--format: text, json or github, not '\(arguments.value("format") ?? "")'")
      return .usage
    }
    let printer = DiagnosticPrinter(format: format, isColored: format == .text && terminal.errorIsTerminal)
    var status = ExitStatus.success
    for word in arguments.operands {
      let diagnostics: [Diagnostic]
      var timeline: TemplateTimeline?
      do throws(TemplateFailure) {
        let check = TemplateCheck(try TemplateArguments.bundle(word))
        diagnostics = check.diagnostics
        timeline = check.timeline
      } catch {
        diagnostics = error.diagnostics
      }
      let isBad = diagnostics.contains {
        $0.severity == .error || (arguments.has("strict") && $0.severity == .warning)
      }
      if isBad { status = .input }
      let text = printer.string(diagnostics)
      // Programs read standard output; people read messages on standard error.
      if format == .text {
        terminal.progress(text)
      } else if !text.isEmpty {
        terminal.print(String(text.dropLast()))
      }
      if format == .text, !isBad { terminal.print("\(Terminal.printable(word)): ok") }
      if arguments.has("timeline"), let timeline { terminal.print(timeline.text) }
    }
    return status
  }
}
