import Geometry
import Recordings
import Routes
import Scenes
import Testing

@testable import Simulation

/// Clock and camera over random runs with random settings: monotone, bounded, finite.
@Suite struct RandomRunTests {
  /// A small generator, so that every machine tests the same runs.
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 29)) &* 0x9e37_79b9_7f4a_7c15
    }
  }

  @Test(arguments: 0..<60)
  func clockAndCameraStaySound(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 7919 &+ 3)
    let count = Int.random(in: 2...400, using: &random)
    let step = [0.001, 3, 12, 900][seed % 4]
    var (position, heading, time) = (Vec2.zero, 0.0, 0.0)
    var (positions, times) = ([Vec2](), [Double]())
    for _ in 0..<count {
      positions.append(position)
      times.append(time)
      heading += .random(in: -1.2...1.2, using: &random)
      let length = step * .random(in: 0...1.5, using: &random)
      position += Vec2(Trigonometry.sin(heading), Trigonometry.cos(heading)) * length
      let pause = Double.random(in: 0...1, using: &random) < 0.03
      time += pause ? .random(in: 60...90_000, using: &random) : .random(in: 0...3, using: &random)
    }
    let session = SimulatedScene.session(positions, times: seed % 5 == 0 ? nil : times)
    let route: ReplayRoute
    do throws(RouteError) {
      route = try ReplayRoute(session: session)
    } catch {
      #expect(!error.message.isEmpty)
      return
    }
    var clock = ClockSpec()
    clock.mode = [.fit, .speed(.random(in: 1...500, using: &random)), .hold(atEnd: seed % 2 == 0)][seed % 3]
    clock.leadIn = .random(in: 0...4, using: &random)
    clock.leadOut = .random(in: 0...2, using: &random)
    clock.pauses = [.skip, .compress, .keep][Int.random(in: 0..<3, using: &random)]
    clock.pacing = Bool.random(using: &random) ? .recorded : .even
    var camera = CameraSpec()
    camera.style = Bool.random(using: &random) ? .cinematic : .classic
    camera.intro = .init(hold: .random(in: 0...3, using: &random), blend: .random(in: 0...5, using: &random))
    camera.outro = .init(hold: .random(in: 0...3, using: &random), blend: .random(in: 0...5, using: &random))
    let duration = Double.random(in: 0.5...25, using: &random)
    let scene = SimulatedScene.scene(route, duration: duration, camera: camera, clock: clock)
    var last = scene.clock.state(at: 0)
    for k in 0...Int((duration * 30).rounded(.up)) {
      let seconds = Double(k) / 30
      let state = scene.clock.state(at: seconds)
      #expect(state.distance >= last.distance)
      #expect(state.elapsedTime >= last.elapsedTime - 1e-9)
      #expect((0...route.totalDistance).contains(state.distance))
      #expect(state.position.x.isFinite && state.position.y.isFinite)
      #expect(state.pace?.isFinite ?? true)
      let view = scene.camera.camera(at: seconds)
      for number in [view.heading, view.pitch, view.distance, view.target.x, view.target.y, view.target.z] {
        #expect(number.isFinite)
      }
      #expect(view.distance > 0 && (0...89).contains(view.pitch), "\(view.distance) m, \(view.pitch)°")
      last = state
    }
    if clock.mode == .fit { #expect(last.distance == route.totalDistance) }
  }
}
