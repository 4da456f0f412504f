/// What a reader found, dropped and repaired. Nothing is dropped without an entry here.
public struct RecordingReport: Sendable {
  /// Such as `gpx`, `fit`.
  public var format: String
  /// Points met in the file, kept or not.
  public var pointsRead: Int = 0
  /// What was dropped or repaired, one entry a reason.
  public var entries: [Entry] = []
  /// Things worth a line to the user, without control characters.
  public var warnings: [String] = []

  /// How often something was dropped or repaired.
  public struct Entry: Sendable, Equatable {
    /// Lower case words, such as `position out of range`.
    public var reason: String
    /// How many points or values.
    public var count: Int
    /// Line (text formats) or byte offset (FIT) of the first.
    public var firstPosition: Int?
    /// Whether points were lost (else values were repaired).
    public var dropped: Bool
  }

  /// An empty report.
  public init(format: String) { self.format = format }

  /// Counts one more of a kind.
  public mutating func note(_ reason: String, at position: Int? = nil, dropped: Bool = true, count: Int = 1) {
    if let index = entries.firstIndex(where: { $0.reason == reason && $0.dropped == dropped }) {
      entries[index].count += count
    } else {
      entries.append(Entry(reason: reason, count: count, firstPosition: position, dropped: dropped))
    }
  }

  /// Adds a warning once.
  public mutating func warn(_ text: String) {
    if !warnings.contains(text) { warnings.append(text) }
  }
}
