import Drawing
import Geometry
import Scenes
import Simulation

/// Draws the flat overview of a route, north up.
struct MinimapRenderer {
  let content: MinimapContent
  /// Pixels per design unit.
  let unit: Double

  func draw(_ state: MinimapState, in box: Rect, opacity: Double, context: Context) {
    let origin = Vec2(box.x, box.y)
    let points = content.points.map { $0 + origin }
    guard points.count > 1, points.count == content.distances.count else { return }
    let total = content.distances.last ?? 0
    let reached = content.draw == .all ? total : min(state.shownDistance, total)
    if let ahead = content.ahead {
      let rest = pieces(points, from: content.draw == .none ? 0 : reached, to: total)
      stroke(rest, color: ahead.color.opacity(opacity), width: ahead.width, context: context)
    }
    if content.draw != .none {
      let run = pieces(points, from: 0, to: reached)
      if state.glow > 0 {
        for (grow, alpha) in [(5.0, 0.07), (3.2, 0.1), (2.0, 0.14)] {
          let color = state.color.opacity(opacity * alpha * state.glow)
          stroke(run, color: color, width: state.width * grow, context: context)
        }
      }
      if let casing = content.casing {
        stroke(run, color: casing.color.opacity(opacity), width: casing.width, context: context)
      }
      if let colors = content.colors, colors.count == points.count {
        strokeColored(points, colors, to: reached, width: state.width, opacity: opacity, context: context)
      } else {
        stroke(run, color: state.color.opacity(opacity), width: state.width, context: context)
      }
    }
    // Where no line may be drawn, no dot is: a gap or a privacy zone.
    if let cursor = state.cursor, let style = content.dot, style.shape != .none,
      !content.gaps.contains(index(before: min(state.shownDistance, total)))
    {
      let place = point(points, at: min(state.shownDistance, total))
      context.newPath()
      context.addCircle(center: place, radius: cursor.radius)
      context.setColor(
        style.shape == .ring ? cursor.color.opacity(opacity) : Color(hex: 0xffffff, alpha: opacity))
      if style.shape == .ring {
        context.stroke(StrokeStyle(width: max(1, cursor.radius * 0.4)))
      } else {
        context.fill()
        context.addCircle(center: place, radius: cursor.radius * 0.62)
        context.setColor(cursor.color.opacity(opacity))
        context.fill()
      }
    }
  }

  private func index(before distance: Double) -> Int {
    var low = 0
    var high = content.distances.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if content.distances[middle] <= distance { low = middle } else { high = middle }
    }
    return low
  }

  private func point(_ points: [Vec2], at distance: Double) -> Vec2 {
    let low = index(before: distance)
    let span = content.distances[low + 1] - content.distances[low]
    let share = span > 0 ? min(max((distance - content.distances[low]) / span, 0), 1) : 1
    return points[low].lerp(points[low + 1], share)
  }

  /// The line between two distances, broken at gaps.
  private func pieces(_ points: [Vec2], from: Double, to: Double) -> [[Vec2]] {
    guard to > from else { return [] }
    let first = index(before: from)
    let last = index(before: to)
    var result: [[Vec2]] = []
    var current = [point(points, at: from)]
    if first < last {
      for k in first + 1...last {
        if content.gaps.contains(k - 1) {
          result.append(current)
          current = []
        }
        current.append(points[k])
      }
    }
    if !content.gaps.contains(last) { current.append(point(points, at: to)) }
    result.append(current)
    return result.filter { $0.count > 1 }
  }

  private func stroke(_ pieces: [[Vec2]], color: Color, width: Double, context: Context) {
    guard color.alpha > 0, width > 0 else { return }
    context.newPath()
    for piece in pieces { context.addLines(piece) }
    context.setColor(color)
    context.stroke(StrokeStyle(width: width, cap: .round, join: .round))
  }

  private func strokeColored(
    _ points: [Vec2], _ colors: [Color], to reached: Double, width: Double, opacity: Double, context: Context
  ) {
    let last = index(before: reached)
    for k in 0...last where !content.gaps.contains(k) {
      let end = k == last ? point(points, at: reached) : points[k + 1]
      context.newPath()
      context.addLines([points[k], end])
      context.setColor(colors[k].opacity(opacity))
      context.stroke(StrokeStyle(width: width, cap: .round, join: .round))
    }
  }
}
