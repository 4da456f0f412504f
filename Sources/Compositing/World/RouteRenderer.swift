import Drawing
import Geometry
import Pixels
import Scenes

/// Draws the route in screen space over the ground: always sharp, thinner with distance, ended exactly at the dot.
final class RouteRenderer {
  private let geometry: RouteGeometry
  private let glow: Glow

  init(geometry: RouteGeometry, width: Int, height: Int) throws(CairoError) {
    self.geometry = geometry
    glow = try Glow(width: width, height: height)
  }

  /// What a frame asks for.
  struct Frame {
    var projection: PerspectiveProjection
    var style: RouteStyle
    /// Pixels a design unit.
    var unit: Double
    /// Metres along the shown path.
    var shownDistance: Double
    /// 0…1 of the faint line that is drawn.
    var reveal: Double
    /// 0…1: the whole line glows.
    var finale: Double
    var ground: GroundColors
    var isHidden: (Vec2, Double) -> Bool
  }

  func draw(_ frame: Frame, into buffer: PixelBuffer, context: Context) throws(CairoError) {
    let projector = RouteProjector(
      geometry: geometry, projection: frame.projection, margin: 60 * frame.unit, isHidden: frame.isHidden)
    drawAhead(frame, projector: projector, context: context)
    guard frame.style.draw != .none else { return }
    let end = frame.style.draw == .all ? geometry.length : frame.shownDistance
    let paths = projector.paths(from: 0, to: end).map { $0.smoothed(step: 7) }
    guard !paths.isEmpty else { return }

    let visible = paths.flatMap { pieces(of: $0, hidden: false) }
    let hidden = paths.flatMap { pieces(of: $0, hidden: true) }
    // What terrain hides stays readable as a faint thin line.
    for piece in hidden {
      Ribbon.add(ribbon(piece, frame, width: frame.style.width * 0.5), to: context)
    }
    context.setColor(frame.style.color.opacity(0.3))
    context.fill()

    if frame.style.glow > 0 {
      context.surface.flush()
      let strength = frame.style.glow * (1 + 0.7 * frame.finale)
      try glow.draw(
        visible.map { ribbon($0, frame, width: frame.style.width * 1.9) },
        style: Glow.Style(
          color: frame.style.color, innerRadius: 22 * frame.unit, innerStrength: 0.62 * strength,
          outerRadius: 64 * frame.unit, outerStrength: 0.5 * strength, adds: frame.ground.isDark),
        into: buffer)
      context.surface.markDirty()
    }
    if let casing = frame.style.casing {
      for piece in visible { Ribbon.add(ribbon(piece, frame, width: casing.width), to: context) }
      context.setColor(casing.color)
      context.fill()
    }
    for piece in visible { drawCore(piece, frame, end: end, context: context) }
  }

  /// The part not yet run, or all of it before the start: faint and thin, in one even opacity.
  private func drawAhead(_ frame: Frame, projector: RouteProjector, context: Context) {
    guard let ahead = frame.style.ahead else { return }
    let start = frame.style.draw == .all ? geometry.length : frame.shownDistance
    let end = geometry.length * frame.reveal
    // Where it has not drawn itself yet it is hinted at, so that the first frame already shows a run.
    for (from, to, opacity) in [(start, end, 1.0), (max(start, end), geometry.length, 0.5)] where to > from {
      for path in projector.paths(from: from, to: to) {
        Ribbon.add(ribbon(path.smoothed(step: 9), frame, width: ahead.width), to: context)
      }
      context.setColor(ahead.color.opacity(opacity))
      context.fill()
    }
  }

  /// Runs of a line that terrain hides, or does not.
  private func pieces(of path: ScreenPath, hidden: Bool) -> [ScreenPath] {
    var result: [ScreenPath] = []
    var current: [ScreenPath.Point] = []
    for point in path.points {
      if point.isHidden == hidden {
        current.append(point)
      } else {
        // The visible part reaches to the first hidden point, so that no gap opens between the two.
        if !current.isEmpty {
          current.append(point)
          result.append(ScreenPath(points: current))
        }
        current = []
      }
    }
    if current.count > 1 { result.append(ScreenPath(points: current)) }
    return result
  }

  private func ribbon(_ path: ScreenPath, _ frame: Frame, width: Double) -> [Ribbon.Point] {
    path.points.map { point in
      let share = RouteRenderer.perspective(frame.projection.camera.distance, point.depth)
      return Ribbon.Point(position: point.position, halfWidth: max(1.5, width * frame.unit * share) / 2)
    }
  }

  /// Share of the nominal width at a depth: 1 at the target, mildly thinner behind it.
  static func perspective(_ distance: Double, _ depth: Double) -> Double {
    min(1.5, max(0.42, 0.35 + 0.65 * distance / max(depth, 1)))
  }

  /// The bright line in its colours; neighbouring points of one colour are one fill.
  private func drawCore(_ path: ScreenPath, _ frame: Frame, end: Double, context: Context) {
    let points = ribbon(path, frame, width: frame.style.width)
    var start = 0
    var color = color(at: path.points[0].distance, frame, end: end)
    for index in 1..<path.points.count {
      let next = self.color(at: path.points[index].distance, frame, end: end)
      let isLast = index == path.points.count - 1
      if next != color || isLast {
        Ribbon.add(Array(points[start...index]), to: context)
        context.setColor(color)
        context.fill()
        start = index
        color = next
      }
    }
  }

  /// The line's colour at a shown distance, in steps: brighter over the last 300 m, dimmer far behind the dot.
  private func color(at distance: Double, _ frame: Frame, end: Double) -> Color {
    var base = frame.style.color
    if let colors = frame.style.vertexColors, !colors.isEmpty {
      // Eighths of the path's vertices are close enough, and keep the number of fills small.
      let index = geometry.index(at: distance) / 8 * 8
      base = colors[min(index, colors.count - 1)]
    }
    let behind = max(0, end - distance)
    let fresh = 1 - min(1, behind / 300)
    let old = min(1, max(0, behind - 600) / 2400) * (1 - frame.finale)
    let steps = 12.0
    let light = (fresh * steps).rounded() / steps
    let dim = (old * steps).rounded() / steps
    let lit = base.mixSRGB(Color(hex: frame.ground.isDark ? 0xfff0e4 : 0xff7a4a), 0.2 * light)
    return lit.mixSRGB(frame.ground.near, 0.26 * dim)
  }
}
