import Geometry
import Recordings
import Routes
import Scenes
import Testing

@testable import Simulation

/// T1, T14–T17: the numbers that a film shows.
@Suite struct NumberTests {
  /// A straight run of stretches, each metres at seconds a kilometre, with a fix each second of the run.
  static func stretches(_ parts: [(metres: Double, pace: Double)]) throws -> ReplayRoute {
    var ends: [(time: Double, distance: Double)] = [(0, 0)]
    for part in parts {
      let last = ends[ends.count - 1]
      ends.append((last.time + part.metres * part.pace / 1000, last.distance + part.metres))
    }
    let total = ends[ends.count - 1]
    var times = (0...Int(total.time)).map { Double($0) }
    if times[times.count - 1] < total.time { times.append(total.time) }
    var leg = 0
    let positions = times.map { time -> Vec2 in
      while leg + 2 < ends.count, ends[leg + 1].time < time { leg += 1 }
      let (a, b) = (ends[leg], ends[leg + 1])
      return Vec2(0, a.distance + (b.distance - a.distance) * (time - a.time) / (b.time - a.time))
    }
    return try ReplayRoute(session: SimulatedScene.session(positions, times: times))
  }

  @Test(arguments: [5000.0, 10_000, 42_195], [CameraSpec.Style.cinematic, .classic])
  func T1_lastFrameShowsTheTotal(length: Double, style: CameraSpec.Style) throws {
    let route = try SimulatedScene.run(length: length, speed: 3) {
      Vec2(400 * Trigonometry.sin($0 / 500), $0)
    }
    var spec = CameraSpec()
    spec.style = style
    var timing = SimulatedScene.fit()
    timing.leadOut = 0.5
    let scene = SimulatedScene.scene(route, duration: 30, camera: spec, clock: timing)
    let last = scene.clock.state(at: 30)
    #expect(last.distance == route.totalDistance)
    #expect(last.remaining == 0 && last.progress == 1)
    #expect(last.movingTime == route.movingTime && last.elapsedTime == route.elapsedTime)
    #expect(last.position == route.path.positions.last)
  }

  @Test func T14_halfAndHalfIsEight() throws {
    let route = try NumberTests.stretches([(2000, 240), (2000, 720)])
    #expect(abs((route.paceMean ?? 0) - 480) < 0.5)
    // The article's window (800 m here) with half of it on either side of the change.
    let stand = [Double](repeating: route.path.shownDistance(atRecorded: 2400), count: 600)
    let classic = try #require(ClassicRules.easedPace(shown: stand, route: route).last ?? nil)
    #expect(abs(classic - 480) < 2)
    // Any window with half of it on either side, by distance.
    for reach in [100.0, 400, 1500] {
      let ends = [2000 - reach, 2000 + reach].map {
        route.time(atShown: route.path.shownDistance(atRecorded: $0))
      }
      #expect(abs((ends[1] - ends[0]) / (2 * reach) * 1000 - 480) < 0.5)
    }
  }

  @Test("C32: a fix every ten seconds at 5 km/h", arguments: [1.0, 10, 60, 600])
  func sparseFixesKeepTheSpeed(factor: Double) throws {
    let positions = (0..<361).map { Vec2(Double($0) * 50 / 3.6, 0) }
    let route = try ReplayRoute(
      session: SimulatedScene.session(positions, times: (0..<361).map { Double($0) * 10 }))
    var spec = ClockSpec()
    spec.mode = .speed(factor)
    let duration = min(3600 / factor, 60)
    let scene = SimulatedScene.scene(route, duration: duration, clock: spec)
    for k in 0...Int(duration * 30) {
      let state = scene.clock.state(at: Double(k) / 30)
      guard let pace = state.pace else {
        Issue.record("no pace in frame \(k)")
        return
      }
      #expect(abs(1000 / pace * 3.6 - 5) < 0.25, "frame \(k): \(1000 / pace * 3.6) km/h")
      if let speed = state.speed { #expect(abs(speed * 3.6 - 5) < 0.25, "frame \(k)") }
    }
  }

  @Test(arguments: [30.0, 60])
  func T15_repetitionsKeepTheirPace(duration: Double) throws {
    let route = try NumberTests.stretches((0..<8).flatMap { _ in [(400.0, 200.0), (200, 420)] })
    let scene = SimulatedScene.scene(route, duration: duration)
    var readings = 0
    for k in 0...Int(duration * 60) {
      let state = scene.clock.state(at: Double(k) / 60)
      let within = state.distance.truncatingRemainder(dividingBy: 600)
      // The middle half of each repetition: nearer to its ends a window must hold some of both.
      if (100...300).contains(within) {
        #expect(abs((state.pace ?? 0) - 200) <= 10, "\(state.distance) m")
        readings += 1
      } else if (450...550).contains(within) {
        #expect(abs((state.pace ?? 0) - 420) <= 10, "\(state.distance) m")
        readings += 1
      }
    }
    #expect(readings > 200)
  }

  /// Steady to read: at most five values a second, and on an even run with noise hardly any change.
  @Test func shownPaceIsSteady() throws {
    // Noise as a receiver makes it: metres that wander within twenty seconds.
    var state: UInt64 = 5
    var drift = 0.0
    let positions = (0..<3000).map { k -> Vec2 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      drift += (Double(state >> 40) / Double(1 << 24) - 0.5) * 1.6 - 0.05 * drift
      return Vec2(drift, Double(k) * 3)
    }
    let route = try ReplayRoute(
      session: SimulatedScene.session(positions, times: positions.indices.map { Double($0) }))
    let scene = SimulatedScene.scene(route, duration: 30)
    let paces = (0...1800).map { scene.clock.state(at: Double($0) / 60).pace ?? 0 }
    var changes = 0
    for (a, b) in zip(paces, paces.dropFirst()) where a != b { changes += 1 }
    #expect(changes <= 150)
    let middle = paces[200...1600]
    #expect((middle.max() ?? 0) - (middle.min() ?? 0) < 12)
  }

  @Test(arguments: [CameraSpec.Style.cinematic, .classic])
  func T16_noSampleIsAPlaceholderAndRecovers(style: CameraSpec.Style) throws {
    var session = SimulatedScene.session(
      (0..<1200).map { Vec2(0, Double($0) * 3) }, times: (0..<1200).map { Double($0) })
    for k in session.points.indices where k < 300 || k > 900 { session.points[k].heartRate = nil }
    for k in 300...900 { session.points[k].heartRate = 150 }
    let route = try ReplayRoute(session: session)
    var spec = CameraSpec()
    spec.style = style
    let scene = SimulatedScene.scene(route, duration: 20, camera: spec)
    let states = (0...1200).map { scene.clock.state(at: Double($0) / 60) }
    #expect(states[0].heartRate == nil && states[1200].heartRate == nil)
    #expect(abs((states[600].heartRate ?? 0) - 150) < 1e-6)
    #expect(states.allSatisfy { ($0.pace ?? 1).isFinite && ($0.power ?? 1).isFinite })
    #expect(abs((states[600].pace ?? 0) - 1000 / 3) < 2)
    #expect(states.allSatisfy { $0.power == nil && $0.cadence == nil && $0.elevation == nil })
    // Without times there is no pace, ever.
    for k in session.points.indices { session.points[k].time = nil }
    let bare = SimulatedScene.scene(try ReplayRoute(session: session), duration: 20, camera: spec)
    for k in 0...100 {
      let state = bare.clock.state(at: Double(k) / 5)
      #expect(state.pace == nil && state.clockTime == nil)
      #expect(state.distance.isFinite)
    }
  }

  /// A pace before the first step is absent; it comes once something was run.
  @Test func T16_classicPaceBeginsAbsent() throws {
    let route = try SimulatedScene.run(length: 3000, speed: 3) { Vec2(0, $0) }
    let shown = [Double](repeating: 0, count: 120) + (0..<600).map { Double($0) * 5 }
    let paces = ClassicRules.easedPace(shown: shown, route: route)
    #expect(paces[119] == nil)
    #expect(abs((paces[719] ?? 0) - 1000 / 3) < 2)
  }

  @Test(arguments: [ClockSpec.Pauses.compress, .skip])
  func T17_fiveMinutesTakeHalfASecond(pauses: ClockSpec.Pauses) throws {
    var positions = (0..<600).map { Vec2(0, Double($0) * 3) }
    positions += (0..<300).map { Vec2($0 % 2 == 0 ? 1 : -1, 1800) }
    positions += (1...600).map { Vec2(0, 1800 + Double($0) * 3) }
    let route = try ReplayRoute(
      session: SimulatedScene.session(positions, times: positions.indices.map { Double($0) }))
    var timing = SimulatedScene.fit()
    timing.pauses = pauses
    let scene = SimulatedScene.scene(route, duration: 30, clock: timing)
    let stood = (0...1800).filter {
      abs(scene.clock.state(at: Double($0) / 60).distance - 1800) < 3
        && scene.clock.state(at: Double($0) / 60).isPaused
    }
    #expect(Double(stood.count) / 60 <= 0.5)
    #expect(scene.clock.state(at: 30).elapsedTime == route.elapsedTime)
  }
}
