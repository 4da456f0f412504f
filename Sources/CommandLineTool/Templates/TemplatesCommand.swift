import ReplayComposer
import Templates

/// `compose templates`: what ships.
package struct TemplatesCommand: Command {
  package static let name = "templates"
  package static let summary = "List the templates that ship, with what they take."
  package static let usage = "templates [--json]"
  package static let options = [OptionSpec("json", .flag, "One JSON list")]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    var texts: [String] = []
    var rows: [JSONText] = []
    for name in TemplateLibrary.names {
      do throws(TemplateFailure) {
        let template = try Template.load(try TemplateLibrary.bundle(name))
        let parameters = template.parameters.map(\.name).joined(separator: ", ")
        texts.append(
          "\(name)\n  \(template.about)\n  --theme \(template.themes.joined(separator: "|"))"
            + (parameters.isEmpty ? "" : "\n  --set \(parameters)"))
        rows.append(
          .object([
            ("name", .text(name)), ("about", .text(template.about)),
            ("themes", .list(template.themes.map { .text($0) })),
            ("reads", .list(template.reads.sorted().map { .text($0) })),
            ("params", ParamsCommand.json(template.parameters)),
          ]))
      } catch {
        return TemplateArguments.report(error, terminal: terminal)
      }
    }
    guard !texts.isEmpty else {
      terminal.fail("the templates that ship are not found")
      return .input
    }
    terminal.print(arguments.has("json") ? JSONText.list(rows).render() : texts.joined(separator: "\n\n"))
    return .success
  }
}
