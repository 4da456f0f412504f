/// A file's text with what is needed to point into it.
public final class SourceFile: Sendable {
  /// The name as the user gave it.
  public let name: String
  /// The text.
  public let text: String
  /// The lines of the text, without their ends.
  public let lines: [String]

  /// A file from its name and text.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
    lines = SourceFile.split(text)
  }

  /// At line feeds, carriage returns and both together, of which Swift makes one character.
  private static func split(_ text: String) -> [String] {
    let bytes = text.utf8
    var lines: [String] = []
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      let next = bytes.index(after: index)
      guard byte == 10 || byte == 13 else {
        index = next
        continue
      }
      lines.append(String(text.unicodeScalars[start..<index]))
      index = byte == 13 && next < bytes.endIndex && bytes[next] == 10 ? bytes.index(after: next) : next
      start = index
    }
    lines.append(String(text.unicodeScalars[start...]))
    return lines
  }
}

/// A place in a file: lines and columns from 1, columns in code points, the end column exclusive.
public struct SourceRange: Hashable, Sendable {
  /// First line.
  public var line: Int
  /// First column.
  public var column: Int
  /// Last line.
  public var endLine: Int
  /// Column after the last.
  public var endColumn: Int

  /// A place from its bounds.
  public init(line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }
  /// A place within one line.
  public init(line: Int, column: Int, length: Int = 1) {
    self.init(line: line, column: column, endLine: line, endColumn: column + max(1, length))
  }
}
