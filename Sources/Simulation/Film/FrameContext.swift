import Formatting
import Geometry
import Scenes
import Templates

/// What the nodes of one scene read while one frame is evaluated.
struct FrameContext {
  /// Seconds since the scene began.
  let time: Double
  /// Seconds of the scene.
  let duration: Double
  let run: RunState
  let bindings: LiveBindings
  let format: FormatContext
  /// Scene seconds of events, by kind.
  let events: EventTimes

  func value(_ animated: Animated<Double>) -> Double {
    switch animated {
    case .constant(let value): return value
    case .keys(let keys): return keys.value(at: time)
    case .live(let expression, let fallback): return number(expression) ?? fallback
    }
  }

  func value(_ animated: Animated<Color>) -> Color {
    switch animated {
    case .constant(let value): return value
    case .keys(let keys): return keys.value(at: time)
    case .live(let expression, let fallback):
      if case .color(let color) = evaluate(expression) { return color }
      return fallback
    }
  }

  func value(_ animated: Animated<FillStyle>) -> FillStyle {
    switch animated {
    case .constant(let value): return value
    case .keys(let keys): return keys.value(at: time)
    case .live(let expression, let fallback):
      if case .color(let color) = evaluate(expression) { return FillStyle(color) }
      return fallback
    }
  }

  /// A value whose type expressions cannot give.
  func value<Value: Interpolatable>(_ animated: Animated<Value>) -> Value {
    switch animated {
    case .constant(let value): return value
    case .keys(let keys): return keys.value(at: time)
    case .live(_, let fallback): return fallback
    }
  }

  func evaluate(_ expression: LiveExpression) -> ExpressionValue {
    expression.body.evaluate(bindings, format: format)
  }

  func number(_ expression: LiveExpression) -> Double? {
    if case .number(let value) = evaluate(expression), value.isFinite { return value }
    return nil
  }

  /// True unless the condition is known to be false.
  func isTrue(_ expression: LiveExpression) -> Bool {
    if case .bool(let value) = evaluate(expression) { return value }
    return false
  }

  func line(_ line: AnimatedLine) -> LineStyle {
    LineStyle(
      color: value(line.color).opacity(value(line.opacity)), width: max(0, value(line.width)), dash: line.dash
    )
  }
}

/// When the events of a run pass in a scene; scene seconds, ascending.
struct EventTimes: Sendable {
  private var times: [Appearance.Event: [Double]] = [:]

  init(clock: SceneClock) {
    let route = clock.route
    let path = route.path
    var splits: [Double] = []
    for split in route.splits where !split.isPartial {
      if let time = clock.time(atShown: path.shownDistance(atRecorded: split.labelDistance)) {
        splits.append(time)
      }
    }
    times[.split] = splits
    if let best = route.bestSplit {
      times[.bestSplit] = clock.time(atShown: path.shownDistance(atRecorded: best.labelDistance)).map { [$0] }
    }
    times[.highPoint] = route.highPoint.flatMap { clock.time(atShown: $0) }.map { [$0] }
    times[.pause] = route.pauses.filter { !$0.isGap }.compactMap { pause in
      clock.time(atShown: path.distances[min(pause.vertex, path.distances.count - 1)])
    }
  }

  /// Seconds since the last event of a kind; nil before the first.
  func sinceLast(_ event: Appearance.Event, at time: Double) -> Double? {
    guard let last = times[event]?.last(where: { $0 <= time + 1e-9 }) else { return nil }
    return max(0, time - last)
  }
}

extension SceneClock {
  /// The scene time at which a shown distance is first reached while the runner moves; nil where it never is.
  func time(atShown distance: Double) -> Double? {
    guard let first = shown.first, let last = shown.last, distance > first, distance <= last + 1e-6 else {
      return nil
    }
    var low = 0
    var high = shown.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if shown[middle] < distance { low = middle } else { high = middle }
    }
    let span = shown[high] - shown[low]
    let share = span > 0 ? min(1, (distance - shown[low]) / span) : 1
    return (Double(low) + share) / SceneClock.rate
  }
}
