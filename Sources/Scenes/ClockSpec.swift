import Geometry

/// How a scene's time maps to run time, resolved from the template.
public struct ClockSpec: Hashable, Sendable {
  /// What the clock does.
  public enum Mode: Hashable, Sendable {
    /// The part from `from` to `to` plays between the scene's own transition and the next one's begin.
    case fit
    /// A fixed factor of run time per video time.
    case speed(Double)
    /// Frozen at the start or the end of the run.
    case hold(atEnd: Bool)
  }
  /// How pauses of the recording play.
  public enum Pauses: String, CaseIterable, Hashable, Sendable {
    case compress, skip, keep
  }
  /// How the dot moves.
  public enum Pacing: String, CaseIterable, Hashable, Sendable {
    /// As the runner did.
    case recorded
    /// At constant ground speed.
    case even
  }
  /// A place in the run.
  public enum RunPosition: Hashable, Sendable {
    /// Share of the recorded distance, 0…1.
    case share(Double)
    /// Metres of recorded distance.
    case distance(Double)
    /// Seconds of moving time.
    case time(Double)
  }
  /// One key of a speed ramp: at share `t` (0…1) of the playing time the speed is `factor` times the mean.
  public struct RampKey: Hashable, Sendable {
    public var t: Double
    public var factor: Double
    public var easing: Easing
    public init(t: Double, factor: Double, easing: Easing) {
      self.t = t
      self.factor = factor
      self.easing = easing
    }
  }

  public var mode: Mode = .hold(atEnd: true)
  public var from: RunPosition = .share(0)
  public var to: RunPosition = .share(1)
  public var easing: Easing = .linear
  public var ramp: [RampKey] = []
  public var pacing: Pacing = .recorded
  public var pauses: Pauses = .compress
  /// Seconds of scene time at the beginning and the end in which the clock stands (transitions' overlaps).
  public var leadIn: Double = 0
  public var leadOut: Double = 0

  public init() {}
}
