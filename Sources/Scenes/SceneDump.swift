import Geometry
import Templates

/// A film as text, one line a node, for tests and for people who look for what went where.
///
/// Boxes in design units (so that sizes of the same film can be compared), times in seconds of scene time.
package struct SceneDump: CustomStringConvertible {
  private var lines: [String] = []
  private let unit: Double

  package init(_ film: Film) {
    unit = film.unit
    lines.append(
      "film \(film.width)x\(film.height) \(film.framesPerSecond) fps \(Self.number(film.duration)) s")
    for scene in film.scenes {
      var line = "scene \(scene.id) \(Self.number(scene.start))+\(Self.number(scene.duration))"
      if scene.transition.kind != .cut {
        line += " \(scene.transition.kind.rawValue) \(Self.number(scene.transition.duration))"
      }
      line += " clock \(clock(scene.clock))"
      lines.append(line)
      for node in scene.nodes { add(node, depth: 1, duration: scene.duration) }
    }
  }

  package var description: String { lines.joined(separator: "\n") }

  private mutating func add(_ node: SceneNode, depth: Int, duration: Double) {
    var line = String(repeating: "  ", count: depth) + Self.kind(node.content)
    if let id = node.id { line += " #\(id)" }
    line += " [\(box(node.box))]"
    if case .text(let text) = node.content { line += words(text) }
    let motion = node.motion
    if motion.from > 0 || motion.to < duration {
      line += " \(Self.number(motion.from))…\(Self.number(motion.to))"
    }
    if let enter = motion.enter { line += " enter \(Self.move(enter))" }
    if let exit = motion.exit { line += " exit \(Self.move(exit))" }
    if let appearance = motion.appearance { line += " after \(appearance.event.rawValue)" }
    lines.append(line)
    for child in node.children { add(child, depth: depth + 1, duration: duration) }
  }

  private func words(_ text: TextContent) -> String {
    let size = " \(Self.number(text.style.size / unit))u"
    switch text.source {
    case .constant(let words): return " \"\(words)\"\(size)"
    case .live(let live):
      let parts = live.pieces.map { piece -> String in
        if case .literal(let words) = piece { return words }
        return "…"
      }
      return " \"\(parts.joined())\"\(size)"
    }
  }

  private func box(_ box: Rect) -> String {
    "\(Self.number(box.x / unit)) \(Self.number(box.y / unit)) \(Self.number(box.width / unit))x\(Self.number(box.height / unit))"
  }

  private func clock(_ clock: ClockSpec) -> String {
    switch clock.mode {
    case .fit: return "fit \(Self.number(clock.leadIn)) \(Self.number(clock.leadOut))"
    case .speed(let factor): return "speed \(Self.number(factor))"
    case .hold(let atEnd): return atEnd ? "hold end" : "hold start"
    }
  }

  private static func move(_ motion: Motion) -> String {
    "\(motion.preset.rawValue) \(number(motion.delay))+\(number(motion.duration))"
  }

  private static func kind(_ content: NodeContent) -> String {
    switch content {
    case .group: return "group"
    case .text: return "text"
    case .shape(let shape): return shape.kind.rawValue
    case .image: return "image"
    case .chart: return "chart"
    case .gauge(let gauge): return "gauge-\(gauge.kind.rawValue)"
    case .table(let table): return "table(\(table.rows.count))"
    case .minimap: return "minimap"
    case .world: return "world"
    case .spacer: return "spacer"
    }
  }

  /// At most two places, without a tail of zeros.
  private static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let sign = hundredths < 0 ? "-" : ""
    let whole = abs(hundredths) / 100
    let rest = abs(hundredths) % 100
    if rest == 0 { return "\(sign)\(whole)" }
    return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
