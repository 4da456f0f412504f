import Geometry
import Routes
import Scenes

/// The whole route from one place: `follow: route` circles or drifts slowly, `none` stands still.
enum StillCamera {
  static func ticks(_ stage: CameraStage, overview: OverviewFit) -> [PerspectiveCamera] {
    let spec = stage.spec
    let headings: [Double]
    switch spec.heading {
    case .north: headings = [Double](repeating: 0, count: stage.count)
    case .orbit:
      headings = spec.follow == .none ? [Double](repeating: stage.course, count: stage.count) : stage.orbit()
    case .course:
      let best = overview.bestHeading(
        near: stage.course, range: 90, pitch: spec.pitch, fieldOfView: spec.fieldOfView)
      headings = [Double](repeating: best, count: stage.count)
    }
    var cache: (key: [Double], camera: PerspectiveCamera)?
    return (0..<stage.count).map { tick in
      let seconds = stage.seconds(tick)
      let heading = headings[tick] + (spec.keys.headingOffset?.value(at: seconds) ?? spec.headingOffset)
      let pitch = min(max(spec.keys.pitch?.value(at: seconds) ?? spec.pitch, 0), 80)
      let fieldOfView = min(max(spec.keys.fieldOfView?.value(at: seconds) ?? spec.fieldOfView, 1), 120)
      let key = [heading, pitch, fieldOfView]
      var camera: PerspectiveCamera
      if let cache, cache.key == key {
        camera = cache.camera
      } else {
        camera = overview.camera(heading: heading, pitch: pitch, fieldOfView: fieldOfView)
        cache = (key, camera)
      }
      if let distance = spec.keys.distance?.value(at: seconds) ?? spec.distance {
        camera.distance = max(1, distance)
      }
      return camera
    }
  }
}

extension CameraStage {
  /// Degrees from start to finish; north where both are one place.
  var course: Double {
    let away = (route.path.positions.last ?? .zero) - (route.path.positions.first ?? .zero)
    return away.length > 1 ? Trigonometry.degrees(Trigonometry.atan2(away.x, away.y)) : 0
  }

  /// A slow circle: a third of a turn in ten seconds, never more than one turn in a scene.
  func orbit() -> [Double] {
    let speed = min(8, 360 / max(clock.duration, 1))
    return (0..<count).map { course + speed * seconds($0) }
  }
}
