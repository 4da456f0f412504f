import Geometry

/// How a scene's time maps to run time, resolved from the template.
package struct ClockSpec: Hashable, Sendable {
  /// What the clock does.
  package enum Mode: Hashable, Sendable {
    /// The part from `from` to `to` plays between the scene's own transition and the next one's begin.
    case fit
    /// A fixed factor of run time per video time.
    case speed(Double)
    /// Frozen at the start or the end of the run.
    case hold(atEnd: Bool)
  }
  /// How pauses of the recording play.
  package enum Pauses: String, CaseIterable, Hashable, Sendable {
    case compress, skip, keep
  }
  /// How the dot moves.
  package enum Pacing: String, CaseIterable, Hashable, Sendable {
    /// As the runner did.
    case recorded
    /// At constant ground speed.
    case even
  }
  /// A place in the run.
  package enum RunPosition: Hashable, Sendable {
    /// Share of the recorded distance, 0…1.
    case share(Double)
    /// Metres of recorded distance.
    case distance(Double)
    /// Seconds of moving time.
    case time(Double)
  }
  /// One key of a speed ramp: at share `t` (0…1) of the playing time the speed is `factor` times the mean.
  package struct RampKey: Hashable, Sendable {
    package var t: Double
    package var factor: Double
    package var easing: Easing
    package init(t: Double, factor: Double, easing: Easing) {
      self.t = t
      self.factor = factor
      self.easing = easing
    }
  }

  package var mode: Mode = .hold(atEnd: true)
  package var from: RunPosition = .share(0)
  package var to: RunPosition = .share(1)
  package var easing: Easing = .linear
  package var ramp: [RampKey] = []
  package var pacing: Pacing = .recorded
  package var pauses: Pauses = .compress
  /// Seconds of scene time at the beginning and the end in which the clock stands (transitions' overlaps).
  package var leadIn: Double = 0
  package var leadOut: Double = 0

  package init() {}
}
