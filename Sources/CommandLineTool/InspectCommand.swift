import Recordings
import ReplayComposer
import Templates

/// `compose inspect run.gpx`: what a recording holds and what was repaired; of a template what it reads and brings along.
package struct InspectCommand: Command {
  package static let name = "inspect"
  package static let summary =
    "Show what a recording holds and what was repaired, or what a template reads and brings along."
  package static let usage = "inspect RUN…|TEMPLATE [--json]"
  package static let options = [
    OptionSpec("json", .flag, "One JSON object"),
    OptionSpec("session", .value("N"), "Which session of a multisport recording"),
    OptionSpec("units", .value("SYSTEM"), "metric (default) or imperial"),
  ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    if arguments.operands.count == 1, TemplateArguments.isTemplate(arguments.operands[0]) {
      return inspectTemplate(arguments, terminal: terminal)
    }
    do {
      let options = try FilmOptions.read(arguments)
      let session = try RecordingArguments.session(arguments)
      let inspection = Inspection(session: session)
      terminal.print(
        arguments.has("json") ? inspection.json.render() : inspection.text(isImperial: options.isImperial))
      return .success
    } catch {
      return terminal.status(of: error)
    }
  }
}

extension InspectCommand {
  private static func inspectTemplate(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    do throws(TemplateFailure) {
      let template = try Template.load(try TemplateArguments.bundle(arguments.operands[0]))
      let inspection = TemplateInspection(template: template)
      terminal.print(arguments.has("json") ? inspection.json.render() : inspection.text)
      return .success
    } catch {
      return TemplateArguments.report(error, terminal: terminal)
    }
  }
}
