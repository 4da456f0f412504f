import Diagnostics

/// `--set-file p.yaml`: a map of parameter names to values, read as strictly as a template.
package enum ParameterFile {
  /// Names and values in the file's order. Values are data, never evaluated.
  package static func read(_ path: String) throws(TemplateFailure) -> [(name: String, value: String)] {
    let bundle = try TemplateBundle(path: path)
    let root = try YAMLReader.read(try bundle.templateSource())
    guard let entries = root.entries else {
      throw failure("a parameter file is a map of names to values", root.mark)
    }
    var result: [(name: String, value: String)] = []
    for entry in entries {
      guard let value = entry.value.scalar, !entry.value.isEmpty else {
        throw failure("'\(entry.key)' takes one value", entry.keyMark)
      }
      result.append((entry.key, value))
    }
    return result
  }

  private static func failure(_ message: String, _ mark: SourceMark) -> TemplateFailure {
    TemplateFailure(diagnostics: [
      Diagnostic(.error, code: "E105", message, file: mark.source.file, range: mark.range)
    ])
  }
}
