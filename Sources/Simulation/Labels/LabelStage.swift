import Geometry
import Scenes

/// What stands in a name's way at each sample of a scene.
struct LabelStage {
  /// Pieces of the line that names keep clear of.
  static let routePoints = 400

  let count: Int
  /// Pixels kept free between names.
  let gap: Double
  private let viewport: Rect
  private let unit: Double
  private let projections: [PerspectiveProjection]
  /// Pixels of the node's box in which no name may stand, by sample.
  private var blocked: [[Rect]]
  private var lines: [[(Vec2, Vec2)]] = []
  /// The whole line, on the ground.
  private let route: [Vec3]
  /// nil over level ground, which hides nothing.
  private let heights: (any HeightField)?

  init(
    clock: SceneClock, camera: CameraTrack, heights: any HeightField, viewport: Rect, unit: Double,
    count: Int,
    overlay: (Double) -> [Rect]
  ) {
    self.count = count
    self.viewport = viewport
    self.unit = unit
    self.heights = heights is FlatField ? nil : heights
    let path = clock.route.path
    let length = path.distances.last ?? 0
    route = (0...LabelStage.routePoints).map { step in
      let point = path.position(at: length * Double(step) / Double(LabelStage.routePoints))
      return Vec3(point, z: heights.height(at: point) + 1.5)
    }
    gap = 26 * unit
    let times = (0..<count).map { min(Double($0) / LabelPlan.rate, clock.duration) }
    projections = times.map { PerspectiveProjection(camera: camera.camera(at: $0), viewport: viewport) }
    let covers = times.map { overlay($0).map { $0.inset(by: -12 * unit) } }
    blocked = []
    blocked.reserveCapacity(count)
    for sample in 0..<count {
      // What covers a little before or after covers now: a number that comes in finds its place free.
      let near = max(0, sample - 2)...min(count - 1, sample + 2)
      var boxes: [Rect] = []
      for cover in covers[near] { for box in cover where !boxes.contains(box) { boxes.append(box) } }
      let along = clock.shownDistance(at: times[sample])
      boxes += LabelStage.marks(
        around: along, clock: clock, heights: heights, projection: projections[sample], unit: unit)
      blocked.append(boxes)
    }
    lines = seenLines()
  }

  /// Boxes around the runner, on whom the eye rests, and around start and finish.
  private static func marks(
    around along: Double, clock: SceneClock, heights: any HeightField, projection: PerspectiveProjection,
    unit: Double
  ) -> [Rect] {
    let path = clock.route.path
    let places = [(along, 66.0), (0, 44), (path.distances.last ?? 0, 44)]
    return places.compactMap { distance, radius in
      let point = path.position(at: distance)
      return projection.project(Vec3(point, z: heights.height(at: point))).map {
        Rect(x: $0.position.x, y: $0.position.y, width: 0, height: 0).inset(by: -radius * unit)
      }
    }
  }

  /// The line as it appears at each sample: neighbours whose piece is seen.
  private func seenLines() -> [[(Vec2, Vec2)]] {
    let room = viewport.inset(by: -100 * unit)
    return projections.map { projection in
      let seen = route.map { projection.project($0)?.position }
      return zip(seen, seen.dropFirst()).compactMap { a, b in
        guard let a, let b, min(a.x, b.x) < room.maxX, max(a.x, b.x) > room.x, min(a.y, b.y) < room.maxY,
          max(a.y, b.y) > room.y
        else { return nil }
        return (a, b)
      }
    }
  }

  /// The pixels a label covers at each sample; nil where it cannot be shown.
  func boxes(of label: MapLabel, at point: Vec3) -> [Rect?] {
    let inner = viewport.inset(by: 20 * unit)
    return (0..<count).map { sample in
      let projection = projections[sample]
      guard let seen = projection.project(point), seen.depth < label.reach,
        seen.depth < 4.5 * projection.camera.distance
      else { return nil }
      let box = label.box(at: seen.position)
      guard inner.contains(Vec2(box.x, box.y)), inner.contains(Vec2(box.maxX, box.maxY)),
        !blocked[sample].contains(where: { $0.intersection(box) != nil }),
        !crosses(lines[sample], box.inset(by: -10 * unit)),
        !isHidden(point, from: projection.eye)
      else { return nil }
      return box
    }
  }

  /// Whether a line runs through a box.
  private func crosses(_ line: [(Vec2, Vec2)], _ box: Rect) -> Bool {
    line.contains { a, b in
      guard max(a.x, b.x) > box.x, min(a.x, b.x) < box.maxX, max(a.y, b.y) > box.y, min(a.y, b.y) < box.maxY
      else { return false }
      if box.contains(a) || box.contains(b) { return true }
      // The corners lie on both sides of a line that goes through.
      let sides = [Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)].map {
        (b - a).cross(box.point(at: $0) - a)
      }
      return sides.contains { $0 > 0 } && sides.contains { $0 < 0 }
    }
  }

  /// Whether a hill stands before a point.
  private func isHidden(_ point: Vec3, from eye: Vec3) -> Bool {
    guard let heights else { return false }
    let raised = point + Vec3(0, 0, 12)
    return (1...12).contains { step in
      let place = raised.lerp(eye, Double(step) / 16)
      return heights.height(at: place.xy) > place.z
    }
  }
}
