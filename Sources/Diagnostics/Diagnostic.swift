/// One message about an input, with its place.
public struct Diagnostic: Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable {
    case error, warning, note
  }
  /// How bad it is.
  public var severity: Severity
  /// Such as `E102`; empty where there is none.
  public var code: String
  /// One line, without a full stop.
  public var message: String
  /// What to do, one line.
  public var help: String?
  /// The file it is about.
  public var file: SourceFile?
  /// Where in the file.
  public var range: SourceRange?

  /// A message from its parts.
  public init(
    _ severity: Severity, code: String = "", _ message: String, help: String? = nil, file: SourceFile? = nil,
    range: SourceRange? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.help = help
    self.file = file
    self.range = range
  }
}
