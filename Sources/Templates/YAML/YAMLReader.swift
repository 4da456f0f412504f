import CYAML
import Diagnostics

/// Reads a template's YAML through libyaml's events, never its document loader: anchors, tags, second documents,
/// duplicate keys and anything too large stop at their exact place, before anything is built from them.
package struct YAMLReader {
  /// Bounds of one file.
  package enum Limits {
    package static let bytes = 256 * 1024
    package static let nodes = 20_000
    package static let depth = 32
    package static let scalarBytes = 8 * 1024
  }

  /// The root of the file's one document.
  package static func read(_ source: TemplateSource) throws(TemplateFailure) -> YAMLNode {
    if let problem = YAMLProfile.problem(in: source) { throw TemplateFailure(diagnostics: [problem]) }
    var bytes = Array(source.file.text.utf8)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      throw TemplateFailure(diagnostics: [
        Diagnostic(.error, code: "E001", "out of memory", file: source.file)
      ])
    }
    defer { yaml_parser_delete(parser) }
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<YAMLNode, TemplateFailure> in
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      var builder = YAMLTreeBuilder(source: source)
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else {
          return .failure(TemplateFailure(diagnostics: [syntaxProblem(parser, source)]))
        }
        let isEnd = event.type == YAML_STREAM_END_EVENT
        let problem = builder.take(event)
        yaml_event_delete(&event)
        if let problem { return .failure(TemplateFailure(diagnostics: [problem])) }
        if isEnd { break }
      }
      guard let root = builder.root else {
        return .failure(
          TemplateFailure(diagnostics: [
            Diagnostic(.error, code: "E001", "the template is empty", file: source.file)
          ])
        )
      }
      return .success(root)
    }
    return try result.get()
  }

  private static func syntaxProblem(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ source: TemplateSource)
    -> Diagnostic
  {
    var message = parser.pointee.problem.map { String(cString: $0) } ?? "not YAML"
    let mark = parser.pointee.problem_mark
    let range = SourceRange(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    var help: String?
    let line = range.line <= source.file.lines.count ? source.file.lines[range.line - 1] : ""
    if message.hasPrefix("mapping values are not allowed") {
      message = "mapping values are not allowed in this context"
      help =
        line.contains("?")
        ? "a plain value cannot contain ': '; put it in quotes - and there is no `a ? b : c`, write if(a, b, c)"
        : "a plain value cannot contain ': '; put it in quotes"
    } else if line.contains("${") {
      help = "inside [ ] and { } a value with '${…}' must be quoted: [\"${a}\", \"${b}\"]"
    } else if message.contains("cannot start any token") {
      help = "put the value in quotes"
    } else if line.contains("\t") {
      help = "indent with spaces, not with tabs"
    }
    return Diagnostic(.error, code: "E010", message, help: help, file: source.file, range: range)
  }
}
