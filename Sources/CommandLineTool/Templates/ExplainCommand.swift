import Templates

/// `compose explain E155` and `compose explain T id.property`.
package struct ExplainCommand: Command {
  package static let name = "explain"
  package static let summary = "Explain a message's code, or where a property of a template gets its value."
  package static let usage = "explain CODE | explain TEMPLATE id.property [--size WxH]"
  package static let options = [OptionSpec("size", .value("WxH"), "Shape for which variants are chosen")]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    switch arguments.operands.count {
    case 1: return code(arguments.operands[0], terminal: terminal)
    case 2: return property(arguments, terminal: terminal)
    default:
      terminal.fail("explain: name a code such as E155, or a template and id.property")
      return .usage
    }
  }

  private static func code(_ code: String, terminal: Terminal) -> ExitStatus {
    guard let entry = DiagnosticCatalogue[code] else {
      terminal.fail("there is no message '\(code)'; they are E001 to E175 and W201 to W210")
      return .usage
    }
    terminal.print("\(entry.code): \(entry.title)\n\n\(entry.text)")
    return .success
  }

  private static func property(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    let (isSound, size) = TemplateArguments.size(arguments, terminal: terminal)
    guard isSound else { return .usage }
    do throws(TemplateFailure) {
      let template = try Template.load(try TemplateArguments.bundle(arguments.operands[0]))
      let explanation = try TemplateExplanation(template, path: arguments.operands[1], size: size)
      terminal.print("\(Terminal.printable(arguments.operands[1])): \(explanation.note)")
      terminal.print(Terminal.printable(explanation.text))
      return .success
    } catch {
      return TemplateArguments.report(error, terminal: terminal)
    }
  }
}
