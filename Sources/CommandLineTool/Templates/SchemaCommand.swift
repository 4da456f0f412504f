import Templates

/// `compose schema`: the template language for editors and readers.
package struct SchemaCommand: Command {
  package static let name = "schema"
  package static let summary = "Print the template language as JSON Schema or as its reference page."
  package static let usage = "schema [--format json|markdown]"
  package static let options = [OptionSpec("format", .value("FORM"), "json (default) or markdown")]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    switch arguments.value("format") ?? "json" {
    case "json": terminal.print(String(TemplateJSONSchema.text().dropLast()))
    case "markdown": terminal.print(String(TemplateReference.markdown().dropLast()))
    default:
      terminal.fail("--format: json or markdown")
      return .usage
    }
    return .success
  }
}
