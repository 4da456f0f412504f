import Drawing
import Geometry
import Scenes
import Simulation

/// Draws a table whose cells are already placed.
final class TableRenderer {
  private let texts: TextRenderer

  init(texts: TextRenderer) { self.texts = texts }

  func draw(
    _ state: TableState, content: TableContent, in box: Rect, opacity: Double, context: Context
  ) throws(CairoError) {
    let origin = Vec2(box.x, box.y)
    for (index, row) in content.rows.enumerated() {
      var alpha = opacity
      var shift = origin
      if let motion = state.rows {
        let progress = motion.progress(of: index)
        alpha *= min(max(progress, 0), 1)
        let away = (1 - progress) * motion.motion.distance * (motion.isExit ? -1 : 1)
        switch motion.motion.preset {
        case .fadeUp: shift.y += away
        case .fadeDown: shift.y -= away
        case .fadeLeft: shift.x += away
        case .fadeRight: shift.x -= away
        default: break
        }
      }
      guard alpha > 0.001 else { continue }
      if let fill = row.fill { draw(fill, in: row.box.offset(by: shift), radius: 0, alpha, context) }
      for bar in row.bars {
        draw(bar.color, in: bar.box.offset(by: shift), radius: bar.box.height / 2, alpha, context)
      }
      for cell in row.cells {
        try texts.draw(
          cell.text, style: cell.style, in: cell.box.offset(by: shift), color: cell.color.opacity(alpha),
          context: context)
      }
    }
  }

  private func draw(_ color: Color, in box: Rect, radius: Double, _ opacity: Double, _ context: Context) {
    guard box.width > 0, box.height > 0 else { return }
    context.newPath()
    context.addRoundedRect(box, radius: radius)
    context.setColor(color.opacity(opacity))
    context.fill()
  }
}
