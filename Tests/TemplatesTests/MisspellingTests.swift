import Diagnostics
import Testing

@testable import Templates

/// Every key, name, enum word and reference of the shipped templates misspelt, one at a time: nothing may pass silently.
struct MisspellingTests {
  /// A word of a template that has a meaning.
  struct Word {
    enum Role { case property, definition, value, reference, expression }
    var text: String
    var range: SourceRange
    var role: Role
  }
  struct Tally {
    var tried = 0
    var silent: [String] = []
    var unplaced: [String] = []
    var unguided: [String] = []
  }

  @Test(arguments: Samples.names) func nothingMisspeltPasses(_ name: String) throws {
    let source = try TemplateBundle.shipped(named: name, directories: [Samples.templates]).templateSource()
    let words = WordCollector(try YAMLReader.read(source)).words
    try #require(words.count > 100)
    var tally = Tally()
    for (index, word) in words.enumerated() { Self.misspell(word, index, in: source, &tally) }
    #expect(tally.silent.isEmpty, "\(tally.silent)")
    let guided = 1 - Double(tally.unguided.count) / Double(tally.tried)
    let placed = 1 - Double(tally.unplaced.count) / Double(tally.tried)
    #expect(guided >= 0.9, "\(guided) \(tally.unguided)")
    #expect(placed >= 0.95, "\(placed) \(tally.unplaced)")
  }

  private static func misspell(_ word: Word, _ index: Int, in source: TemplateSource, _ tally: inout Tally) {
    let typo = typo(word.text, index)
    guard typo != word.text else { return }
    var lines = source.file.lines
    var scalars = Array(lines[word.range.line - 1].unicodeScalars)
    let start = word.range.column - 1
    scalars.replaceSubrange(start..<start + word.text.unicodeScalars.count, with: Array(typo.unicodeScalars))
    lines[word.range.line - 1] = String(String.UnicodeScalarView(scalars))
    let file = SourceFile(name: "t", text: lines.joined(separator: "\n"))
    let diagnostics: [Diagnostic]
    do throws(TemplateFailure) {
      diagnostics = try Template.load(TemplateSource(file: file, bundle: source.bundle)).warnings
    } catch {
      diagnostics = error.diagnostics
    }
    tally.tried += 1
    let label = "\(word.range.line): \(word.text) → \(typo)"
    if diagnostics.isEmpty { return tally.silent.append(label) }
    // Inside a dotted name the message may point at the name's beginning.
    if !diagnostics.contains(where: {
      $0.range?.line == word.range.line && $0.range?.column == word.range.column
    }) {
      tally.unplaced.append("\(label): \(diagnostics[0].firstLine)")
    }
    // A definition is guided to by the word that now misses it.
    let isGuided = diagnostics.contains { diagnostic in
      let help = diagnostic.help ?? ""
      return help.contains("'\(word.text)'") || help.contains("\(word.text)'")
        || help.contains("`| \(word.text)")
        || (word.role == .definition && (help.contains(typo) || diagnostic.code == "W201"))
    }
    if !isGuided {
      tally.unguided.append("\(label): \(diagnostics[0].firstLine) \(diagnostics[0].help ?? "")")
    }
  }

  /// Swapped, dropped, doubled or replaced letters, by turns.
  private static func typo(_ word: String, _ index: Int) -> String {
    var letters = Array(word)
    // In a dotted name the last part, never the first letter.
    let first = (letters.lastIndex(of: ".").map { $0 + 1 } ?? 0) + 1
    guard letters.count - first >= 2 else {
      letters.append("x")
      return String(letters)
    }
    let place = first + index % (letters.count - first - 1)
    switch index % 4 {
    case 0 where letters[place] != letters[place + 1]: letters.swapAt(place, place + 1)
    case 1: letters.insert(letters[place], at: place)
    case 2: letters[place] = letters[place] == "q" ? "k" : "q"
    default: letters.remove(at: place)
    }
    return String(letters)
  }
}

/// Finds the words of a template that mean something: not its texts, nor ids that nobody refers to.
private struct WordCollector {
  private(set) var words: [MisspellingTests.Word] = []
  private static let definitions: Set<String> = [
    "params", "colors", "fonts", "styles", "scales", "components", "args",
  ]
  private static let freeTexts: Set<String> = [
    "name", "about", "version", "license", "author", "help", "id", "default", "title",
  ]

  init(_ root: YAMLNode) { map(root, parent: "", grandparent: "") }

  private mutating func map(_ node: YAMLNode, parent: String, grandparent: String) {
    for entry in node.entries ?? [] {
      let role: MisspellingTests.Word.Role
      if Self.definitions.contains(parent) || grandparent == "strings" {
        role = .definition
      } else if parent == "patch" || parent == "with" {
        role = .reference
      } else {
        role = .property
      }
      // Themes and languages are free names.
      if parent != "themes", parent != "strings" { add(entry.key, entry.keyMark.range, role) }
      value(entry.value, key: entry.key, parent: parent)
    }
  }

  private mutating func value(_ node: YAMLNode, key: String, parent: String) {
    switch node.content {
    case .mapping: map(node, parent: key, grandparent: parent)
    case .sequence(let items): for item in items { value(item, key: key, parent: parent) }
    case .scalar(let text, let style):
      if text.contains("${")
        || ["when", "value"].contains(key) && style == .plain && parent != "with" && parent != "params"
      {
        expression(text, node)
        return
      }
      if Self.freeTexts.contains(key) || Self.definitions.contains(parent) && key != "font" { return }
      if ["text", "label", "with"].contains(key) && style == .plain && !["with"].contains(key) { return }
      if parent == "with" || parent == "args" || ["en", "de", "fr"].contains(parent) { return }
      guard text.count >= 2, text.utf8.allSatisfy({ (97...122).contains($0) || $0 == 45 || $0 == 95 }),
        !["true", "false", "auto", "end", "on", "off", "none"].contains(text)
      else { return }
      var range = node.mark.range
      if style != .plain { range.column += 1 }
      add(text, range, .value)
    }
  }

  /// Names, functions and formatters inside an expression.
  private mutating func expression(_ text: String, _ node: YAMLNode) {
    let scalars = Array(text.unicodeScalars)
    var index = 0
    var inCode = !text.contains("${")
    while index < scalars.count {
      if scalars[index] == "{" { inCode = true }
      if scalars[index] == "}" { inCode = false }
      if scalars[index] == "'" {
        index += 1
        while index < scalars.count, scalars[index] != "'" { index += 1 }
        index += 1
        continue
      }
      guard inCode, ExpressionLexer.isLetter(scalars[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < scalars.count,
        ExpressionLexer.isLetter(scalars[index]) || ExpressionLexer.isDigit(scalars[index])
          || scalars[index] == "."
      {
        index += 1
      }
      let word = String(String.UnicodeScalarView(scalars[start..<index]))
      let isAfterDigit = start > 0 && ExpressionLexer.isDigit(scalars[start - 1])
      guard word.count >= 2, !isAfterDigit, !["and", "or", "not", "true", "false"].contains(word) else {
        continue
      }
      add(word, node.mark(offset: start, length: word.count).range, .expression)
    }
  }

  private mutating func add(_ text: String, _ range: SourceRange, _ role: MisspellingTests.Word.Role) {
    guard text.count >= 2 else { return }
    words.append(MisspellingTests.Word(text: text, range: range, role: role))
  }
}
