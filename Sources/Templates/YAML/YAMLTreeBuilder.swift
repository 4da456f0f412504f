import CYAML
import Diagnostics

/// Builds the tree from events and refuses what the language's YAML profile does not have.
struct YAMLTreeBuilder {
  private struct Open {
    var isMapping: Bool
    var start: yaml_mark_t
    var items: [YAMLNode] = []
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    var key: (text: String, mark: SourceMark)?
  }

  let source: TemplateSource
  private(set) var root: YAMLNode?
  private var stack: [Open] = []
  private var nodeCount = 0
  private var documents = 0

  init(source: TemplateSource) { self.source = source }

  /// Takes one event; gives the problem that ends the reading.
  mutating func take(_ event: yaml_event_t) -> Diagnostic? {
    let start = event.start_mark
    let end = event.end_mark
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      documents += 1
      if documents > 1 {
        return problem(
          "E003", "second document in the file", at: start, length: 3,
          help: "a template is one document; remove the '---'")
      }
      let data = event.data.document_start
      if data.version_directive != nil || data.tag_directives.start != data.tag_directives.end {
        return problem("E011", "YAML directives are not allowed", at: start, help: "remove the line with '%'")
      }
    case YAML_ALIAS_EVENT:
      let name = text(event.data.alias.anchor)
      return problem(
        "E006", "alias '*\(name)' is not allowed", at: start, length: name.unicodeScalars.count + 1,
        help: Self.reuse)
    case YAML_SCALAR_EVENT:
      let data = event.data.scalar
      if let refused = refusal(anchor: data.anchor, tag: data.tag, at: start) { return refused }
      guard data.length <= YAMLReader.Limits.scalarBytes else {
        return problem("E005", "a value longer than \(YAMLReader.Limits.scalarBytes) bytes", at: start)
      }
      let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
      let value = String(decoding: bytes, as: UTF8.self)
      let style: YAMLNode.Style =
        switch data.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
      let mark = mark(start, end)
      if let hidden = YAMLProfile.hiddenCharacter(in: value, isRaw: false) {
        return problem(
          "E002", "invisible or direction-changing character \(hidden)", at: start,
          help: "remove it; right-to-left text needs no override characters")
      }
      if var open = stack.last, open.isMapping, open.key == nil {
        stack.removeLast()
        defer { stack.append(open) }
        if let first = open.lines[value] {
          return Diagnostic(
            .error, code: "E008", "duplicate key '\(value)'",
            help: "first set on line \(first); the later value would silently win in most YAML tools",
            file: source.file, range: mark.range)
        }
        guard value != "<<" else {
          return problem("E006", "merge keys are not allowed", at: start, length: 2, help: Self.reuse)
        }
        open.lines[value] = mark.range.line
        open.key = (value, mark)
        return count(at: start)
      }
      return add(YAMLNode(.scalar(value, style), mark: mark), at: start)
    case YAML_SEQUENCE_START_EVENT:
      let data = event.data.sequence_start
      if let refused = refusal(anchor: data.anchor, tag: data.tag, at: start) { return refused }
      return open(isMapping: false, at: start)
    case YAML_MAPPING_START_EVENT:
      let data = event.data.mapping_start
      if let refused = refusal(anchor: data.anchor, tag: data.tag, at: start) { return refused }
      return open(isMapping: true, at: start)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard let open = stack.popLast() else { return nil }
      let content: YAMLNode.Content = open.isMapping ? .mapping(open.entries) : .sequence(open.items)
      // A block collection's end mark is the next token's: point at its first letter instead.
      let isFlow = start.line == end.line && end.column > start.column
      let range =
        isFlow && open.start.line == end.line
        ? mark(open.start, end)
        : SourceMark(
          source: source,
          range: SourceRange(
            line: Int(clamping: open.start.line) + 1, column: Int(clamping: open.start.column) + 1))
      return add(YAMLNode(content, mark: range), at: open.start)
    default: break
    }
    return nil
  }

  private static let reuse =
    "anchors and aliases are not part of this language: use `theme.styles`, `components` or `extends`"

  private func refusal(
    anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?, at start: yaml_mark_t
  ) -> Diagnostic? {
    if let anchor {
      let name = text(anchor)
      return problem(
        "E006", "anchor '&\(name)' is not allowed", at: start, length: name.unicodeScalars.count + 1,
        help: Self.reuse)
    }
    if let tag {
      let name = text(tag)
      let word = name.drop { $0 == "!" }
      let looksNegated = word.contains(".") || word.hasPrefix("has") || word.hasPrefix("is")
      return problem(
        "E007", "YAML tag '\(name)' is not allowed", at: start, length: name.unicodeScalars.count,
        help: looksNegated ? "for a negation write `not \(word)`" : "values get their type from the property")
    }
    return nil
  }

  private mutating func open(isMapping: Bool, at start: yaml_mark_t) -> Diagnostic? {
    if let top = stack.last, top.isMapping, top.key == nil {
      return problem(
        "E009", "a key must be a plain word, not a list or map", at: start,
        help: "did you forget quotes around '${…}' or '{…}'?")
    }
    guard stack.count < YAMLReader.Limits.depth else {
      return problem("E004", "nesting deeper than \(YAMLReader.Limits.depth) levels", at: start)
    }
    stack.append(Open(isMapping: isMapping, start: start))
    return count(at: start)
  }

  private mutating func add(_ node: YAMLNode, at start: yaml_mark_t) -> Diagnostic? {
    guard var open = stack.popLast() else {
      root = node
      return count(at: start)
    }
    if open.isMapping {
      if let key = open.key { open.entries.append(.init(key: key.text, keyMark: key.mark, value: node)) }
      open.key = nil
    } else {
      open.items.append(node)
    }
    stack.append(open)
    guard case .scalar = node.content else { return nil }
    return count(at: start)
  }

  private mutating func count(at start: yaml_mark_t) -> Diagnostic? {
    nodeCount += 1
    guard nodeCount <= YAMLReader.Limits.nodes else {
      return problem("E005", "more than \(YAMLReader.Limits.nodes) values in the file", at: start)
    }
    return nil
  }

  private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String {
    guard let pointer else { return "" }
    var count = 0
    while pointer[count] != 0 { count += 1 }
    return String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
  }

  private func mark(_ start: yaml_mark_t, _ end: yaml_mark_t) -> SourceMark {
    SourceMark(
      source: source,
      range: SourceRange(
        line: Int(clamping: start.line) + 1, column: Int(clamping: start.column) + 1,
        endLine: Int(clamping: end.line) + 1, endColumn: Int(clamping: end.column) + 1))
  }

  private func problem(
    _ code: String, _ message: String, at start: yaml_mark_t, length: Int = 1, help: String? = nil
  )
    -> Diagnostic
  {
    Diagnostic(
      .error, code: code, message, help: help, file: source.file,
      range: SourceRange(
        line: Int(clamping: start.line) + 1, column: Int(clamping: start.column) + 1, length: length))
  }
}
