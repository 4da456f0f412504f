import Geometry
import Routes
import Scenes

/// The default camera: a heavy one on a boom. Everything is smoothed symmetrically in video time over the known run.
struct CinematicCamera {
  private(set) var ticks: [PerspectiveCamera] = []
  private let stage: CameraStage
  private let rate = SceneClock.rate

  init(_ stage: CameraStage) {
    self.stage = stage
    let overview = OverviewFit(stage)
    switch stage.spec.follow {
    case .runner:
      ticks = follow()
      blendOverviews(overview)
      calmTurns()
    case .route, .none:
      ticks = StillCamera.ticks(stage, overview: overview)
    }
  }

  // MARK: Follow

  private func follow() -> [PerspectiveCamera] {
    let spec = stage.spec
    let headings = followHeadings()
    let distances = followDistances()
    let sway = sideLead(headings: headings, distances: distances)
    let safe = innerSafeArea
    // The target glides: a smoothed runner, from which the real one may stray a little.
    let filter = GaussianFilter(sigma: max(0.05, 0.22 * spec.smooth) * rate, ends: .pinned)
    let flat = filter(stage.runner.map(\.xy))
    let level = GaussianFilter(sigma: max(0.3, 0.8 * spec.smooth) * rate, ends: .mirrored)(
      stage.runner.map(\.z))
    var cameras = (0..<stage.count).map { tick in
      let seconds = stage.seconds(tick)
      return PerspectiveCamera(
        target: Vec3(flat[tick] + sway[tick], z: level[tick]), distance: distances[tick],
        pitch: min(max(spec.keys.pitch?.value(at: seconds) ?? spec.pitch, 0), 85), heading: headings[tick],
        fieldOfView: min(max(spec.keys.fieldOfView?.value(at: seconds) ?? spec.fieldOfView, 1), 120),
        anchor: spec.anchor)
    }
    TerrainClearance.lift(&cameras, stage: stage)
    hold(&cameras, in: safe)
    return cameras
  }

  private func followHeadings() -> [Double] {
    let spec = stage.spec
    var headings: [Double]
    switch spec.heading {
    case .north: headings = [Double](repeating: 0, count: stage.count)
    case .orbit: headings = stage.orbit()
    case .course:
      headings =
        HeadingPlan(
          runner: stage.runner.map(\.xy), smooth: max(spec.smooth, 0), maxTurnRate: spec.maxTurnRate,
          runEnd: stage.clock.end
        ).headings
    }
    for tick in headings.indices {
      headings[tick] += spec.keys.headingOffset?.value(at: stage.seconds(tick)) ?? spec.headingOffset
    }
    return headings
  }

  /// Metres to the target: a given one, or such that the ground flows by at about a fifth of a view distance a second.
  private func followDistances() -> [Double] {
    let spec = stage.spec
    if let keys = spec.keys.distance {
      return (0..<stage.count).map { max(1, keys.value(at: stage.seconds($0))) }
    }
    if let distance = spec.distance { return [Double](repeating: max(1, distance), count: stage.count) }
    let shown = stage.clock.shown
    let playing = stage.clock.end - stage.clock.start
    let length = (shown.last ?? 0) - (shown.first ?? 0)
    let mean = playing > 0.1 ? length / playing : 0
    let middle = min(max(mean / 0.2, 420), 6000)
    guard mean > 1e-3 else { return [Double](repeating: middle, count: stage.count) }
    let speeds = shown.indices.map { k -> Double in
      let a = max(k - 1, 0)
      let b = min(k + 1, shown.count - 1)
      return b > a ? (shown[b] - shown[a]) * rate / Double(b - a) : mean
    }
    let calm = GaussianFilter(sigma: 2.5 * rate, ends: .mirrored)(
      speeds.map { min(max($0, 0.4 * mean), 2.5 * mean) })
    return calm.map { min(max(middle * Trigonometry.pow($0 / mean, 0.35), 380), 7000) }
  }

  /// Metres by which the target moves to the inner side of the coming bend, so that the picture shows what comes.
  private func sideLead(headings: [Double], distances: [Double]) -> [Vec2] {
    let spec = stage.spec
    let path = stage.route.path
    let shift = (0..<stage.count).map { tick -> Double in
      let view = 2 * distances[tick] * Trigonometry.tan(Trigonometry.radians(spec.fieldOfView) / 2)
      let lead = spec.keys.lead?.value(at: stage.seconds(tick)) ?? spec.lead
      let along = stage.clock.shown[tick]
      let ahead = path.position(at: along + 3 * lead * view) - stage.runner[tick].xy
      let angle = Trigonometry.radians(headings[tick])
      let side = ahead.x * Trigonometry.cos(angle) - ahead.y * Trigonometry.sin(angle)
      let most = 0.1 * view * min(stage.aspect, 1)
      return most > 0 ? most * (side / most * 0.3) / (1 + abs(side / most * 0.3)) : 0
    }
    let calm = GaussianFilter(sigma: max(0.3, 0.6 * spec.smooth) * rate, ends: .mirrored)(shift)
    return calm.indices.map { tick in
      let angle = Trigonometry.radians(headings[tick])
      return Vec2(Trigonometry.cos(angle), -Trigonometry.sin(angle)) * calm[tick]
    }
  }

  // MARK: The safe box

  /// The safe area with a little room, which holds the anchor in any case.
  private var innerSafeArea: Rect {
    let safe = stage.spec.safeArea
    let inner = safe.inset(
      top: 0.04 * safe.height, right: 0.04 * safe.width, bottom: 0.04 * safe.height, left: 0.04 * safe.width)
    return inner.width > 0 && inner.height > 0 ? inner : safe
  }

  /// Keeps the runner in the box: the share of the target's straying that is allowed, eroded and smoothed over time so
  /// that the correction is as calm as the rest, then an exact clamp for what perspective leaves.
  private func hold(_ cameras: inout [PerspectiveCamera], in safe: Rect) {
    var allowed = [Double](repeating: 1, count: cameras.count)
    for tick in cameras.indices {
      var share = 1.0
      while share > 0.01 {
        if isInside(leaned(cameras[tick], tick, share), tick, safe) { break }
        share *= 0.85
      }
      allowed[tick] = share > 0.01 ? share : 0
    }
    if allowed.contains(where: { $0 < 1 }) {
      let reach = Int(0.8 * rate)
      allowed = SlidingMinimum.of(allowed, reach: reach)
      allowed = GaussianFilter(sigma: Double(reach) / 3.2, ends: .held)(allowed)
      for tick in cameras.indices { cameras[tick] = leaned(cameras[tick], tick, allowed[tick]) }
    }
    for tick in cameras.indices {
      let wanted = stage.share(of: stage.runner[tick], in: cameras[tick]) ?? stage.spec.anchor
      let held = Vec2(
        min(max(wanted.x, safe.x), safe.maxX), min(max(wanted.y, safe.y), safe.maxY))
      if held != wanted { cameras[tick] = stage.placed(cameras[tick], showing: stage.runner[tick], at: held) }
    }
  }

  /// A camera whose target strays only by a share from the runner.
  private func leaned(_ camera: PerspectiveCamera, _ tick: Int, _ share: Double) -> PerspectiveCamera {
    var result = camera
    result.target = stage.runner[tick].lerp(camera.target, share)
    return result
  }

  private func isInside(_ camera: PerspectiveCamera, _ tick: Int, _ safe: Rect) -> Bool {
    stage.share(of: stage.runner[tick], in: camera).map { safe.contains($0) } ?? false
  }

  // MARK: Overviews

  private var overviewPitch: Double { min(stage.spec.pitch, 38) }

  /// Intro and outro: the fitted overview and the follow camera blend in angles, in the logarithm of the distance and
  /// in the runner's place on the picture, which so stays inside the safe area all the way.
  private mutating func blendOverviews(_ overview: OverviewFit) {
    let spec = stage.spec
    let duration = stage.clock.duration
    let fieldOfView = spec.fieldOfView
    if let intro = spec.intro, let first = ticks.first {
      let hold = min(max(intro.hold, 0), duration)
      let blend = max(min(intro.blend, duration - hold), 1e-3)
      let arrival = ticks[min(Int((hold + blend) * rate), ticks.count - 1)].heading
      let range = min(60, spec.maxTurnRate * blend / 1.9)
      let middle = (first.heading + arrival) / 2
      let heading =
        spec.heading == .north
        ? first.heading
        : overview.bestHeading(near: middle, range: range, pitch: overviewPitch, fieldOfView: fieldOfView)
      let fitted = overview.camera(heading: heading, pitch: overviewPitch, fieldOfView: fieldOfView)
      for tick in ticks.indices {
        let seconds = stage.seconds(tick)
        guard seconds < hold + blend else { break }
        // A slow push in from the first frame on, so that nothing starts from a stand.
        var view = fitted
        view.distance *= 1 + 0.05 * (1 - seconds / (hold + blend))
        ticks[tick] = blended(ticks[tick], view, Blend.descent(seconds, hold: hold, blend: blend), tick)
      }
    }
    if let outro = spec.outro, let last = ticks.last {
      let hold = min(max(outro.hold, 0), duration)
      let blend = max(min(outro.blend, duration - hold), 1e-3)
      let begin = duration - hold - blend
      let range = min(75, spec.maxTurnRate * blend / 1.9)
      let heading =
        spec.heading == .north
        ? last.heading
        : overview.bestHeading(
          near: last.heading, range: range, pitch: overviewPitch, fieldOfView: fieldOfView)
      let fitted = overview.camera(heading: heading, pitch: overviewPitch, fieldOfView: fieldOfView)
      for tick in ticks.indices {
        let seconds = stage.seconds(tick)
        guard seconds > begin else { continue }
        var view = fitted
        view.distance *= 1 + 0.05 * (seconds - begin) / (hold + blend)
        ticks[tick] = blended(
          ticks[tick], view, Blend.descent(duration - seconds, hold: hold, blend: blend), tick)
      }
    }
  }

  /// A camera between an overview (`share` 0) and the follow camera (1).
  private func blended(
    _ follow: PerspectiveCamera, _ view: PerspectiveCamera, _ share: Double, _ tick: Int
  ) -> PerspectiveCamera {
    let runner = stage.runner[tick]
    let from = stage.share(of: runner, in: view) ?? stage.spec.anchor
    let to = stage.share(of: runner, in: follow) ?? stage.spec.anchor
    var camera = view
    camera.heading = view.heading + (follow.heading - view.heading) * share
    camera.pitch = view.pitch + (follow.pitch - view.pitch) * share
    camera.fieldOfView = view.fieldOfView + (follow.fieldOfView - view.fieldOfView) * share
    let near = Trigonometry.log(follow.distance)
    let far = Trigonometry.log(view.distance)
    camera.distance = Trigonometry.exp(far + (near - far) * share)
    return stage.placed(camera, showing: runner, at: from.lerp(to, share))
  }

  /// Turns of a blend add to those of the run: what together is too fast is spread to both sides, and the runner keeps
  /// the place on the picture. Keyframed headings are the template's own wish and stay.
  private mutating func calmTurns() {
    let spec = stage.spec
    guard spec.intro != nil || spec.outro != nil, spec.keys.headingOffset == nil, let first = ticks.first
    else {
      return
    }
    let most = max(spec.maxTurnRate, 1) / rate
    var turns = zip(ticks.dropFirst(), ticks).map { $0.heading - $1.heading }
    guard turns.contains(where: { abs($0) > most * 1.001 }) else { return }
    TurnLimiter.spread(&turns, most: most * 0.96)
    turns = GaussianFilter(sigma: 0.3 * rate, ends: .held)(turns)
    var heading = first.heading
    for tick in ticks.indices.dropFirst() {
      heading += turns[tick - 1]
      guard abs(heading - ticks[tick].heading) > 1e-9 else { continue }
      let share = stage.share(of: stage.runner[tick], in: ticks[tick])
      ticks[tick].heading = heading
      if let share { ticks[tick] = stage.placed(ticks[tick], showing: stage.runner[tick], at: share) }
    }
  }
}

/// Courses of blends between an overview and the follow camera.
enum Blend {
  /// 0 while the overview holds, 1 from `hold + blend` on; one smooth start and one smooth end (no jerk at either).
  static func descent(_ seconds: Double, hold: Double, blend: Double) -> Double {
    let t = min(max((seconds - hold) / max(blend, 1e-6), 0), 1)
    return t * t * t * (t * (6 * t - 15) + 10)
  }
}
