/// When which scene is shown.
package struct TemplateTimeline: Sendable {
  package struct Entry: Sendable, Hashable {
    package var id: String
    /// Seconds of film at its first frame.
    package var start: Double
    /// Seconds; nil where the run decides.
    package var duration: Double?
    /// Seconds shared with the scene before.
    package var overlap: Double
  }
  package let entries: [Entry]

  /// From resolved scenes. After a scene whose length the run decides, times count from its start.
  package init(_ scenes: [ResolvedMap]) {
    var entries: [Entry] = []
    var time = 0.0
    for (index, scene) in scenes.enumerated() {
      var overlap = 0.0
      if index > 0, case .map(let transition) = scene["transition"],
        case .time(let seconds) = transition["duration"]
      {
        if case .word("cut") = transition["type"] {} else { overlap = seconds }
      }
      var duration: Double?
      if case .time(let seconds) = scene["duration"] { duration = seconds }
      if let duration { overlap = min(overlap, duration / 2) }
      if let before = entries.last?.duration { overlap = min(overlap, before / 2) }
      time -= overlap
      entries.append(
        Entry(id: scene.id ?? "scene \(index + 1)", start: time, duration: duration, overlap: overlap))
      time += duration ?? 0
    }
    self.entries = entries
  }

  /// Seconds of the whole film; nil where the run decides.
  package var total: Double? {
    guard entries.allSatisfy({ $0.duration != nil }), let last = entries.last else { return nil }
    return last.start + (last.duration ?? 0)
  }

  /// A table of starts, ends and overlaps.
  package var text: String {
    func show(_ seconds: Double) -> String {
      let hundredths = Int((seconds * 100).rounded())
      let rest = hundredths % 100
      return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
    func pad(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let width = max(5, entries.map(\.id.count).max() ?? 0)
    func line(_ cells: [String]) -> String {
      cells[0] + String(repeating: " ", count: width - cells[0].count)
        + cells.dropFirst().map { pad($0, 10) }.joined()
    }
    var lines = [line(["scene", "start", "end", "length", "overlap"])]
    for entry in entries {
      let end = entry.duration.map { show(entry.start + $0) } ?? "auto"
      lines.append(
        line([entry.id, show(entry.start), end, entry.duration.map(show) ?? "auto", show(entry.overlap)]))
    }
    lines.append(line(["total", "", total.map(show) ?? "auto"]))
    return lines.joined(separator: "\n")
  }
}
