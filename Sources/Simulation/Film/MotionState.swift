import Geometry
import Scenes

/// Where an entrance or exit stands: factors and offsets that are laid over a node's own values.
struct MotionState {
  var opacity = 1.0
  var offset = Vec2.zero
  var scale = 1.0
  var reveal = 1.0
  /// Pixels.
  var blur = 0.0
  /// For texts and tables whose parts come one after the other.
  var parts: PartMotion?

  /// A node's motion at a time. `begin` and `end` bound the time in which it is shown; scene seconds.
  ///
  /// - Parameter movesParts: Whether the node's content moves lines, words or letters itself.
  init(_ motion: NodeMotion, time: Double, begin: Double, end: Double, movesParts: Bool, unit: Double) {
    if let enter = motion.enter, enter.preset != .none {
      let since = time - begin - enter.delay
      if movesParts, enter.part != .node, enter.part != .child || enter.preset == .typeOn {
        if since < 0 { opacity = 0 }
        parts = PartMotion(motion: enter, time: since, isExit: false)
      } else {
        apply(enter, progress: enter.easing(since / max(enter.duration, 1e-6)), isExit: false, unit: unit)
        if since < 0 { opacity = 0 }
      }
    }
    if let exit = motion.exit, exit.preset != .none, end.isFinite {
      let since = time - (end - exit.duration - exit.delay)
      if since > 0 {
        apply(exit, progress: 1 - exit.easing(since / max(exit.duration, 1e-6)), isExit: true, unit: unit)
      }
    }
  }

  /// `progress` is 1 in place and 0 away.
  private mutating func apply(_ motion: Motion, progress: Double, isExit: Bool, unit: Double) {
    let share = min(max(progress, 0), 1)
    let away = 1 - progress
    opacity *= share
    // What leaves goes on in its direction.
    let side = isExit ? -1.0 : 1.0
    switch motion.preset {
    case .fadeUp: offset = offset + Vec2(0, motion.distance * away * side)
    case .fadeDown: offset = offset + Vec2(0, -motion.distance * away * side)
    case .fadeLeft: offset = offset + Vec2(motion.distance * away * side, 0)
    case .fadeRight: offset = offset + Vec2(-motion.distance * away * side, 0)
    case .scale: scale *= 1 - 0.12 * away
    case .wipe, .typeOn:
      opacity = share > 0 ? 1 : 0
      reveal *= share
    case .blur: blur = max(blur, 18 * unit * max(0, away))
    case .fade, .none: break
    }
  }
}
