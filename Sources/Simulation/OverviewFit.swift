import Geometry

/// Fits the whole route into the safe area of the box for given angles.
struct OverviewFit {
  private let stage: CameraStage
  /// A few hundred points of the route, on the ground as it is drawn.
  private let points: [Vec3]

  init(_ stage: CameraStage) {
    self.stage = stage
    let path = stage.route.path
    let count = min(400, max(2, path.positions.count))
    points = (0..<count).map { k in
      let point = path.position(at: path.length * Double(k) / Double(count - 1))
      return Vec3(point, z: stage.heights.height(at: point))
    }
  }

  /// The nearest camera that shows the whole route inside the safe area.
  func camera(heading: Double, pitch: Double, fieldOfView: Double) -> PerspectiveCamera {
    let safe = stage.spec.overviewArea ?? stage.spec.safeArea
    var low = points[0]
    var high = points[0]
    for point in points {
      low = Vec3(min(low.x, point.x), min(low.y, point.y), min(low.z, point.z))
      high = Vec3(max(high.x, point.x), max(high.y, point.y), max(high.z, point.z))
    }
    let size = max((high - low).length, 60)
    var camera = PerspectiveCamera(
      target: (low + high) * 0.5, distance: 3 * size, pitch: pitch, heading: heading,
      fieldOfView: fieldOfView,
      anchor: stage.spec.anchor)
    for _ in 0..<14 {
      guard let box = bounds(camera) else {
        camera.distance *= 2
        continue
      }
      let factor = max(box.width / max(safe.width, 0.05), box.height / max(safe.height, 0.05))
      // Every point lies at least this far from the camera, so a fit exists.
      camera.distance = min(max(camera.distance * factor, 120), 40 * size)
      guard let moved = bounds(camera) else { continue }
      camera = centred(camera, box: moved, safe: safe)
    }
    // Perspective leaves a rest: widen until all is inside.
    for _ in 0..<60 {
      if let box = bounds(camera), box.x >= safe.x - 1e-6, box.maxX <= safe.maxX + 1e-6,
        box.y >= safe.y - 1e-6,
        box.maxY <= safe.maxY + 1e-6
      {
        break
      }
      camera.distance *= 1.02
      if let box = bounds(camera) { camera = centred(camera, box: box, safe: safe) }
    }
    return camera
  }

  /// Moves a camera so that the ground at the middle of a box of the picture comes to the middle of the safe area.
  private func centred(_ camera: PerspectiveCamera, box: Rect, safe: Rect) -> PerspectiveCamera {
    let projection = PerspectiveProjection(camera: camera, viewport: stage.viewport)
    func ground(_ share: Vec2) -> Vec2? {
      projection.unproject(Vec2(share.x * stage.aspect, share.y), z: camera.target.z)
    }
    guard let from = ground(box.center), let to = ground(safe.center),
      (from - to).length < 4 * camera.distance
    else { return camera }
    var result = camera
    result.target = camera.target + Vec3(from - to, z: 0)
    return result
  }

  /// Box of the route in the picture, in shares; nil where a part lies behind the camera.
  private func bounds(_ camera: PerspectiveCamera) -> Rect? {
    let projection = PerspectiveProjection(camera: camera, viewport: stage.viewport)
    var low = Vec2(.infinity, .infinity)
    var high = Vec2(-.infinity, -.infinity)
    for point in points {
      guard let seen = projection.project(point) else { return nil }
      let share = Vec2(seen.position.x / stage.aspect, seen.position.y)
      low = Vec2(min(low.x, share.x), min(low.y, share.y))
      high = Vec2(max(high.x, share.x), max(high.y, share.y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The heading within `range` degrees of `near` that shows the route largest, with a liking for little turning.
  func bestHeading(near: Double, range: Double, pitch: Double, fieldOfView: Double) -> Double {
    var best = near
    var cost = Double.infinity
    for k in -6...6 {
      let turn = range * Double(k) / 6
      let distance = camera(heading: near + turn, pitch: pitch, fieldOfView: fieldOfView).distance
      let value = distance * (1 + 0.0025 * abs(turn))
      if value < cost - 1e-9 {
        cost = value
        best = near + turn
      }
    }
    return best
  }
}
