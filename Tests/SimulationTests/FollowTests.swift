import Geometry
import Routes
import Scenes
import Testing

@testable import Simulation

/// `follow` and `heading` of the camera, and its place of the runner.
@Suite struct FollowTests {
  static func route() throws -> ReplayRoute {
    try SimulatedScene.run(length: 6000, speed: 3) { s in
      Vec2(700 * Trigonometry.sin(s / 600), s * 0.6)
    }
  }

  private static let viewport = Rect(x: 0, y: 0, width: 1080, height: 1920)

  private static func share(_ point: Vec2, _ camera: PerspectiveCamera) -> Vec2? {
    PerspectiveProjection(camera: camera, viewport: viewport).project(Vec3(point, z: 0))
      .map { Vec2($0.position.x / 1080, $0.position.y / 1920) }
  }

  /// The runner at 60 % of the height, near the vertical axis, and the route ahead higher on the picture.
  @Test func runnerStandsLowAndTheRouteLeadsUp() throws {
    let route = try FollowTests.route()
    let scene = SimulatedScene.scene(route, duration: 40)
    var above = 0
    var count = 0
    for k in stride(from: 120, to: 2100, by: 10) {
      let seconds = Double(k) / 60
      let camera = scene.camera.camera(at: seconds)
      let along = scene.clock.state(at: seconds).shownDistance
      let runner = try #require(FollowTests.share(route.path.position(at: along), camera))
      #expect(abs(runner.y - 0.6) < 0.06 && abs(runner.x - 0.5) < 0.16, "\(seconds) s: \(runner)")
      let ahead = FollowTests.share(route.path.position(at: along + 0.3 * camera.distance), camera)
      count += 1
      if let ahead, ahead.y < runner.y - 0.03 { above += 1 }
    }
    #expect(Double(above) > 0.95 * Double(count))
  }

  @Test(arguments: [CameraSpec.Follow.route, .none], CameraSpec.Heading.allCases)
  func wholeRouteStaysInThePicture(follow: CameraSpec.Follow, heading: CameraSpec.Heading) throws {
    let route = try FollowTests.route()
    var spec = CameraSpec()
    spec.follow = follow
    spec.heading = heading
    let scene = SimulatedScene.scene(route, duration: 12, camera: spec)
    for seconds in stride(from: 0.0, through: 12, by: 1) {
      let camera = scene.camera.camera(at: seconds)
      for k in stride(from: 0, to: route.path.positions.count, by: 20) {
        let seen = try #require(FollowTests.share(route.path.positions[k], camera))
        #expect(spec.safeArea.inset(by: -0.01).contains(seen))
      }
    }
    let turned = scene.camera.camera(at: 0).heading != scene.camera.camera(at: 6).heading
    #expect(turned == (follow == .route && heading == .orbit))
  }

  @Test func northStaysNorthAndAnOrbitGoesRound() throws {
    let route = try FollowTests.route()
    var spec = CameraSpec()
    spec.heading = .north
    let north = SimulatedScene.scene(route, duration: 12, camera: spec)
    #expect(north.camera.ticks.allSatisfy { $0.heading == 0 })
    spec.heading = .orbit
    let turns = SimulatedScene.turns(
      SimulatedScene.scene(route, duration: 12, camera: spec).camera, duration: 12)
    #expect(turns.allSatisfy { abs($0 - 8) < 1e-6 })
  }
}
