import Geometry
import Pixels
import Routes
import Scenes
import Testing

@testable import Compositing

struct GroundRendererTests {
  static func words(_ buffer: PixelBuffer) -> [UInt32] {
    buffer.withPixels { pixels in
      var words: [UInt32] = []
      for y in 0..<buffer.height {
        for x in 0..<buffer.width { words.append(pixels[y * buffer.stride + x]) }
      }
      return words
    }
  }

  static func renderer(_ route: ReplayRoute, kind: GroundSpec.Kind = .relief) -> GroundRenderer {
    var spec = WorldSpec()
    spec.ground.kind = kind
    return GroundRenderer(spec: spec, route: route, heights: ReliefField(route: route), unit: 0.25)
  }

  @Test func sameCameraGivesTheSameBytes() throws {
    let route = try GroundRuns.loop(climb: 200)
    let camera = GroundRuns.camera(Vec3(300, 200, 2000))
    let first = PixelBuffer(width: 271, height: 479)
    let second = PixelBuffer(width: 271, height: 479)
    second.clear(0x1234_5678)
    let renderer = Self.renderer(route)
    renderer.draw(camera: camera, into: first)
    // Something else in between, and another object.
    renderer.draw(camera: GroundRuns.camera(Vec3(-300, 0, 2000), pitch: 70), into: second)
    Self.renderer(route).draw(camera: camera, into: second)
    #expect(Self.words(first) == Self.words(second))
    #expect(Self.words(first).allSatisfy { $0 >> 24 == 255 })
  }

  @Test func groundIsWhereTheProjectionPutsIt() throws {
    let route = try GroundRuns.loop(climb: 60)
    let renderer = Self.renderer(route)
    let surface = renderer.surface
    var seen = 0
    for pitch in [0.0, 20, 40, 55] {
      for heading in [0.0, 75, 200] {
        let target = Vec2(400, -300)
        let camera = GroundRuns.camera(
          Vec3(target, z: surface.height(at: target)), pitch: pitch, heading: heading)
        let projection = PerspectiveProjection(
          camera: camera, viewport: Rect(x: 0, y: 0, width: 540, height: 960))
        for x in stride(from: 3.5, to: 540, by: 67) {
          for y in stride(from: 3.5, to: 960, by: 61) {
            let pixel = Vec2(x, y)
            guard let depth = renderer.depth(at: pixel, in: projection) else { continue }
            let u = (x - projection.principal.x) / projection.focal
            let v = (projection.principal.y - y) / projection.focal
            let place =
              projection.eye + (projection.forward + projection.right * u + projection.up * v) * depth
            let ground = Vec3(place.xy, z: surface.height(at: place.xy))
            let again = try #require(projection.project(ground))
            #expect(again.position.distance(to: pixel) < 1.5, "\(pitch)° \(heading)° at \(pixel)")
            seen += 1
          }
        }
        // The target itself appears at the anchor.
        let depth = try #require(renderer.depth(at: Vec2(270, 576), in: projection))
        #expect(abs(depth - 900) < 2)
      }
    }
    #expect(seen > 1000)
  }

  @Test func skyBeginsAtTheHorizon() throws {
    let route = try GroundRuns.loop(climb: nil)
    var spec = WorldSpec()
    spec.ground.kind = .plain
    let renderer = GroundRenderer(spec: spec, route: route, heights: nil, unit: 0.25)
    let camera = GroundRuns.camera(.zero, pitch: 80)
    let projection = PerspectiveProjection(
      camera: camera, viewport: Rect(x: 0, y: 0, width: 270, height: 480))
    let horizon = try #require(projection.horizonRow)
    #expect(horizon > 20 && horizon < 460)
    #expect(renderer.depth(at: Vec2(135, horizon - 1), in: projection) == nil)
    #expect(renderer.depth(at: Vec2(135, horizon + 1), in: projection) != nil)
    // At the horizon stands the sky's colour there, on both sides.
    let buffer = PixelBuffer(width: 270, height: 480)
    renderer.draw(camera: camera, into: buffer)
    let words = Self.words(buffer)
    for row in [Int(horizon) - 1, Int(horizon) + 1] {
      let word = words[row * 270 + 135]
      #expect(abs(Int(word >> 16 & 255) - 0x1b) <= 2)
      #expect(abs(Int(word & 255) - 0x40) <= 3)
    }
  }

  @Test(arguments: [0.0, 1, 45, 84, 89.9, 90, 95, 120])
  func extremeCamerasFillThePicture(pitch: Double) throws {
    let route = try GroundRuns.loop(climb: 500)
    let renderer = Self.renderer(route)
    for distance in [1.0, 900, 200_000] {
      for target in [Vec3(0, 0, 1900), Vec3(0, 0, -500), Vec3(1e6, -1e6, 0)] {
        let buffer = PixelBuffer(width: 54, height: 97)
        renderer.draw(
          camera: GroundRuns.camera(target, distance: distance, pitch: pitch), into: buffer)
        #expect(Self.words(buffer).allSatisfy { $0 >> 24 == 255 })
      }
    }
  }

  @Test func partOfAPictureIsFilledWithinItsBox() throws {
    let route = try GroundRuns.loop(climb: 100)
    let buffer = PixelBuffer(width: 100, height: 80)
    Self.renderer(route).draw(
      camera: GroundRuns.camera(.zero), box: Rect(x: 20, y: 10, width: 40, height: 200), into: buffer)
    let words = Self.words(buffer)
    for y in 0..<80 {
      for x in 0..<100 {
        let isInside = x >= 20 && x < 60 && y >= 10
        #expect((words[y * 100 + x] != 0) == isInside)
      }
    }
  }

  @Test func reliefFollowsTheRun() throws {
    let route = try GroundRuns.loop(climb: 300)
    let field = try #require(ReliefField(route: route))
    var worst = 0.0
    for (point, elevation) in zip(route.path.positions, route.path.elevations) {
      worst = max(worst, abs(field.height(at: point) - elevation))
    }
    #expect(worst < 30)
    #expect(field.height(at: Vec2(1e7, 0)).isFinite)
    #expect(ReliefField(route: try GroundRuns.loop(climb: nil)) == nil)
  }

  /// The largest difference of green from a row's own middle value.
  static func deviation(_ buffer: PixelBuffer, row: Int) -> Int {
    let words = Self.words(buffer)[(row * buffer.width)..<((row + 1) * buffer.width)]
    let values = words.map { Int($0 >> 8 & 255) }.sorted()
    let middle = values[values.count / 2]
    return max(middle - values[0], values[values.count - 1] - middle)
  }

  @Test func gridFadesBeforeItCouldShimmer() throws {
    let route = try GroundRuns.loop(climb: nil)
    var spec = WorldSpec()
    spec.ground.kind = .grid
    let renderer = GroundRenderer(spec: spec, route: route, heights: nil, unit: 0.5)
    let camera = GroundRuns.camera(.zero, pitch: 76)
    let buffer = PixelBuffer(width: 540, height: 960)
    renderer.draw(camera: camera, into: buffer)
    let horizon = try #require(
      PerspectiveProjection(camera: camera, viewport: Rect(x: 0, y: 0, width: 540, height: 960)).horizonRow)
    // Lines near by, none where they would lie closer than some pixels.
    #expect((700..<960).map { Self.deviation(buffer, row: $0) }.max() ?? 0 >= 6)
    for row in Int(horizon) + 1..<Int(horizon) + 30 { #expect(Self.deviation(buffer, row: row) <= 1) }
  }

  @Test func plainGroundHasNoLines() throws {
    let route = try GroundRuns.loop(climb: 300)
    var spec = WorldSpec()
    spec.ground.kind = .plain
    let renderer = GroundRenderer(spec: spec, route: route, heights: nil, unit: 0.5)
    let buffer = PixelBuffer(width: 270, height: 480)
    renderer.draw(camera: GroundRuns.camera(.zero, pitch: 60), into: buffer)
    for row in stride(from: 0, to: 480, by: 7) { #expect(Self.deviation(buffer, row: row) <= 1) }
  }

  /// Share of pixels that contours change.
  static func contourShare(_ route: ReplayRoute, distance: Double) -> Double {
    var pictures: [[UInt32]] = []
    for isDrawn in [true, false] {
      var spec = WorldSpec()
      spec.ground.gridSpacing = 1e9
      if isDrawn {
        spec.ground.colors.contour = Color(hex: 0xffffff)
      } else {
        spec.ground.colors.contour = spec.ground.colors.near
      }
      let renderer = GroundRenderer(spec: spec, route: route, heights: ReliefField(route: route), unit: 0.5)
      let buffer = PixelBuffer(width: 300, height: 300)
      renderer.draw(camera: GroundRuns.camera(Vec3(0, 0, 2000), distance: distance, pitch: 0), into: buffer)
      pictures.append(Self.words(buffer))
    }
    return Double(zip(pictures[0], pictures[1]).count { $0 != $1 }) / Double(pictures[0].count)
  }

  @Test func contoursGiveWayWhereTheyLieClose() throws {
    let route = try GroundRuns.loop(climb: 400)
    #expect(Self.contourShare(route, distance: 900) > 0.02)
    // Contours are closer than two pixels here.
    #expect(Self.contourShare(route, distance: 20_000) == 0)
  }

  @Test func groundHidesWhatLiesBehindIt() throws {
    let route = try GroundRuns.loop(climb: 400)
    let renderer = Self.renderer(route)
    let camera = GroundRuns.camera(Vec3(0, 0, renderer.surface.height(at: .zero)), pitch: 70)
    let projection = PerspectiveProjection(
      camera: camera, viewport: Rect(x: 0, y: 0, width: 540, height: 960))
    let pixel = Vec2(270, 700)
    let depth = try #require(renderer.depth(at: pixel, in: projection))
    #expect(!renderer.isHidden(at: pixel, depth: depth, in: projection))
    #expect(!renderer.isHidden(at: pixel, depth: depth * 0.8, in: projection))
    #expect(renderer.isHidden(at: pixel, depth: depth * 1.2, in: projection))
  }

  @Test func otherHeightsAreDrawnToo() throws {
    struct Dome: HeightField {
      func height(at point: Vec2) -> Double {
        500 + 200 / (1 + (point.x * point.x + point.y * point.y) / 1e6)
      }
    }
    let route = try GroundRuns.loop(climb: nil)
    let renderer = GroundRenderer(spec: WorldSpec(), route: route, heights: Dome(), unit: 0.25)
    for point in [Vec2.zero, Vec2(500, -300), Vec2(-1000, 1000)] {
      #expect(abs(renderer.surface.height(at: point) - 1.6 * Dome().height(at: point)) < 1)
    }
    #expect(renderer.surface.height(at: Vec2(1e7, 1e7)).isFinite)
  }
}
