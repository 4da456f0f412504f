import Foundation
import Geometry
import Pixels
import Recordings
import Routes
import Testing

@testable import ReplayComposer

/// Nothing of the run is drawn inside a privacy zone: films that differ in the colours of line and dot only are equal there.
@Suite struct PrivatePixelTests {
  static let root = String(#filePath.dropLast("/Tests/ReplayComposerTests/PrivatePixelTests.swift".count))

  /// Line, line ahead, markers and dot in colours of their own, over the ground alone.
  static let template = """
    scene: 1
    name: bare
    canvas: { size: 270x480, background: ground_far }
    params:
      ink: { type: color, default: "#ff0000" }
    scenes:
      - id: run
        duration: 4s
        clock: { mode: fit }
        nodes:
          - id: ground
            type: world
            size: [100vw, 100vh]
            camera: { follow: FOLLOW }
            route: { width: 9, color: "${param.ink}", ahead: { color: "${param.ink}", width: 4 } }
            markers:
              - { at: start, shape: ring, radius: 9, color: "${param.ink}" }
              - { at: finish, shape: ring, radius: 9, color: "${param.ink}" }
              - { at: now, shape: dot, radius: 13, color: "${param.ink}" }
    """

  @Test(arguments: ["route", "runner"])
  func nothingOfTheRunInsideZones(follow: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bare-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("bare.scene.yaml").path
    try Self.template.replacingOccurrences(of: "FOLLOW", with: follow)
      .write(toFile: file, atomically: true, encoding: .utf8)
    let session = try Session(file: Self.root + "/examples/recordings/flat-5k.gpx")
    let middle = session.points[session.points.count / 2]
    func replay(_ ink: String, zones: Bool) throws -> Replay {
      var options = ReplayOptions()
      options.parameters = ["ink": ink]
      if zones {
        options.privacyZones = [
          .ends(radius: 250), .place(latitude: middle.latitude, longitude: middle.longitude, radius: 300),
        ]
      }
      return try Replay(session, template: file, options: options)
    }
    let (red, blue) = (try replay("#ff0000", zones: true), try replay("#0000ff", zones: true))
    let (openRed, openBlue) = (try replay("#ff0000", zones: false), try replay("#0000ff", zones: false))
    let circles = red.route.privacyCircles
    #expect(circles.count >= 2)
    var (leaks, inside, outside, open) = (0, 0, 0, 0)
    for number in stride(from: 0, to: red.frameCount, by: 7) {
      let moment = try #require(red.simulation.moment(at: red.time(ofFrame: number)))
      let world = try #require(moment.world)
      let projection = PerspectiveProjection(camera: world.camera, viewport: world.node.box)
      // Where a pixel's place on the (level) ground lies well within a zone; caps and glow may reach over its edge.
      let isInside: (Int, Int) -> Bool = { x, y in
        guard let ground = projection.unproject(Vec2(Double(x) + 0.5, Double(y) + 0.5)) else { return false }
        let reach = 14 * world.camera.distance / 480
        return circles.contains { ground.distance(to: $0.center) < $0.radius - reach }
      }
      let changed = Self.differences(try red.frame(number), try blue.frame(number))
      let shown = Self.differences(try openRed.frame(number), try openBlue.frame(number))
      for y in 0..<480 {
        for x in 0..<270 {
          if isInside(x, y) {
            inside += 1
            if changed[y * 270 + x] { leaks += 1 }
            if shown[y * 270 + x] { open += 1 }
          } else if changed[y * 270 + x] {
            outside += 1
          }
        }
      }
    }
    #expect(leaks == 0)
    // The zones are in the picture, the run is drawn around them, and without zones it is drawn in them.
    #expect(inside > 500 && outside > 1000 && open > 20, "\(inside) \(outside) \(open)")
  }

  /// Which pixels of two pictures differ, row by row.
  static func differences(_ one: PixelBuffer, _ other: PixelBuffer) -> [Bool] {
    one.withPixels { a in
      other.withPixels { b in
        (0..<one.height).flatMap { y in
          (0..<one.width).map { x in a[y * one.stride + x] != b[y * one.stride + x] }
        }
      }
    }
  }
}
