import Diagnostics

extension TemplateDecoder {
  private static let unitWords: Set<String> = [
    "km", "kms", "mi", "mile", "miles", "mph", "kmh", "bpm", "min/km", "/km", "/mi", "km/h", "min/mi",
  ]

  /// What is suspicious about a text that is shown.
  func lintText(_ text: String, _ node: YAMLNode, _ property: PropertySchema) {
    guard !readsDefaults else { return }
    if ["text", "label", "title", "value"].contains(property.name), property.phase != .fixed {
      var isCode = false
      var word = ""
      var words: [String] = []
      for character in text + " " {
        if character == "{" { isCode = true }
        if !isCode, character.isLetter || character == "/" {
          word.append(character)
        } else {
          if !word.isEmpty { words.append(word) }
          word = ""
        }
        if character == "}" { isCode = false }
      }
      if let unit = words.first(where: { Self.unitWords.contains($0.lowercased()) }) {
        report(
          .warning, "W204", "the unit '\(unit)' is fixed in this text",
          help: "use a formatter or a string such as ${t.unit}, so that --units works", at: node.mark)
      }
    }
    if case .scalar(_, .plain) = node.content, node.mark.range.line == node.mark.range.endLine {
      let lines = node.mark.source.file.lines
      let line = node.mark.range.line
      guard line <= lines.count, text.contains("${") || property.name == "text" else { return }
      let rest = lines[line - 1].unicodeScalars.dropFirst(node.mark.range.endColumn - 1)
      if rest.first == " ", rest.drop(while: { $0 == " " }).first == "#",
        !rest.drop(while: { $0 == " " }).dropFirst().starts(with: " ".unicodeScalars)
      {
        report(
          .warning, "W206", "' #' starts a YAML comment: the rest of the line is not part of the text",
          help: "put the text in quotes if it belongs to it", at: node.mark)
      }
    }
  }

  /// Definitions that nothing uses: a misspelt one leaves the built-in in force.
  func lintUnused(_ definitions: [(use: DefinitionUse, what: String, name: String, mark: SourceMark)]) {
    for definition in definitions where !uses.contains(definition.use) {
      report(
        .warning, "W201", "\(definition.what) '\(definition.name)' is never used",
        help: "a misspelt definition leaves the built-in one in force", at: definition.mark)
    }
  }
}
