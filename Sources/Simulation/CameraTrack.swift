import Geometry
import Routes
import Scenes

/// The camera of a world node over a whole scene: simulated once at 60 Hz and kept, so that any frame is a look-up.
package struct CameraTrack: Sendable {
  /// Cameras at the ticks, headings unwrapped so that neighbours interpolate the short way.
  package let ticks: [PerspectiveCamera]
  private let spec: CameraSpec
  private let duration: Double

  /// Simulates the camera.
  ///
  /// `viewportAspect` is width over height of the node's box. `heights` are the heights at which the ground is drawn
  /// (exaggeration included); without them the ground is the level 0.
  package init(
    spec: CameraSpec, clock: SceneClock, route: ReplayRoute, viewportAspect: Double,
    heights: (any HeightField)?
  ) {
    self.spec = spec
    duration = clock.duration
    let stage = CameraStage(
      spec: spec, clock: clock, route: route, aspect: min(max(viewportAspect, 0.05), 20),
      heights: heights ?? FlatField())
    ticks = spec.style == .classic ? ClassicCamera.ticks(stage) : CinematicCamera(stage).ticks
  }

  /// The camera at a scene time in seconds, clamped to the scene; the heading in 0..<360.
  package func camera(at seconds: Double) -> PerspectiveCamera {
    let place = min(max(seconds.isFinite ? seconds : 0, 0), duration) * SceneClock.rate
    let nearest = place.rounded()
    let snapped = abs(place - nearest) < 1e-6 ? nearest : place
    let index = min(Int(snapped), ticks.count - 1)
    var camera = ticks[index]
    let share = snapped - Double(index)
    if share > 0, index + 1 < ticks.count {
      let next = ticks[index + 1]
      camera.target = camera.target.lerp(next.target, share)
      camera.distance += (next.distance - camera.distance) * share
      camera.pitch += (next.pitch - camera.pitch) * share
      camera.heading += (next.heading - camera.heading) * share
      camera.fieldOfView += (next.fieldOfView - camera.fieldOfView) * share
      camera.anchor = camera.anchor.lerp(next.anchor, share)
    }
    let turned = camera.heading.truncatingRemainder(dividingBy: 360)
    camera.heading = turned < 0 ? turned + 360 : turned
    return camera
  }

  /// 0…1: how much of the faint route has drawn itself. 1 without an intro.
  package func reveal(at seconds: Double) -> Double {
    guard let intro = spec.intro else { return 1 }
    // Drawn when the descent is under way.
    let time = max(0.2, min(intro.hold + 0.25 * intro.blend, 1.6))
    return Easing.named(.sine, .inOut)(seconds / time)
  }

  /// 0…1: how strongly the whole line glows. 0 before an outro begins and without one.
  package func finale(at seconds: Double) -> Double {
    guard let outro = spec.outro else { return 0 }
    let begin = duration - outro.hold - outro.blend
    return Easing.named(.sine, .inOut)((seconds - begin - 0.2 * outro.blend) / max(0.8 * outro.blend, 1e-3))
  }
}

/// What every camera of a scene works on.
struct CameraStage: Sendable {
  let spec: CameraSpec
  let clock: SceneClock
  let route: ReplayRoute
  /// Width over height.
  let aspect: Double
  let heights: any HeightField
  /// The runner at each tick in local metres, on the ground as it is drawn.
  let runner: [Vec3]

  init(spec: CameraSpec, clock: SceneClock, route: ReplayRoute, aspect: Double, heights: any HeightField) {
    self.spec = spec
    self.clock = clock
    self.route = route
    self.aspect = aspect
    self.heights = heights
    runner = clock.shown.map { along in
      let point = route.path.position(at: along)
      return Vec3(point, z: heights.height(at: point))
    }
  }

  var count: Int { runner.count }
  func seconds(_ tick: Int) -> Double { Double(tick) / SceneClock.rate }

  /// A viewport in which shares of the box are (x / aspect, y).
  var viewport: Rect { Rect(x: 0, y: 0, width: aspect, height: 1) }

  /// Where a point appears, as shares of the box; nil behind the camera.
  func share(of point: Vec3, in camera: PerspectiveCamera) -> Vec2? {
    PerspectiveProjection(camera: camera, viewport: viewport).project(point)
      .map { Vec2($0.position.x / aspect, $0.position.y) }
  }

  /// The camera moved level so that a point appears at a share of the box. Shares above the horizon are left alone.
  func placed(_ camera: PerspectiveCamera, showing point: Vec3, at share: Vec2) -> PerspectiveCamera {
    var result = camera
    result.target = point
    let projection = PerspectiveProjection(camera: result, viewport: viewport)
    guard let there = projection.unproject(Vec2(share.x * aspect, share.y), z: point.z) else { return camera }
    let offset = there - point.xy
    guard offset.length < 20 * camera.distance else { return camera }
    result.target = Vec3(point.xy - offset, z: point.z)
    return result
  }
}
