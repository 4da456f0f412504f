import Diagnostics

/// A file that a template is made of, with the bundle beside it.
package final class TemplateSource: Sendable {
  package let file: SourceFile
  package let bundle: TemplateBundle?
  package init(file: SourceFile, bundle: TemplateBundle? = nil) {
    self.file = file
    self.bundle = bundle
  }
}

/// A place in one of a template's files.
package struct SourceMark: Sendable {
  package var source: TemplateSource
  package var range: SourceRange
}

/// A node of the file as written: the schema decides later what it means.
package final class YAMLNode: Sendable {
  package enum Style: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }
  package struct Entry: Sendable {
    package var key: String
    package var keyMark: SourceMark
    package var value: YAMLNode
  }
  package enum Content: Sendable {
    case scalar(String, Style)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  package let content: Content
  package let mark: SourceMark

  package init(_ content: Content, mark: SourceMark) {
    self.content = content
    self.mark = mark
  }

  package var scalar: String? {
    if case .scalar(let text, _) = content { return text }
    return nil
  }
  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { return items }
    return nil
  }
  package var entries: [Entry]? {
    if case .mapping(let entries) = content { return entries }
    return nil
  }
  package subscript(_ key: String) -> YAMLNode? { entries?.first { $0.key == key }?.value }
  /// Nothing was written after the colon.
  package var isEmpty: Bool {
    if case .scalar(let text, .plain) = content { return text.isEmpty }
    return false
  }
  /// `text`, `list` or `map`, for messages.
  package var shape: String {
    switch content {
    case .scalar: "text"
    case .sequence: "list"
    case .mapping: "map"
    }
  }

  /// The place of a piece of the scalar's text, in code points; exact also behind escapes and in block scalars.
  package func mark(offset: Int, length: Int) -> SourceMark {
    guard case .scalar(let text, let style) = content else { return mark }
    let positions = ScalarPositions(text: text, style: style, mark: mark)
    return SourceMark(source: mark.source, range: positions.range(offset: offset, length: length))
  }
}
