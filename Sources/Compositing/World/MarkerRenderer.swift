import Drawing
import Geometry
import Scenes
import Simulation

/// Draws the symbols on the route: start, finish, splits, and the runner's dot with its slow ring.
struct MarkerRenderer {
  let geometry: RouteGeometry
  let projection: PerspectiveProjection
  /// Pixels a design unit.
  let unit: Double
  let ground: GroundColors
  let isHidden: (Vec2, Double) -> Bool
  /// What lies over the map.
  let covers: [Cover]

  /// A marker that may carry a caption, drawn later by whoever sets type.
  struct Caption {
    var text: String
    var position: Vec2
    var color: Color
    /// Pixels.
    var size: Double
  }

  /// Draws the markers that lie on the run part; gives the captions to set.
  func draw(
    _ markers: [MarkerSpec], shownDistance: Double, time: Double, finale: Double, reveal: Double,
    context: Context
  ) -> [Caption] {
    var captions: [Caption] = []
    for marker in markers where marker.place != .now && marker.shape != .none {
      switch marker.place {
      case .start: drawEnd(marker, at: 0, opacity: 1, context: context, captions: &captions)
      case .finish:
        // Faint while it is ahead, in full once it is reached.
        let reached = shownDistance >= geometry.length - 1 ? 1.0 : 0.5
        if reveal >= 1 {
          drawEnd(marker, at: geometry.length, opacity: reached, context: context, captions: &captions)
        }
      case .split:
        drawSplits(marker, upTo: shownDistance, context: context, captions: &captions)
      case .bestSplit, .highPoint, .now: break
      }
    }
    for marker in markers where marker.place == .now && marker.shape != .none {
      drawRunner(marker, at: shownDistance, time: time, context: context)
    }
    return captions
  }

  private func place(_ distance: Double) -> (position: Vec2, depth: Double)? {
    guard geometry.isVisible(at: distance), let projected = projection.project(geometry.point(at: distance))
    else {
      return nil
    }
    guard projection.viewport.inset(by: -200).contains(projected.position) else { return nil }
    return (projected.position, projected.depth)
  }

  /// Height over width of a circle that lies on the ground.
  private var flattening: Double {
    max(0.16, Trigonometry.cos(Trigonometry.radians(projection.camera.pitch)))
  }

  private func disc(_ center: Vec2, _ radius: Double, flat: Double = 1) -> Rect {
    Rect(x: center.x - radius, y: center.y - radius * flat, width: 2 * radius, height: 2 * radius * flat)
  }

  private func drawEnd(
    _ marker: MarkerSpec, at distance: Double, opacity: Double, context: Context, captions: inout [Caption]
  ) {
    guard let place = place(distance) else { return }
    let share = RouteRenderer.perspective(projection.camera.distance, place.depth)
    let radius = marker.radius * unit * share
    let faded = opacity * (isHidden(place.position, place.depth) ? 0.35 : 1)
    context.addCircle(center: place.position, radius: radius * 1.25)
    context.setColor(ground.near.opacity(0.7 * faded))
    context.fill()
    if marker.shape == .ring {
      context.addCircle(center: place.position, radius: radius)
      context.setColor(ground.near.opacity(faded))
      context.fill()
      context.addCircle(center: place.position, radius: radius * 0.86)
      context.setColor(marker.color.opacity(faded))
      context.stroke(StrokeStyle(width: max(1.5, radius * 0.36)))
      if marker.place == .finish {
        context.addCircle(center: place.position, radius: radius * 0.4)
        context.fill()
      }
    } else {
      context.addCircle(center: place.position, radius: radius)
      context.setColor(marker.color.opacity(faded))
      context.fill()
    }
    if !marker.label.isEmpty {
      captions.append(
        Caption(
          text: marker.label, position: place.position + Vec2(0, -radius * 2.2),
          color: marker.labelColor.opacity(faded), size: marker.labelSize * unit))
    }
  }

  /// A mark of a finished split in the picture.
  private struct Mark {
    var index: Int
    var position: Vec2
    var depth: Double
    /// 0…1: whether it has come in, and whether there is room for so many.
    var opacity: Double
  }

  private func drawSplits(
    _ marker: MarkerSpec, upTo shownDistance: Double, context: Context, captions: inout [Caption]
  ) {
    let splits = geometry.splits
    guard let first = splits.first else { return }
    let length = splits.count > 1 ? splits[1].distance - first.distance : first.distance
    // Pixels from one mark to the next where the camera looks at.
    let spacing = length * projection.focal / max(projection.camera.distance, 1)
    let marks = splits.indices.compactMap { index -> Mark? in
      let split = splits[index]
      guard split.distance <= shownDistance, let place = place(split.distance) else { return nil }
      let age = min(1, max(0, shownDistance - split.distance) / 40)
      let opacity = age * MarkerRenderer.room(number: index + 1, spacing: spacing / unit)
      return opacity > 0.02
        ? Mark(index: index, position: place.position, depth: place.depth, opacity: opacity) : nil
    }
    for (order, mark) in marks.enumerated() {
      // Where the run passes a place again, the newest number stays.
      let crowd = marks[(order + 1)...].reduce(1.0) { room, later in
        let distance = mark.position.distance(to: later.position) / unit
        return room * (1 - later.opacity * min(1, max(0, (52 - distance) / 20)))
      }
      drawTick(marker, mark, captionOpacity: crowd, context: context, captions: &captions)
    }
  }

  /// 0…1: whether the mark of a number is shown where marks lie `spacing` design units apart: every one, or every
  /// fifth, tenth, fiftieth … as the view widens, each fading as its turn ends.
  static func room(number: Int, spacing: Double) -> Double {
    var best = 0.0
    for step in [1, 5, 10, 50, 100, 500] where number.isMultiple(of: step) {
      best = max(best, min(1, max(0, (spacing * Double(step) - 58) / 16)))
    }
    return best
  }

  /// 0…1: how much of a caption at a point may be seen beside what lies over the map.
  static func clearance(_ point: Vec2, _ covers: [Cover], unit: Double) -> Double {
    covers.reduce(1.0) { room, cover in
      let nearest = Vec2(
        min(max(point.x, cover.box.x), cover.box.maxX), min(max(point.y, cover.box.y), cover.box.maxY))
      let distance = point.distance(to: nearest) / unit
      return min(room, 1 - cover.opacity * min(1, max(0, (44 - distance) / 24)))
    }
  }

  /// A short stroke across the line at a finished split, with its number beside it.
  private func drawTick(
    _ marker: MarkerSpec, _ mark: Mark, captionOpacity: Double, context: Context, captions: inout [Caption]
  ) {
    let split = geometry.splits[mark.index]
    let direction = geometry.direction(at: split.distance)
    let center = geometry.point(at: split.distance)
    let across = Vec2(direction.y, -direction.x)
    // Metres on the ground that appear as the marker's radius at the target.
    let reach = marker.radius * 1.5 * unit * projection.camera.distance / projection.focal
    let ends = (
      center + Vec3(across * reach, z: 0), center + Vec3(across * -reach, z: 0)
    )
    guard let a = projection.project(ends.0), let b = projection.project(ends.1) else { return }
    let share = RouteRenderer.perspective(projection.camera.distance, mark.depth)
    let hidden = isHidden(mark.position, mark.depth)
    let far = mark.depth > projection.camera.distance * 2.2
    let faded = mark.opacity * (hidden ? 0.25 : 1) * (far ? 0.55 : 1)
    context.move(to: a.position)
    context.line(to: b.position)
    context.setColor(marker.color.opacity(0.9 * faded))
    context.stroke(StrokeStyle(width: max(1.5, 3 * unit * share)))
    if !hidden, !far {
      let outward = (a.position - mark.position).normalized ?? Vec2(1, 0)
      let side = outward.x >= 0 ? outward : outward * -1
      let position = mark.position + side * (marker.radius * 3.4 * unit * share)
      let opacity =
        0.85 * faded * captionOpacity * MarkerRenderer.clearance(position, covers, unit: unit)
      guard opacity > 0.01 else { return }
      captions.append(
        Caption(
          text: split.label, position: position, color: marker.labelColor.opacity(opacity),
          size: 24 * unit * max(0.8, share)))
    }
  }

  private func drawRunner(_ marker: MarkerSpec, at distance: Double, time: Double, context: Context) {
    guard let place = place(distance) else { return }
    let radius = marker.radius * unit
    let flat = flattening
    // Contact shadow on the ground: a few thin layers make a soft edge.
    for layer in 0..<5 {
      let grow = 1.1 + 0.28 * Double(layer)
      context.addEllipse(in: disc(place.position + Vec2(0, radius * 0.32), radius * grow, flat: flat))
      context.setColor(Color(hex: 0x000000, alpha: ground.isDark ? 0.11 : 0.055))
      context.fill()
    }
    // One ring every two seconds, growing on the ground as it fades.
    let phase = (time / 2).truncatingRemainder(dividingBy: 1)
    let eased = Easing.named(.cubic, .out)(phase)
    context.addEllipse(in: disc(place.position, radius * (1.3 + 2.5 * eased), flat: flat))
    // It comes in when it has left the dot, or the two would look like an eye.
    context.setColor(marker.color.opacity(0.75 * min(1, eased * 1.6) * (1 - phase) * (1 - phase)))
    context.stroke(StrokeStyle(width: max(1, (3.2 - 1.8 * phase) * unit)))
    context.addCircle(center: place.position, radius: radius)
    context.setColor(Color(hex: 0xffffff))
    context.fill()
    context.addCircle(center: place.position, radius: radius * 0.62)
    context.setColor(marker.color)
    context.fill()
  }
}
