import Drawing
import Geometry
import Scenes
import Simulation

/// Draws a metric along the run: what is run bright over its fill, the rest faint, a point where the runner is.
struct ChartRenderer {
  let content: ChartContent
  /// Pixels per design unit.
  let unit: Double

  func draw(_ state: ChartState, in box: Rect, opacity: Double, context: Context) {
    let pieces = unbroken(in: box)
    let cut = box.x + box.width * min(max(state.progress, 0), 1)
    let base = box.maxY
    // The strokes' ends and the point reach out of the box.
    let room = max(state.line.width, (state.cursor?.radius ?? 0) * 2) + 2
    context.saved {
      context.clip(
        to: Rect(x: box.x - room, y: box.y - room, width: cut - box.x + room, height: box.height + 2 * room))
      fill(pieces, state.fill, base: base, box: box, opacity: opacity, context: context)
      stroke(pieces, state, in: box, opacity: opacity, context: context)
    }
    if cut < box.maxX {
      context.saved {
        context.clip(
          to: Rect(x: cut, y: box.y - room, width: box.maxX - cut + room, height: box.height + 2 * room))
        let faint = FillStyle(content.rest.opacity(0.4))
        if !state.fill.isEmpty {
          fill(pieces, faint, base: base, box: box, opacity: opacity, context: context)
        }
        context.newPath()
        for piece in pieces { context.addLines(piece) }
        context.setColor(content.rest.opacity(opacity))
        context.stroke(StrokeStyle(width: max(1, state.line.width * 0.6), cap: .round, join: .round))
      }
    }
    if let cursor = state.cursor, let y = value(at: state.progress, in: box) {
      drawCursor(cursor, at: Vec2(cut, y), base: base, state: state, opacity: opacity, context: context)
    }
  }

  /// Pixels of the runs of known values.
  private func unbroken(in box: Rect) -> [[Vec2]] {
    var pieces: [[Vec2]] = []
    var current: [Vec2] = []
    for point in content.points {
      if let y = point.y {
        current.append(Vec2(box.x + box.width * point.x, box.maxY - box.height * y))
      } else {
        if current.count > 1 { pieces.append(current) }
        current = []
      }
    }
    if current.count > 1 { pieces.append(current) }
    return pieces
  }

  /// Row of the curve at a share of the axis; nil in a gap.
  private func value(at share: Double, in box: Rect) -> Double? {
    let points = content.points
    guard let last = points.last else { return nil }
    let index = points.firstIndex { $0.x >= share } ?? points.count - 1
    guard index > 0 else { return points[0].y.map { box.maxY - box.height * $0 } }
    let a = points[index - 1]
    let b = index < points.count ? points[index] : last
    guard let from = a.y, let to = b.y else { return (a.y ?? b.y).map { box.maxY - box.height * $0 } }
    let t = b.x > a.x ? min(max((share - a.x) / (b.x - a.x), 0), 1) : 1
    return box.maxY - box.height * (from + (to - from) * t)
  }

  private func fill(
    _ pieces: [[Vec2]], _ style: FillStyle, base: Double, box: Rect, opacity: Double, context: Context
  ) {
    guard !style.isEmpty, let first = style.colors.first else { return }
    context.newPath()
    for piece in pieces {
      guard let start = piece.first, let end = piece.last else { continue }
      context.addPolygon([Vec2(start.x, base)] + piece + [Vec2(end.x, base)])
    }
    // One colour fades towards the base, so that the curve carries the shape and no block stands under the text.
    let colors = style.colors.count > 1 ? style.colors : [first, first.opacity(0.35)]
    let stops = colors.enumerated().map { index, color in
      (Double(index) / Double(max(colors.count - 1, 1)), color.opacity(opacity))
    }
    if let gradient = try? Gradient(
      from: Vec2(box.x, box.y), to: Vec2(box.x, base), stops: stops.map { (offset: $0.0, color: $0.1) })
    {
      context.setGradient(gradient)
    } else {
      context.setColor(first.opacity(opacity))
    }
    context.fill()
  }

  private func stroke(
    _ pieces: [[Vec2]], _ state: ChartState, in box: Rect, opacity: Double, context: Context
  ) {
    guard state.line.width > 0 else { return }
    let style = StrokeStyle(
      width: max(1, state.line.width), cap: .round, join: .round, dash: state.line.dash)
    guard let colors = content.colors, colors.count == content.points.count else {
      context.newPath()
      for piece in pieces { context.addLines(piece) }
      context.setColor(state.line.color.opacity(opacity))
      context.stroke(style)
      return
    }
    for index in content.points.indices.dropLast() {
      guard let a = content.points[index].y, let b = content.points[index + 1].y else { continue }
      context.newPath()
      context.addLines([
        Vec2(box.x + box.width * content.points[index].x, box.maxY - box.height * a),
        Vec2(box.x + box.width * content.points[index + 1].x, box.maxY - box.height * b),
      ])
      context.setColor(colors[index].opacity(opacity))
      context.stroke(style)
    }
  }

  private func drawCursor(
    _ cursor: CursorState, at point: Vec2, base: Double, state: ChartState, opacity: Double, context: Context
  ) {
    let shape = content.cursor?.shape ?? .dot
    guard shape != .none, cursor.radius > 0 else { return }
    if shape == .tick || shape == .pin {
      context.newPath()
      context.addLines([point, Vec2(point.x, base)])
      context.setColor(cursor.color.opacity(0.5 * opacity))
      context.stroke(StrokeStyle(width: max(1, 2 * unit)))
    }
    if shape == .tick { return }
    context.newPath()
    context.addCircle(center: point, radius: cursor.radius)
    if shape == .ring {
      context.setColor(cursor.color.opacity(opacity))
      context.stroke(StrokeStyle(width: max(1, cursor.radius * 0.4)))
    } else {
      context.setColor(Color(hex: 0xffffff).opacity(opacity))
      context.fill()
      context.addCircle(center: point, radius: cursor.radius * 0.62)
      context.setColor(cursor.color.opacity(opacity))
      context.fill()
    }
  }
}
