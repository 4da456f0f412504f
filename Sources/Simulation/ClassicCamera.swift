import Geometry
import Routes

/// The article's camera: looks at the dot from a fixed distance and turns towards a point ahead, tick by tick.
enum ClassicCamera {
  static func ticks(_ stage: CameraStage) -> [PerspectiveCamera] {
    let spec = stage.spec
    let rules = spec.classic
    let path = stage.route.path
    var heading = 0.0
    return (0..<stage.count).map { tick in
      let seconds = stage.seconds(tick)
      let along = stage.clock.shown[tick]
      let dot = path.position(at: along)
      if spec.heading == .course {
        let aim = path.position(at: min(along + rules.lookahead, path.length)) - dot
        // At the finish the aim is the dot itself: the heading stays.
        if aim.length > 1e-6 {
          let bearing = Trigonometry.degrees(Trigonometry.atan2(aim.x, aim.y))
          if tick == 0 {
            heading = bearing
          } else {
            let turn = Trigonometry.wrapDegrees(bearing - heading) * rules.turnGain
            heading += min(max(turn, -rules.maxTurn), rules.maxTurn)
          }
        }
      }
      let offset = spec.keys.headingOffset?.value(at: seconds) ?? spec.headingOffset
      return PerspectiveCamera(
        target: stage.runner[tick],
        distance: max(spec.keys.distance?.value(at: seconds) ?? spec.distance ?? 1100, 1),
        pitch: min(max(spec.keys.pitch?.value(at: seconds) ?? spec.pitch, 0), 85), heading: heading + offset,
        fieldOfView: min(max(spec.keys.fieldOfView?.value(at: seconds) ?? spec.fieldOfView, 1), 120),
        anchor: spec.anchor)
    }
  }
}
