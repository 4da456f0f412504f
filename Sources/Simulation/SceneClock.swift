import Geometry
import Routes
import Scenes

/// The replay clock of a scene: a monotone map from video time to the run, computed once at 60 Hz and kept.
///
/// `state(at:)` is pure: any order, any rate and any worker read the same arrays.
package struct SceneClock: Sendable {
  /// Ticks a second of video at which the simulation runs.
  package static let rate = 60.0

  /// Seconds of scene time.
  package let duration: Double
  package let route: ReplayRoute
  /// Metres along the shown path at each tick, never falling.
  package let shown: [Double]
  /// Seconds of pauses behind the runner at each tick, never falling.
  let paused: [Double]
  /// Whether the runner stands at a tick.
  let standing: [Bool]
  /// Scene seconds at which the runner starts and at which the end of the part is reached.
  package let start: Double
  package let end: Double
  /// Speeds for the pace that people read, one each `paceInterval` seconds; NaN is absent.
  let paceTrack: PaceTrack

  /// Simulates the clock of a scene. `classic` runs the dot and the pace by the article's rules.
  package init(spec: ClockSpec, route: ReplayRoute, duration: Double, classic: CameraSpec.Classic? = nil) {
    let duration = duration.isFinite ? min(max(duration, 0), 36_000) : 0
    self.duration = duration
    self.route = route
    let plan = PlayPlan(spec: spec, route: route, duration: duration)
    let count = Int((duration * SceneClock.rate).rounded(.up)) + 1
    var shown: [Double] = []
    var paused: [Double] = []
    var standing: [Bool] = []
    shown.reserveCapacity(count)
    for tick in 0..<count {
      let place = plan.place(at: Double(tick) / SceneClock.rate)
      shown.append(place.shown)
      paused.append(place.paused)
      standing.append(place.isStanding)
    }
    start = plan.start
    end = plan.end
    if let classic {
      shown = ClassicRules.easedDot(target: shown, ease: classic.ease)
    } else {
      shown = SceneClock.smoothed(shown, from: plan.start, to: plan.end)
    }
    self.shown = shown
    self.paused = paused
    self.standing = standing
    paceTrack = PaceTrack(shown: shown, route: route, isClassic: classic != nil)
  }

  /// Seconds of scene time that a fixed speed needs; nil for other modes.
  package static func naturalDuration(spec: ClockSpec, route: ReplayRoute) -> Double? {
    guard case .speed = spec.mode else { return nil }
    return PlayPlan(spec: spec, route: route, duration: 0).naturalDuration
  }

  /// Softens the steps of speed at stops and in sparse recordings; ends pinned, monotone.
  private static func smoothed(_ shown: [Double], from start: Double, to end: Double) -> [Double] {
    let first = Int((start * rate).rounded(.up))
    let last = min(Int((end * rate).rounded(.down)), shown.count - 1)
    guard last > first + 2, first >= 0 else { return shown }
    var result = shown
    let smooth = GaussianFilter(sigma: 0.12 * rate, ends: .pinned)(Array(shown[first...last]))
    for (k, value) in smooth.enumerated() { result[first + k] = value }
    for k in result.indices.dropFirst() { result[k] = max(result[k], result[k - 1]) }
    return result
  }

  /// Tick before a scene time and the share of the way to the next.
  func tick(at seconds: Double) -> (index: Int, share: Double) {
    let place = min(max(seconds.isFinite ? seconds : 0, 0), duration) * SceneClock.rate
    // Times of frames such as 61 / 30 s must fall on their tick and not a rounding error before it.
    let nearest = place.rounded()
    let snapped = abs(place - nearest) < 1e-6 ? nearest : place
    let index = min(Int(snapped), max(shown.count - 2, 0))
    return (index, shown.count > 1 ? min(snapped - Double(index), 1) : 0)
  }

  /// Metres along the shown path at a scene time.
  package func shownDistance(at seconds: Double) -> Double {
    let place = tick(at: seconds)
    guard place.share > 0 else { return shown[place.index] }
    if place.share >= 1 { return shown[place.index + 1] }
    return shown[place.index] + (shown[place.index + 1] - shown[place.index]) * place.share
  }

  /// The run at a scene time in seconds, clamped to the scene.
  package func state(at seconds: Double) -> RunState {
    let place = tick(at: seconds)
    let along = shownDistance(at: seconds)
    var state = RunState()
    state.shownDistance = along
    state.position = route.path.position(at: along)
    state.distance = route.path.recordedDistance(at: along)
    state.remaining = max(0, route.totalDistance - state.distance)
    state.progress = route.totalDistance > 0 ? min(1, state.distance / route.totalDistance) : 0
    state.elevation = route.path.elevation(at: along)
    state.grade = route.grade(atShown: along)
    state.ascent = route.ascent(atShown: along)
    fillTimes(&state, place: place)
    fillSplits(&state)
    let reading = paceTrack.reading(at: min(max(seconds, 0), duration))
    state.speed = reading.speed
    state.pace = reading.pace
    let time = route.time(atShown: along)
    state.heartRate = route.reading(route.heartRate, atTime: time)
    state.cadence = route.reading(route.cadence, atTime: time)
    state.power = route.reading(route.power, atTime: time)
    return state
  }

  private func fillTimes(_ state: inout RunState, place: (index: Int, share: Double)) {
    guard route.hasTime else { return }
    let next = min(place.index + 1, paused.count - 1)
    let pause = paused[place.index] + (paused[next] - paused[place.index]) * place.share
    state.movingTime = route.time(atShown: state.shownDistance)
    let isEnd = state.shownDistance >= route.path.length
    state.elapsedTime = isEnd ? route.elapsedTime : min(state.movingTime + pause, route.elapsedTime)
    state.clockTime = route.startTime.map { $0 + state.elapsedTime }
    state.isPaused = standing[place.index] && standing[next]
  }

  private func fillSplits(_ state: inout RunState) {
    var low = 0
    var high = route.splits.count
    while low < high {
      let middle = (low + high) / 2
      if route.splits[middle].labelDistance <= state.distance { low = middle + 1 } else { high = middle }
    }
    state.split = low
    state.splitPace = low > 0 ? route.splits[low - 1].pace : nil
  }
}
