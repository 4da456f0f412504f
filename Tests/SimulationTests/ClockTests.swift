import Geometry
import Recordings
import Routes
import Scenes
import Testing

@testable import Simulation

/// What holds for every clock and camera, whatever the run and the scene.
@Suite struct ClockTests {
  struct Setup: CustomTestStringConvertible, Sendable {
    var name: String
    var spec: ClockSpec
    var testDescription: String { name }
  }

  static let setups: [Setup] = {
    var result: [Setup] = []
    for pauses in ClockSpec.Pauses.allCases {
      for pacing in ClockSpec.Pacing.allCases {
        var spec = SimulatedScene.fit()
        spec.pauses = pauses
        spec.pacing = pacing
        spec.leadIn = 1
        spec.leadOut = 1.5
        spec.easing = Easing.named(.sine, .inOut)
        result.append(Setup(name: "fit \(pauses) \(pacing)", spec: spec))
      }
    }
    var ramp = SimulatedScene.fit()
    ramp.ramp = [
      .init(t: 0, factor: 0.3, easing: .linear), .init(t: 0.5, factor: 3, easing: .linear),
      .init(t: 1, factor: 0.5, easing: .linear),
    ]
    result.append(Setup(name: "ramp", spec: ramp))
    var part = SimulatedScene.fit()
    part.from = .distance(100)
    part.to = .share(0.8)
    result.append(Setup(name: "part", spec: part))
    var speed = ClockSpec()
    speed.mode = .speed(60)
    result.append(Setup(name: "speed", spec: speed))
    for atEnd in [false, true] {
      var hold = ClockSpec()
      hold.mode = .hold(atEnd: atEnd)
      result.append(Setup(name: "hold \(atEnd)", spec: hold))
    }
    return result
  }()

  /// Runs at the limits of what is a run at all.
  static func extremes() throws -> [(String, ReplayRoute)] {
    func at(_ latitude: Double, _ longitude: Double) throws -> ReplayRoute {
      let points = (0..<300).map { k -> TrackPoint in
        var point = TrackPoint(
          latitude: latitude + Double(k) * 2e-5,
          longitude: GeoCoordinate.unwrap(longitude + Double(k) * 3e-5, near: 0))
        point.time = 1_700_000_000 + Double(k)
        return point
      }
      return try ReplayRoute(session: Session(points: points))
    }
    let day = (0...1800).map { Vec2(0, Double($0) * 60) }
    return [
      ("two points", try ReplayRoute(session: SimulatedScene.session([.zero, Vec2(3, 4)], times: [0, 2]))),
      (
        "two metres",
        try ReplayRoute(session: SimulatedScene.session([.zero, Vec2(0, 1), Vec2(0, 2)], times: [0, 1, 2]))
      ),
      (
        "without times",
        try ReplayRoute(session: SimulatedScene.session([.zero, Vec2(300, 4), Vec2(0, 900)], times: nil))
      ),
      (
        "30 hours",
        try ReplayRoute(session: SimulatedScene.session(day, times: day.indices.map { Double($0) * 60 }))
      ),
      ("85° N", try at(85, 20)), ("180°", try at(10, 179.997)), ("0, 0", try at(-0.003, -0.004)),
    ]
  }

  @Test(arguments: setups)
  func clockAndCameraAreSound(setup: Setup) throws {
    for (name, route) in try ClockTests.extremes() {
      for style in CameraSpec.Style.allCases {
        for heading in CameraSpec.Heading.allCases {
          var spec = CameraSpec()
          spec.style = style
          spec.heading = heading
          if heading == .course {
            spec.intro = .init(hold: 0.6, blend: 1)
            spec.outro = .init(hold: 0.6, blend: 1)
          }
          let scene = SimulatedScene.scene(route, duration: 6, camera: spec, clock: setup.spec)
          check(scene, route, "\(name), \(style), \(heading)")
        }
      }
    }
  }

  private func check(
    _ scene: (clock: SceneClock, camera: CameraTrack), _ route: ReplayRoute, _ name: String
  ) {
    var last = scene.clock.state(at: 0)
    var isSound = true
    for k in 0...180 {
      let seconds = Double(k) / 30
      let state = scene.clock.state(at: seconds)
      let camera = scene.camera.camera(at: seconds)
      isSound =
        isSound && state.distance >= last.distance && state.shownDistance >= last.shownDistance
        && state.movingTime >= last.movingTime && state.elapsedTime >= last.elapsedTime - 1e-9
        && (0...route.totalDistance).contains(state.distance) && (0...1).contains(state.progress)
        && state.elapsedTime <= route.elapsedTime + 1e-9
      let numbers = [
        state.distance, state.remaining, state.position.x, state.position.y, state.pace ?? 0,
        state.speed ?? 0,
        state.grade ?? 0, state.elevation ?? 0, camera.target.x, camera.target.y, camera.target.z,
        camera.distance, camera.pitch, camera.heading, camera.fieldOfView,
      ]
      isSound =
        isSound && numbers.allSatisfy(\.isFinite) && camera.distance > 0
        && (0..<360).contains(camera.heading) && (0...85).contains(camera.pitch)
      last = state
    }
    #expect(isSound, "\(name)")
  }

  @Test func evenPacingHasConstantGroundSpeed() throws {
    let route = try NumberTests.stretches([(2000, 240), (2000, 720)])
    var timing = SimulatedScene.fit()
    timing.pacing = .even
    let clock = SimulatedScene.scene(route, duration: 20, clock: timing).clock
    #expect(abs(clock.state(at: 10).distance - 2000) < 30)
    timing.pacing = .recorded
    let recorded = SimulatedScene.scene(route, duration: 20, clock: timing).clock
    // A quarter of the time is run at 4:00.
    #expect(abs(recorded.state(at: 5).distance - 2000) < 30)
  }

  @Test func keyframesReplaceTheConstants() throws {
    let route = try SimulatedScene.run(length: 5000, speed: 3) { Vec2(0, $0) }
    var spec = CameraSpec()
    func ramp(_ from: Double, _ to: Double) -> Keyframes<Double>? {
      Keyframes([
        .init(time: 0, value: from, easing: .linear), .init(time: 10, value: to, easing: .linear),
      ])
    }
    spec.keys.pitch = ramp(20, 60)
    spec.keys.headingOffset = ramp(0, 90)
    spec.keys.distance = ramp(500, 1500)
    spec.keys.fieldOfView = ramp(30, 50)
    for style in CameraSpec.Style.allCases {
      spec.style = style
      let middle = SimulatedScene.scene(route, duration: 10, camera: spec).camera.camera(at: 5)
      #expect(abs(middle.pitch - 40) < 1e-6 && abs(middle.distance - 1000) < 1e-6)
      #expect(abs(middle.fieldOfView - 40) < 1e-6)
      #expect(abs(Trigonometry.wrapDegrees(middle.heading - 45)) < 0.5)
    }
  }
}
