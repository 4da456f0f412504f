import Geometry
import Scenes

/// How calm a camera is, in figures: taken from its 60 Hz ticks over a whole scene.
package struct CameraQuality: Sendable, Hashable {
  /// Changes of the turning direction a minute; turns below half a degree a second are a stand.
  package var reversalsPerMinute = 0.0
  /// 99th percentile of the turning speed in degrees a second.
  package var turnSpeed = 0.0
  /// 99th percentile of the turning acceleration in degrees a second squared, over a tenth of a second.
  package var turnAcceleration = 0.0
  /// 0…1 of the ticks in which the runner is outside the camera's safe area.
  package var outsideShare = 0.0
  /// Longest time in seconds in which neither camera nor runner moves.
  package var longestFreeze = 0.0
  /// Median of the metres run by the dot a second, over the camera's distance, while the clock plays.
  package var groundFlow = 0.0

  /// Measures a camera. `aspect` is width over height of its box, `heights` those of the ground as it is drawn.
  package init(
    camera: CameraTrack, spec: CameraSpec, clock: SceneClock, aspect: Double, heights: any HeightField
  ) {
    let ticks = camera.ticks
    guard ticks.count > 1 else { return }
    let rate = SceneClock.rate
    let turns = zip(ticks.dropFirst(), ticks).map { Trigonometry.wrapDegrees($0.heading - $1.heading) * rate }
    reversalsPerMinute = Double(CameraQuality.reversals(turns)) / (Double(turns.count) / rate) * 60
    turnSpeed = CameraQuality.percentile(turns.map(abs), 0.99)
    let step = Int(0.1 * rate)
    let jolts = turns.indices.dropLast(step).map { abs(turns[$0 + step] - turns[$0]) * rate / Double(step) }
    turnAcceleration = CameraQuality.percentile(jolts, 0.99)
    let viewport = Rect(x: 0, y: 0, width: aspect, height: 1)
    // A hair of room for rounding at the border.
    let safe = spec.safeArea.inset(by: -1e-6)
    var outside = 0
    var frozen = 0
    var longest = 0
    var flow: [Double] = []
    for tick in ticks.indices {
      let shown = clock.shown[tick]
      let point = clock.route.path.position(at: shown)
      let seen = PerspectiveProjection(camera: ticks[tick], viewport: viewport)
        .project(Vec3(point, z: heights.height(at: point)))
      let share = seen.map { Vec2($0.position.x / aspect, $0.position.y) }
      if !(share.map { safe.contains($0) } ?? false) { outside += 1 }
      guard tick > 0 else { continue }
      let seconds = Double(tick) / rate
      if ticks[tick] == ticks[tick - 1], shown == clock.shown[tick - 1] {
        frozen += 1
        longest = max(longest, frozen)
      } else {
        frozen = 0
      }
      if seconds >= clock.start, seconds <= clock.end {
        flow.append((shown - clock.shown[tick - 1]) * rate / ticks[tick].distance)
      }
    }
    outsideShare = Double(outside) / Double(ticks.count)
    longestFreeze = Double(longest) / rate
    groundFlow = CameraQuality.percentile(flow, 0.5)
  }

  private static func reversals(_ turns: [Double]) -> Int {
    var count = 0
    var sign = 0
    for turn in turns where abs(turn) > 0.5 {
      let now = turn > 0 ? 1 : -1
      if sign != 0, now != sign { count += 1 }
      sign = now
    }
    return count
  }

  /// The value below which a share of the values lies; 0 for none.
  private static func percentile(_ values: [Double], _ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[min(Int(share * Double(values.count)), values.count - 1)]
  }
}
