import Diagnostics

/// Brings a template into its usual form without touching comments or meaning: `compose fmt`.
///
/// Line ends become line feeds, blanks at line ends go, at most one empty line stays in a row, `{a: 1}` becomes
/// `{ a: 1 }`, `[ a ]` becomes `[a]` where it holds no maps, one space follows `,`. The result is read again; should its
/// meaning differ, the text stays as it was.
package enum TemplateFormatting {
  package static func formatted(_ source: TemplateSource) throws(TemplateFailure) -> String {
    let before = try YAMLReader.read(source)
    let result = text(source.file.lines, protected: protectedLines(before))
    let file = SourceFile(name: source.file.name, text: result)
    guard let after = try? YAMLReader.read(TemplateSource(file: file, bundle: source.bundle)),
      same(before, after)
    else {
      return source.file.text
    }
    return result
  }

  private static func text(_ lines: [String], protected: Set<Int>) -> String {
    var result: [String] = []
    for (index, line) in lines.enumerated() {
      if protected.contains(index + 1) {
        result.append(line)
        continue
      }
      var line = line
      if index == 0, line.unicodeScalars.first == "\u{feff}" { line.unicodeScalars.removeFirst() }
      while line.hasSuffix(" ") || line.hasSuffix("\t") { line.removeLast() }
      if line.isEmpty, result.last?.isEmpty ?? true { continue }
      result.append(spaced(line))
    }
    while result.last?.isEmpty ?? false { result.removeLast() }
    return result.joined(separator: "\n") + "\n"
  }

  /// Lines of block scalars and of texts over several lines: theirs alone.
  private static func protectedLines(_ node: YAMLNode) -> Set<Int> {
    switch node.content {
    case .scalar(_, let style):
      let range = node.mark.range
      guard range.endLine > range.line else { return [] }
      return style == .literal || style == .folded
        ? Set((range.line + 1)..<range.endLine) : Set(range.line...range.endLine)
    case .sequence(let items): return items.reduce(into: []) { $0.formUnion(protectedLines($1)) }
    case .mapping(let entries): return entries.reduce(into: []) { $0.formUnion(protectedLines($1.value)) }
    }
  }

  /// Spaces inside braces and after commas, outside of quotes and comments.
  private static func spaced(_ line: String) -> String {
    let letters = Array(line)
    let indent = letters.prefix { $0 == " " }.count
    var result = Array(letters.prefix(indent))
    var index = indent
    var quote: Character?
    // Braces of `${…}` are not flow maps.
    var open: [Bool] = []
    while index < letters.count {
      let letter = letters[index]
      if let current = quote {
        result.append(letter)
        if letter == "\\", current == "\"", index + 1 < letters.count {
          index += 1
          result.append(letters[index])
        } else if letter == current {
          quote = nil
        }
        index += 1
        continue
      }
      let previous = index > 0 ? letters[index - 1] : " "
      if letter == "#", previous == " " {
        result += letters[index...]
        break
      }
      switch letter {
      case "\"", "'":
        if " [{,:".contains(previous) { quote = letter }
        result.append(letter)
      case "{":
        let isFlow = previous != "$"
        open.append(isFlow)
        result.append(letter)
        if isFlow {
          var next = index + 1
          while next < letters.count, letters[next] == " " { next += 1 }
          if next < letters.count, letters[next] == "}" {
            index = next - 1
          } else if next < letters.count, letters[next] != "#" {
            result.append(" ")
            index = next - 1
          }
        }
      case "}":
        let isFlow = open.popLast() ?? true
        if isFlow {
          while result.last == " ", result.count > indent { result.removeLast() }
          if result.last != "{", result.count > indent { result.append(" ") }
        }
        result.append(letter)
      case "," where !open.contains(false):
        while result.last == " ", result.count > indent { result.removeLast() }
        result.append(letter)
        var next = index + 1
        while next < letters.count, letters[next] == " " { next += 1 }
        let isInFlow = open.contains(true) || result.contains("[")
        if isInFlow, next < letters.count, letters[next] != "#" {
          result.append(" ")
          index = next - 1
        }
      default: result.append(letter)
      }
      index += 1
    }
    return String(result)
  }

  private static func same(_ a: YAMLNode, _ b: YAMLNode) -> Bool {
    switch (a.content, b.content) {
    case (.scalar(let x, _), .scalar(let y, _)): return x == y
    case (.sequence(let x), .sequence(let y)):
      return x.count == y.count && zip(x, y).allSatisfy { same($0, $1) }
    case (.mapping(let x), .mapping(let y)):
      return x.count == y.count && zip(x, y).allSatisfy { $0.key == $1.key && same($0.value, $1.value) }
    default: return false
    }
  }
}
