import Geometry
import Routes
import Scenes
import Testing

@testable import Simulation

/// T23: the classic style against the article's rules, written out here a second time.
@Suite struct ClassicRulesTests {
  @Test(arguments: [30.0, 45])
  func T23_tickForTick(duration: Double) throws {
    // North for the first half, then east: something to turn for.
    let length = 10_000.0
    let route = try SimulatedScene.run(length: length, speed: 4) { s in
      s < 5000 ? Vec2(0, s) : Vec2(s - 5000, 5000)
    }
    var spec = CameraSpec()
    spec.style = .classic
    var timing = SimulatedScene.fit()
    timing.pacing = .even
    let scene = SimulatedScene.scene(route, duration: duration, camera: spec, clock: timing)
    let path = route.path
    // The last frames stand (at most 0.13 s), so that the finish is on the last frame at any rate.
    let playing = scene.clock.end - scene.clock.start
    #expect(scene.clock.start == 0 && playing >= duration - 0.13 - 1e-9)
    let ticks = Int(playing * 60)
    var dot = 0.0
    var heading = 0.0
    var target: Double?
    var shownPace: Double?
    for tick in 0..<ticks {
      let goal = path.length * Double(tick) / 60 / playing
      if tick > 0 { dot += (goal - dot) * 0.15 }
      #expect(abs(scene.clock.shown[tick] - dot) < 1e-6 * length, "dot at tick \(tick)")
      let here = path.position(at: dot)
      let ahead = path.position(at: min(dot + 800, path.length))
      let bearing = Trigonometry.degrees(Trigonometry.atan2(ahead.x - here.x, ahead.y - here.y))
      if tick == 0 {
        heading = bearing
      } else {
        heading += min(max(Trigonometry.wrapDegrees(bearing - heading) * 0.006, -0.6), 0.6)
      }
      let camera = scene.camera.ticks[tick]
      #expect(abs(Trigonometry.wrapDegrees(camera.heading - heading)) < 1e-3, "heading at tick \(tick)")
      #expect(camera.distance == 1100 && camera.pitch == 55)
      #expect(camera.target.xy.distance(to: here) < 1e-2)
      let state = scene.clock.state(at: Double(tick) / 60)
      let recorded = path.recordedDistance(at: dot)
      #expect(abs(state.distance - recorded) < 1e-3)
      if tick % 60 == 0 {
        // 20 % of 10 km is 2 km, the article's upper limit.
        let behind = max(0, recorded - 2000)
        let time = route.time(atShown: dot) - route.time(atShown: path.shownDistance(atRecorded: behind))
        if recorded - behind > 1 { target = time / (recorded - behind) * 1000 }
      }
      if let goal = target { shownPace = shownPace.map { $0 + (goal - $0) * 0.04 } ?? goal }
      #expect((state.pace == nil) == (shownPace == nil))
      if let pace = state.pace, let expected = shownPace { #expect(abs(pace - expected) < 1e-3) }
    }
    // What the published rules leave open is closed: the dot arrives.
    #expect(scene.clock.state(at: duration).distance == route.totalDistance)
  }

  @Test func constantsAreProperties() throws {
    let route = try SimulatedScene.run(length: 5000, speed: 4) { s in Vec2(300 * Trigonometry.sin(s / 300), s)
    }
    var spec = CameraSpec()
    spec.style = .classic
    let plain = SimulatedScene.scene(route, duration: 20, camera: spec).camera.ticks
    spec.classic.lookahead = 200
    let near = SimulatedScene.scene(route, duration: 20, camera: spec).camera.ticks
    spec.classic.maxTurn = 0.01
    let stiff = SimulatedScene.scene(route, duration: 20, camera: spec).camera.ticks
    #expect(plain != near)
    #expect(near != stiff)
    #expect(zip(stiff.dropFirst(), stiff).allSatisfy { abs($0.heading - $1.heading) <= 0.01 + 1e-12 })
  }
}
