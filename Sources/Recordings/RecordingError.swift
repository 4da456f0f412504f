/// Why a recording could not be read: one line for the user.
public struct RecordingError: Error, Sendable, Equatable {
  /// The file as the user named it (`-` for standard input).
  public var file: String
  /// Line, from 1, where there is one.
  public var line: Int?
  /// Column, from 1, where there is one.
  public var column: Int?
  /// What is wrong, without control characters.
  public var message: String

  /// An error from its parts.
  public init(file: String, line: Int? = nil, column: Int? = nil, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// `file:line:col: message`.
  public var description: String {
    var place = file == "-" ? "standard input" : file.isEmpty ? "''" : file
    if let line {
      place += ":\(line)"
      if let column { place += ":\(column)" }
    }
    return "\(place): \(message)"
  }
}
