import Drawing
import Geometry
import Scenes

/// Draws the symbols on the route: start, finish, splits, and the runner's dot with its slow ring.
struct MarkerRenderer {
  let geometry: RouteGeometry
  let projection: PerspectiveProjection
  /// Pixels a design unit.
  let unit: Double
  let ground: GroundColors
  let isHidden: (Vec2, Double) -> Bool

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
        for split in geometry.splits where split.distance <= shownDistance {
          let age = min(1, max(0, shownDistance - split.distance) / 40)
          drawTick(marker, split: split, opacity: age, context: context, captions: &captions)
        }
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

  /// A short stroke across the line at a finished split, with its number beside it.
  private func drawTick(
    _ marker: MarkerSpec, split: (distance: Double, label: String), opacity: Double, context: Context,
    captions: inout [Caption]
  ) {
    guard let place = place(split.distance) else { return }
    let direction = geometry.direction(at: split.distance)
    let center = geometry.point(at: split.distance)
    let across = Vec2(direction.y, -direction.x)
    // Metres on the ground that appear as the marker's radius at the target.
    let reach = marker.radius * 1.5 * unit * projection.camera.distance / projection.focal
    let ends = (
      center + Vec3(across * reach, z: 0), center + Vec3(across * -reach, z: 0)
    )
    guard let a = projection.project(ends.0), let b = projection.project(ends.1) else { return }
    let share = RouteRenderer.perspective(projection.camera.distance, place.depth)
    let hidden = isHidden(place.position, place.depth)
    let far = place.depth > projection.camera.distance * 2.2
    let faded = opacity * (hidden ? 0.25 : 1) * (far ? 0.55 : 1)
    context.move(to: a.position)
    context.line(to: b.position)
    context.setColor(marker.color.opacity(0.9 * faded))
    context.stroke(StrokeStyle(width: max(1.5, 3 * unit * share)))
    if !hidden, !far {
      let outward = (a.position - place.position).normalized ?? Vec2(1, 0)
      let side = outward.x >= 0 ? outward : outward * -1
      captions.append(
        Caption(
          text: split.label, position: place.position + side * (marker.radius * 3.4 * unit * share),
          color: marker.labelColor.opacity(0.85 * faded), size: 24 * unit * max(0.8, share)))
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
