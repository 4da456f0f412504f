/// Why a replay could not be made: one or more lines for the user, and what kind of fault it is.
public struct ReplayError: Error, Sendable {
  /// Kind of fault; the program's exit status follows from it.
  public enum Kind: Sendable {
    /// A recording, template or map cannot be used.
    case input
    /// Something was asked for that cannot be.
    case usage
    /// The output could not be written.
    case output
    /// The user stopped it.
    case cancelled
  }
  /// Kind of fault.
  public var kind: Kind
  /// One line; for templates all their diagnostics as text.
  public var message: String

  /// An error from its parts.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
