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
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasSuffix("\r") ? String(line.dropLast()) : String(line)
    }
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
