import Geometry

/// A part of the route as it appears: one unbroken line of pixels.
struct ScreenPath {
  struct Point {
    /// Pixels.
    var position: Vec2
    /// Metres along the view axis.
    var depth: Double
    /// Metres along the shown path.
    var distance: Double
    /// Whether terrain stands before it.
    var isHidden: Bool
  }
  var points: [Point] = []
}

/// Projects parts of a route: cut at the near plane before the division, broken where it leaves the picture.
struct RouteProjector {
  let geometry: RouteGeometry
  let projection: PerspectiveProjection
  /// Pixels around the viewport that are still drawn (wide strokes, glow).
  let margin: Double
  /// Whether a pixel at a depth lies behind terrain.
  let isHidden: (Vec2, Double) -> Bool

  /// The lines between two shown distances in metres.
  func paths(from start: Double, to end: Double) -> [ScreenPath] {
    guard end > start, geometry.points.count > 1 else { return [] }
    var builder = PathBuilder(projector: self)
    let first = geometry.index(at: start)
    let last = min(geometry.index(at: end), geometry.points.count - 2)
    var previous = geometry.point(at: start)
    var previousDistance = start
    for index in first...max(first, last) {
      let isLast = index == last
      let next = isLast ? geometry.point(at: end) : geometry.points[index + 1]
      let nextDistance = isLast ? end : geometry.distances[index + 1]
      if geometry.breaks[index] {
        builder.interrupt()
      } else {
        builder.segment(previous, previousDistance, next, nextDistance)
      }
      previous = next
      previousDistance = nextDistance
    }
    builder.interrupt()
    return builder.finished
  }

  private struct PathBuilder {
    let projector: RouteProjector
    let bounds: Rect
    var finished: [ScreenPath] = []
    private var current: [ScreenPath.Point] = []
    private var pending: ScreenPath.Point?

    init(projector: RouteProjector) {
      self.projector = projector
      bounds = projector.projection.viewport.inset(by: -projector.margin)
    }

    mutating func interrupt() {
      if let pending { current.append(pending) }
      pending = nil
      if current.count > 1 { finished.append(ScreenPath(points: current)) }
      current = []
    }

    mutating func segment(_ a: Vec3, _ aDistance: Double, _ b: Vec3, _ bDistance: Double) {
      guard let (first, second) = projector.projection.project(a, b),
        !isOutside(first.position, second.position)
      else {
        interrupt()
        return
      }
      if current.isEmpty, pending == nil { current.append(point(first, aDistance)) }
      // Points closer than a pixel add nothing; the last one of a line is always kept.
      let next = point(second, bDistance)
      if let last = current.last, last.position.distance(to: next.position) < 0.9 {
        pending = next
      } else {
        current.append(next)
        pending = nil
      }
    }

    private func point(_ projected: PerspectiveProjection.Projected, _ distance: Double) -> ScreenPath.Point {
      ScreenPath.Point(
        position: projected.position, depth: projected.depth, distance: distance,
        isHidden: projector.isHidden(projected.position, projected.depth))
    }

    /// Whether a segment lies wholly beyond one edge.
    private func isOutside(_ a: Vec2, _ b: Vec2) -> Bool {
      (a.x < bounds.x && b.x < bounds.x) || (a.x > bounds.maxX && b.x > bounds.maxX)
        || (a.y < bounds.y && b.y < bounds.y) || (a.y > bounds.maxY && b.y > bounds.maxY)
    }
  }
}

extension ScreenPath {
  /// The same line with curved pieces where its points lie far apart in the picture (Catmull-Rom).
  func smoothed(step: Double) -> ScreenPath {
    guard points.count > 2 else { return self }
    var result: [Point] = [points[0]]
    for index in 0..<(points.count - 1) {
      let a = points[index]
      let b = points[index + 1]
      let length = a.position.distance(to: b.position)
      let pieces = min(10, Int(length / step))
      // A long piece comes from the near-plane cut or a sparse route; bending it would only overshoot.
      if pieces > 1, length < 240 {
        let before = points[max(0, index - 1)].position
        let after = points[min(points.count - 1, index + 2)].position
        for piece in 1..<pieces {
          let t = Double(piece) / Double(pieces)
          result.append(
            Point(
              position: ScreenPath.catmullRom(before, a.position, b.position, after, t),
              depth: a.depth + (b.depth - a.depth) * t, distance: a.distance + (b.distance - a.distance) * t,
              isHidden: a.isHidden && b.isHidden))
        }
      }
      result.append(b)
    }
    return ScreenPath(points: result)
  }

  private static func catmullRom(_ p0: Vec2, _ p1: Vec2, _ p2: Vec2, _ p3: Vec2, _ t: Double) -> Vec2 {
    let square = t * t
    let cube = square * t
    let first = p1 * 2 + (p2 - p0) * t
    let second = (p0 * 2 - p1 * 5 + p2 * 4 - p3) * square
    let third = (p1 * 3 - p0 - p2 * 3 + p3) * cube
    return (first + second + third) * 0.5
  }
}
