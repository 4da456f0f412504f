import Drawing
import Geometry
import Scenes
import Simulation

/// Draws a value between two limits as a bar, an arc or a ring.
enum GaugeRenderer {
  static func draw(
    _ state: GaugeState, kind: GaugeContent.Kind, in box: Rect, opacity: Double, context: Context
  ) {
    let share = state.share ?? 0
    switch kind {
    case .bar:
      bar(state.track, from: 0, to: 1, in: box, opacity: opacity, context: context)
      if share > 0 { bar(state.line, from: 0, to: share, in: box, opacity: opacity, context: context) }
    case .arc, .ring:
      let sweep = kind == .ring ? 360 : min(max(state.sweep, 1), 360)
      let start = kind == .ring ? -90 : 90 + (360 - sweep) / 2
      arc(state.track, from: start, sweep: sweep, in: box, opacity: opacity, context: context)
      if share > 0 {
        arc(state.line, from: start, sweep: sweep * share, in: box, opacity: opacity, context: context)
      }
    }
  }

  private static func bar(
    _ line: LineStyle, from: Double, to: Double, in box: Rect, opacity: Double, context: Context
  ) {
    let height = min(line.width, box.height)
    guard height > 0, line.color.alpha > 0 else { return }
    // Never shorter than its round ends.
    let width = max(height, box.width * (to - from))
    context.newPath()
    context.addRoundedRect(
      Rect(x: box.x + box.width * from, y: box.center.y - height / 2, width: width, height: height),
      radius: height / 2)
    context.setColor(line.color.opacity(opacity))
    context.fill()
  }

  private static func arc(
    _ line: LineStyle, from start: Double, sweep: Double, in box: Rect, opacity: Double, context: Context
  ) {
    guard line.width > 0, line.color.alpha > 0 else { return }
    let radius = min(box.width, box.height) / 2 - line.width / 2
    context.newPath()
    context.addArc(
      center: box.center, radius: radius, from: Trigonometry.radians(start),
      to: Trigonometry.radians(start + sweep))
    context.setColor(line.color.opacity(opacity))
    context.stroke(StrokeStyle(width: line.width, cap: .round, dash: line.dash))
  }
}
