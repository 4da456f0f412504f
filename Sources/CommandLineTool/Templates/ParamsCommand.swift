import Templates

/// `compose params T`: what `--set` takes.
package struct ParamsCommand: Command {
  package static let name = "params"
  package static let summary = "List what a template takes with --set."
  package static let usage = "params TEMPLATE [--json]"
  package static let options = [OptionSpec("json", .flag, "One JSON list")]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    guard arguments.operands.count == 1 else {
      terminal.fail("params: name one template")
      return .usage
    }
    do throws(TemplateFailure) {
      let template = try Template.load(try TemplateArguments.bundle(arguments.operands[0]))
      terminal.print(arguments.has("json") ? json(template.parameters).render() : text(template.parameters))
      return .success
    } catch {
      return TemplateArguments.report(error, terminal: terminal)
    }
  }

  static func text(_ parameters: [TemplateParameter]) -> String {
    if parameters.isEmpty { return "It takes no parameters." }
    let rows = parameters.map { parameter -> [String] in
      var limits: [String] = []
      if let minimum = parameter.minimum { limits.append("from \(minimum)") }
      if let maximum = parameter.maximum {
        limits.append(parameter.type == "text" ? "at most \(maximum) letters" : "to \(maximum)")
      }
      if !parameter.choices.isEmpty { limits.append(parameter.choices.joined(separator: "|")) }
      let standard = parameter.defaultText.map { "default \($0.isEmpty ? "\"\"" : $0)" } ?? "required"
      let details = ([standard] + limits).joined(separator: ", ")
      return [parameter.name, parameter.type, details, parameter.help]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return Terminal.printable(cells.joined(separator: "  ") + (row[3].isEmpty ? "" : "  " + row[3]))
    }.joined(separator: "\n")
  }

  static func json(_ parameters: [TemplateParameter]) -> JSONText {
    .list(
      parameters.map { parameter in
        .object([
          ("name", .text(parameter.name)), ("type", .text(parameter.type)),
          ("default", .optional(parameter.defaultText)), ("min", .optional(parameter.minimum)),
          ("max", .optional(parameter.maximum)), ("choices", .list(parameter.choices.map { .text($0) })),
          ("help", .text(parameter.help)),
        ])
      })
  }
}
