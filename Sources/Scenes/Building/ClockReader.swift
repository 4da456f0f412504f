import Geometry
import Routes
import Templates

/// Reads a scene's `clock`.
struct ClockReader {
  let reader: PropertyReader
  let smoothing: ResolvedMap

  var isFit: Bool { reader.word("mode") == "fit" }
  /// Seconds as the template writes them.
  var leadIn: Double { max(0, reader.number("lead_in", 0)) }
  var leadOut: Double { max(0, reader.number("lead_out", 0)) }

  func spec(leadIn: Double, leadOut: Double) -> ClockSpec {
    var clock = ClockSpec()
    switch reader.word("mode") {
    case "fit": clock.mode = .fit
    // A film played faster as a whole runs faster, too.
    case "speed": clock.mode = .speed(reader.number("speed", 60) / max(reader.scope.timeScale, 1e-3))
    default: clock.mode = .hold(atEnd: reader.word("hold_at") != "start")
    }
    clock.from = position("from", .share(0))
    clock.to = position("to", .share(1))
    clock.easing = reader.easing("ease", .linear)
    clock.pacing = reader.choice("pacing", .recorded)
    clock.ramp = ramp()
    if case .word(let word) = smoothing["pauses"] {
      clock.pauses = ClockSpec.Pauses(rawValue: word) ?? .compress
    }
    clock.leadIn = leadIn
    clock.leadOut = leadOut
    return clock
  }

  private func position(_ name: String, _ standard: ClockSpec.RunPosition) -> ClockSpec.RunPosition {
    guard case .runPosition(let position) = reader[name] else { return standard }
    switch position {
    case .share(let share): return .share(share)
    case .distance(let metres): return .distance(metres)
    case .time(let seconds): return .time(seconds)
    }
  }

  /// Keys as shares of the scene.
  private func ramp() -> [ClockSpec.RampKey] {
    let duration = max(reader.scope.sceneDuration, 1e-9)
    return reader.maps("keys").compactMap { map in
      let key = PropertyReader(map, scope: reader.scope)
      guard let factor = key.optionalNumber("v"), factor > 0 else { return nil }
      return ClockSpec.RampKey(
        t: key.time("t", .seconds(0)) / duration, factor: factor,
        easing: key.easing("ease", .named(.cubic, .out)))
    }
  }

  /// Seconds that a fixed speed needs; nil for other modes.
  func naturalDuration(route: ReplayRoute) -> Double? {
    guard reader.word("mode") == "speed" else { return nil }
    func seconds(_ position: ClockSpec.RunPosition) -> Double {
      let total = route.times.last ?? 0
      switch position {
      case .share(let share):
        let shown = route.path.shownDistance(atRecorded: route.totalDistance * share)
        return route.time(atShown: shown)
      case .distance(let metres): return route.time(atShown: route.path.shownDistance(atRecorded: metres))
      case .time(let seconds): return min(max(seconds, 0), total)
      }
    }
    let span = seconds(position("to", .share(1))) - seconds(position("from", .share(0)))
    return max(0, span) / max(reader.number("speed", 60), 1e-3) + leadIn + leadOut
  }
}
