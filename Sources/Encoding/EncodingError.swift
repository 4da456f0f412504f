/// Why frames could not be written: one line for the user.
public struct EncodingError: Error, Sendable, Equatable {
  /// What kind of fault, which decides the exit code.
  public enum Kind: Sendable, Equatable {
    /// The user asked for something that cannot be (exit 2).
    case usage
    /// A film that was given cannot be used (exit 1).
    case input
    /// The output could not be written (exit 3).
    case output
    /// The user stopped it.
    case cancelled
  }
  /// What kind of fault.
  public var kind: Kind
  /// One line that names the file where there is one.
  public var message: String
  /// An error from its parts.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
