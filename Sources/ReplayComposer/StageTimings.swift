import Encoding

/// Where the time of a film went, by stage.
public struct StageTimings: Sendable {
  /// One stage.
  public struct Entry: Sendable {
    /// Such as `recording` or `drawing`.
    public var stage: String
    /// Seconds on a core.
    public var cpu: Double
    /// Seconds that passed.
    public var wall: Double
    /// How often: 1, or a count of frames.
    public var count: Int
  }
  /// Stages in the order of the data flow.
  public private(set) var entries: [Entry] = []
  /// Seconds of all threads on a core, from start to end.
  public var totalCPU = 0.0
  /// Seconds from start to end.
  public var totalWall = 0.0

  mutating func add(_ stage: String, _ time: StageTime) {
    entries.append(Entry(stage: stage, cpu: time.cpu, wall: time.wall, count: time.count))
  }

  /// A table for people: stage, CPU, CPU a frame.
  public var text: String {
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func milliseconds(_ seconds: Double) -> String {
      let tenths = Int((seconds * 10_000).rounded())
      return "\(tenths / 10).\(abs(tenths % 10)) ms"
    }
    var lines: [String] = []
    for entry in entries {
      let each = entry.count > 1 ? milliseconds(entry.cpu / Double(entry.count)) + " a frame" : ""
      let name = entry.stage + String(repeating: " ", count: max(1, 14 - entry.stage.count))
      lines.append(name + padded(milliseconds(entry.cpu), 13) + "  " + each)
    }
    let total = "total" + String(repeating: " ", count: 9)
    lines.append(total + padded(milliseconds(totalCPU), 13) + "  in " + milliseconds(totalWall))
    return lines.joined(separator: "\n")
  }
}
