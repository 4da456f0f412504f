import Geometry

/// Cuts rings and lines to a rectangle before they are drawn: tiles that are drawn far larger than life would leave the
/// range of the rasteriser's coordinates.
struct PolygonClipping {
  let low: Vec2
  let high: Vec2
  private var buffer: [Vec2] = []

  init(low: Vec2, high: Vec2) {
    self.low = low
    self.high = high
  }

  /// The part of a ring inside the rectangle (I. Sutherland and G. Hodgman, 1974, "Reentrant polygon clipping"); it may
  /// run along the rectangle's sides.
  mutating func clip(ring: inout [Vec2]) {
    guard ring.contains(where: { $0.x < low.x || $0.y < low.y || $0.x > high.x || $0.y > high.y }) else {
      return
    }
    cut(&ring) { [low] in $0.x - low.x }
    cut(&ring) { [high] in high.x - $0.x }
    cut(&ring) { [low] in $0.y - low.y }
    cut(&ring) { [high] in high.y - $0.y }
  }

  private mutating func cut(_ ring: inout [Vec2], inside: (Vec2) -> Double) {
    guard var last = ring.last else { return }
    buffer.removeAll(keepingCapacity: true)
    var lastDistance = inside(last)
    for point in ring {
      let distance = inside(point)
      if (distance < 0) != (lastDistance < 0) {
        buffer.append(last.lerp(point, lastDistance / (lastDistance - distance)))
      }
      if distance >= 0 { buffer.append(point) }
      last = point
      lastDistance = distance
    }
    swap(&ring, &buffer)
  }

  /// The part of a segment inside the rectangle (Liang and Barsky, 1984).
  func clip(from a: Vec2, to b: Vec2) -> (Vec2, Vec2)? {
    var (enter, leave) = (0.0, 1.0)
    let step = b - a
    for (direction, distance) in [
      (-step.x, a.x - low.x), (step.x, high.x - a.x), (-step.y, a.y - low.y), (step.y, high.y - a.y),
    ] {
      if direction == 0 {
        if distance < 0 { return nil }
      } else if direction < 0 {
        enter = max(enter, distance / direction)
      } else {
        leave = min(leave, distance / direction)
      }
    }
    guard enter <= leave else { return nil }
    return (a + step * enter, a + step * leave)
  }
}
