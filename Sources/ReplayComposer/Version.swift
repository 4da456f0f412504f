/// The version of the tool and the library.
public enum Version {
  /// Semantic version.
  public static let current = "0.1.0"
}
