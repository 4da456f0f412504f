import Foundation
import Geometry
import Recordings
import Routes
import Scenes
import Testing

@testable import Simulation

/// Clock and camera over real recordings, where they are present, and over the examples.
@Suite struct SharedRunTests {
  static let root = String(#filePath.dropLast("/Tests/SimulationTests/SharedRunTests.swift".count))

  static let examples = ["antimeridian", "flat-5k", "hilly-10k", "no-hr", "track-laps"]
    .map { root + "/examples/recordings/\($0).gpx" }

  static let shared: [String] = {
    let folder = root + "/../shared/recordings"
    let found = ["gpx", "fit", "tcx", "kml", "geojson", "malformed"].flatMap { kind in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + kind)) ?? [])
        .filter { !$0.contains("99998") && !$0.contains("bomb") }.map { "\(folder)/\(kind)/\($0)" }
    }
    if found.isEmpty {
      print("shared recordings are not present: clock and camera were not tested over them")
    }
    return found.sorted()
  }()

  /// The route of a recording, or nil where it has none (one line says why elsewhere).
  static func route(_ path: String) throws -> ReplayRoute? {
    guard let session = try? RecordingReader.read(path: path) else { return nil }
    do throws(RouteError) {
      return try ReplayRoute(session: session)
    } catch {
      #expect(!error.message.isEmpty)
      return nil
    }
  }

  @Test(arguments: examples + shared)
  func filmsOfRealRunsAreSound(path: String) throws {
    guard let route = try SharedRunTests.route(path) else { return }
    var spec = CameraSpec()
    spec.intro = .init(hold: 0.5, blend: 2)
    spec.outro = .init(hold: 0.5, blend: 2)
    var timing = SimulatedScene.fit()
    timing.leadIn = 0.5
    timing.leadOut = 1
    let scene = SimulatedScene.scene(route, duration: 20, camera: spec, clock: timing)
    let viewport = Rect(x: 0, y: 0, width: 1080, height: 1920)
    var outside = 0
    var turn = 0.0
    var last = scene.clock.state(at: 0)
    var lastHeading = scene.camera.camera(at: 0).heading
    for k in 1...1200 {
      let seconds = Double(k) / 60
      let state = scene.clock.state(at: seconds)
      let camera = scene.camera.camera(at: seconds)
      #expect(state.distance >= last.distance && state.elapsedTime >= last.elapsedTime - 1e-9)
      let seen = PerspectiveProjection(camera: camera, viewport: viewport).project(Vec3(state.position, z: 0))
      let share = seen.map { Vec2($0.position.x / 1080, $0.position.y / 1920) }
      if !(share.map { spec.safeArea.inset(by: -1e-6).contains($0) } ?? false) { outside += 1 }
      turn = max(turn, abs(Trigonometry.wrapDegrees(camera.heading - lastHeading)) * 60)
      last = state
      lastHeading = camera.heading
    }
    #expect(outside == 0)
    #expect(turn <= 30)
    #expect(last.distance == route.totalDistance)
  }
}
