import Drawing
import Geometry
import Pixels
import Scenes
import Simulation

/// Sets the names on a map: upright words over a soft edge in the ground's colour.
final class LabelRenderer {
  private let fonts: FontSet
  private var faces: [MapLabel: Face] = [:]

  /// What stays the same while a name is shown.
  private struct Face {
    var layout: TextLayout
    /// The soft edge, drawn once: blurring and stroking would cost most of a name's time.
    var edge: Surface
    /// From the text's origin to the edge's corner, pixels.
    var corner: Vec2
  }

  init(fonts: FontSet) { self.fonts = fonts }

  func draw(_ labels: [LabelState], context: Context) throws(CairoError) {
    for state in labels {
      let face = try face(of: state.label)
      let label = state.label
      let box = state.box
      let mark = label.peakMark
      let center = Vec2(box.center.x, box.y + label.size.y / 2)
      let origin = center - face.layout.ink.center
      let corner = origin + face.corner
      let size = Vec2(Double(face.edge.buffer.width), Double(face.edge.buffer.height))
      context.draw(
        face.edge, in: Rect(x: corner.x, y: corner.y, width: size.x, height: size.y), opacity: state.opacity)
      context.draw(face.layout, at: origin, color: label.color.opacity(0.95 * state.opacity))
      if label.isPeak {
        context.move(to: state.point + Vec2(0, -mark * 1.1))
        context.line(to: state.point + Vec2(mark, mark * 0.6))
        context.line(to: state.point + Vec2(-mark, mark * 0.6))
        context.closePath()
        context.setColor(label.color.opacity(0.95 * state.opacity))
        context.fill()
      }
    }
  }

  private func face(of label: MapLabel) throws(CairoError) -> Face {
    if let kept = faces[label] { return kept }
    var block = TextBlock(label.text, style: label.style)
    block.wraps = false
    block.maxLines = 1
    let layout = try TextLayout(block, fonts: fonts)
    let room = (0.7 * label.style.size).rounded(.up)
    let corner = Vec2((layout.ink.x - room).rounded(.down), (layout.ink.y - room).rounded(.down))
    let buffer = PixelBuffer(
      width: min(4096, Int((layout.ink.width + 2 * room).rounded(.up)) + 1),
      height: min(512, Int((layout.ink.height + 2 * room).rounded(.up)) + 1))
    let edge = try Surface(buffer)
    let inner = try Context(edge)
    inner.newPath()
    inner.addOutline(of: layout, at: corner * -1)
    inner.setColor(label.halo.opacity(0.85))
    inner.stroke(StrokeStyle(width: 0.3 * label.style.size, cap: .round, join: .round))
    edge.flush()
    Blur.apply(to: buffer, radius: 0.14 * label.style.size)
    edge.markDirty()
    let made = Face(layout: layout, edge: edge, corner: corner)
    if faces.count > 200 { faces.removeAll() }
    faces[label] = made
    return made
  }
}
