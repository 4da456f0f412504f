import Diagnostics
import Glibc
import Templates

/// `compose fmt T…`: the usual spacing; comments stay.
package struct FormatCommand: Command {
  package static let name = "fmt"
  package static let summary = "Bring templates into their usual spacing; comments stay."
  package static let usage = "fmt TEMPLATE… [--check]"
  package static let options = [
    OptionSpec("check", .flag, "Change nothing; fail where something would change")
  ]

  package static func run(_ arguments: ParsedOptions, terminal: Terminal) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      terminal.fail("fmt: name a template file")
      return .usage
    }
    var status = ExitStatus.success
    for path in arguments.operands {
      do throws(TemplateFailure) {
        let source = try TemplateBundle(path: path).templateSource()
        let text = try TemplateFormatting.formatted(source)
        guard text != source.file.text else { continue }
        if arguments.has("check") {
          terminal.report("\(Terminal.printable(source.file.name)): would change")
          status = .input
        } else if replace(source.file.name, with: text) {
          terminal.print("\(Terminal.printable(source.file.name)): changed")
        } else {
          terminal.fail("\(source.file.name): cannot be written: \(String(cString: strerror(errno)))")
          return .output
        }
      } catch {
        status = TemplateArguments.report(error, terminal: terminal)
      }
    }
    return status
  }

  /// Through a file beside it, so that the template is never half written.
  private static func replace(_ path: String, with text: String) -> Bool {
    let temporary = path + ".new"
    guard let file = fopen(temporary, "wx") else { return false }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }
}
