import Geometry
import Routes
import Scenes
import Testing

@testable import Simulation

/// T8–T13, T19: the camera of the engine's specification.
@Suite struct CameraTests {
  @Test func T10_lapsNeverTurnTheWrongWay() throws {
    let route = try SimulatedScene.run(length: 1600, speed: 4, SimulatedScene.lapPoint)
    for duration in [15.0, 30, 60] {
      let scene = SimulatedScene.scene(route, duration: duration)
      let turns = SimulatedScene.turns(scene.camera, duration: duration)
      #expect(turns.filter { $0 < -0.05 }.isEmpty, "\(duration) s")
      #expect((turns.map { abs($0) }.max() ?? 0) <= 30)
    }
  }

  @Test func T11_tightLapsAreCalm() throws {
    let route = try SimulatedScene.run(length: 5000, speed: 4, SimulatedScene.lapPoint)
    let scene = SimulatedScene.scene(route, duration: 45)
    let turns = SimulatedScene.turns(scene.camera, duration: 45)
    #expect((turns.map { abs($0) }.max() ?? 0) <= 30)
    var reversals = 0
    var sign = 0
    for turn in turns where abs(turn) > 0.5 {
      let now = turn > 0 ? 1 : -1
      if sign != 0, now != sign { reversals += 1 }
      sign = now
    }
    #expect(reversals <= 3)
    expectRunnerInside(scene, route, duration: 45)
  }

  @Test func T12_outAndBackTurnsOnce() throws {
    let route = try SimulatedScene.run(length: 5000, speed: 3) { s in Vec2(0, s < 2500 ? s : 5000 - s) }
    let scene = SimulatedScene.scene(route, duration: 30)
    let turns = SimulatedScene.turns(scene.camera, duration: 30)
    let total = turns.reduce(0, +) / 60
    #expect(abs(abs(total) - 180) < 2)
    let sign = total > 0 ? 1.0 : -1
    #expect(turns.allSatisfy { $0 * sign > -0.02 })
    #expect((turns.map { abs($0) }.max() ?? 0) <= 30)
    var sum = 0.0
    let half = turns.firstIndex { turn in
      sum += turn / 60
      return abs(sum) >= abs(total) / 2
    }
    let turning = try #require(
      (0..<1800).first { scene.clock.state(at: Double($0) / 60).shownDistance >= route.path.length / 2 })
    #expect(abs(Double((half ?? 0) - turning)) / 60 < 0.2)
    expectRunnerInside(scene, route, duration: 30)
  }

  @Test func T13_lastSecondHoldsItsHeading() throws {
    let route = try SimulatedScene.run(length: 8000, speed: 3) { s in
      Vec2(300 * Trigonometry.sin(s / 300), s * 0.8)
    }
    let scene = SimulatedScene.scene(route, duration: 30)
    let turns = SimulatedScene.turns(scene.camera, duration: 30)
    #expect(turns.suffix(60).allSatisfy { abs($0) < 0.01 })
  }

  @Test(arguments: [30.0, 60])
  func T19_cornerIsSymmetric(duration: Double) throws {
    let route = try SimulatedScene.run(length: 42_195, speed: 3.5) { s in
      s < 21_000 ? Vec2(0, s) : Vec2(s - 21_000, 21_000)
    }
    let scene = SimulatedScene.scene(route, duration: duration)
    let corner = try #require(
      (0..<Int(duration * 60)).first { scene.clock.state(at: Double($0) / 60).distance >= 21_000 })
    let half = try #require(
      (0..<Int(duration * 60)).first { Trigonometry.wrapDegrees(scene.camera.ticks[$0].heading - 45) >= 0 })
    #expect(abs(Double(half - corner)) / 60 <= 0.2)
    expectRunnerInside(scene, route, duration: duration)
  }

  @Test func T8_T9_framesArePure() throws {
    let route = try SimulatedScene.run(length: 5000, speed: 3) { s in
      Vec2(600 * Trigonometry.sin(s / 500), s * 0.7)
    }
    let scene = SimulatedScene.scene(route, duration: 20)
    for k in stride(from: 0, to: 600, by: 7) {
      let thirty = scene.camera.camera(at: Double(k) / 30)
      let sixty = scene.camera.camera(at: Double(2 * k) / 60)
      let onetwenty = scene.camera.camera(at: Double(4 * k) / 120)
      #expect(thirty == sixty && sixty == onetwenty)
      #expect(scene.clock.state(at: Double(k) / 30) == scene.clock.state(at: Double(4 * k) / 120))
    }
    let forward = (0..<480).map { scene.camera.camera(at: Double($0) / 24) }
    let backward = (0..<480).reversed().map { scene.camera.camera(at: Double($0) / 24) }
    #expect(forward == backward.reversed())
  }

  @Test func overviewsFitAndTheRunnerStaysInside() throws {
    var spec = CameraSpec()
    spec.intro = CameraSpec.Overview(hold: 1.2, blend: 2)
    spec.outro = CameraSpec.Overview(hold: 1.5, blend: 2.5)
    let route = try SimulatedScene.run(length: 10_000, speed: 3) { s in
      Vec2(1500 * Trigonometry.sin(s / 1600), 1500 * Trigonometry.cos(s / 1200))
    }
    var clock = SimulatedScene.fit()
    clock.leadIn = 1.5
    clock.leadOut = 4
    let scene = SimulatedScene.scene(route, duration: 30, camera: spec, clock: clock)
    expectRunnerInside(scene, route, duration: 30)
    let viewport = Rect(x: 0, y: 0, width: 1080, height: 1920)
    for seconds in [0.0, 1, 29, 30] {
      let projection = PerspectiveProjection(camera: scene.camera.camera(at: seconds), viewport: viewport)
      for point in route.path.positions {
        let seen = try #require(projection.project(Vec3(point, z: 0)))
        #expect(
          spec.safeArea.inset(by: -0.005).contains(Vec2(seen.position.x / 1080, seen.position.y / 1920)))
      }
    }
    // The camera never stands before the outro's end, and never jumps.
    for k in 1...1800 {
      let a = scene.camera.ticks[k - 1]
      let b = scene.camera.ticks[k]
      #expect(a != b)
      #expect(abs(b.distance / a.distance - 1) < 0.08)
    }
  }

  func expectRunnerInside(
    _ scene: (clock: SceneClock, camera: CameraTrack), _ route: ReplayRoute, duration: Double
  ) {
    let viewport = Rect(x: 0, y: 0, width: 1080, height: 1920)
    var outside = 0
    for k in 0...Int(duration * 60) {
      let seconds = Double(k) / 60
      let projection = PerspectiveProjection(camera: scene.camera.camera(at: seconds), viewport: viewport)
      let point = projection.project(Vec3(scene.clock.state(at: seconds).position, z: 0))
      let share = point.map { Vec2($0.position.x / 1080, $0.position.y / 1920) } ?? Vec2(9, 9)
      if !CameraSpec().safeArea.contains(share) { outside += 1 }
    }
    #expect(outside == 0)
  }
}
