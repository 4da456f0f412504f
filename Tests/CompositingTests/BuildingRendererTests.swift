import Basemap
import CRaster
import Geometry
import Pixels
import Routes
import Scenes
import Testing

@testable import Compositing

/// Buildings stand where they should, fade without a step, and are the same for everyone.
@Suite struct BuildingRendererTests {
  /// One block of 40 m with a court, and a lower one before it.
  struct Blocks: BuildingSource {
    func buildings(in cell: BuildingCell) -> [BuildingFootprint] {
      guard cell == BuildingCell(ix: 0, iy: 0) else { return [] }
      func ring(_ x: Double, _ y: Double, _ side: Double) -> [Vec2] {
        [Vec2(x, y), Vec2(x + side, y), Vec2(x + side, y + side), Vec2(x, y + side)]
      }
      return [
        BuildingFootprint(rings: [ring(20, 60, 40), ring(30, 70, 20).reversed()], height: 30),
        BuildingFootprint(rings: [ring(20, 20, 40)], height: 12),
      ]
    }
  }

  static func picture(
    distance: Double, pitch: Double = 55, heading: Double = 0, circles: [PrivacyMask.Circle] = []
  ) -> PixelBuffer {
    let picture = PixelBuffer(width: 240, height: 240)
    picture.clear(0xff00_ff00)
    var spec = WorldSpec()
    spec.ground.colors = .paper
    let layer = BuildingLayer(source: Blocks(), surface: FlatField(), circles: circles)
    let camera = GroundRuns.camera(Vec3(40, 60, 0), distance: distance, pitch: pitch, heading: heading)
    let projection = PerspectiveProjection(
      camera: camera, viewport: Rect(x: 0, y: 0, width: 240, height: 240))
    BuildingRenderer(layer: layer, light: .day, unit: 0.3).draw(
      projection, spec: spec, fog: 0.3, into: picture)
    return picture
  }

  static func word(_ picture: PixelBuffer, at place: Vec2) -> UInt32 {
    picture.withPixels { $0[Int(place.y) * picture.stride + Int(place.x)] & 0xff_ffff }
  }

  static func painted(_ picture: PixelBuffer) -> Int {
    picture.withPixels { pixels in
      (0..<240).reduce(0) { sum, y in
        sum + (0..<240).count { x in pixels[y * picture.stride + x] & 0xff_ffff != 0x00ff00 }
      }
    }
  }

  @Test func roofsWallsAndCourts() {
    let picture = Self.picture(distance: 200)
    let camera = GroundRuns.camera(Vec3(40, 60, 0), distance: 200, pitch: 55, heading: 0)
    let projection = PerspectiveProjection(
      camera: camera, viewport: Rect(x: 0, y: 0, width: 240, height: 240))
    func at(_ x: Double, _ y: Double, _ z: Double) -> UInt32 {
      projection.project(Vec3(x, y, z)).map { Self.word(picture, at: $0.position) } ?? 0
    }
    let roof = at(40, 40, 12)
    #expect(roof != 0x00ff00 && at(25, 65, 30) == roof)
    // The court is open: the farther part of the ground in it is seen through the hole of the roof, or a wall is not drawn.
    #expect(at(40, 80, 30) != roof)
    // The wall towards the camera is no roof, and it is darker than one.
    let wall = at(40, 20, 5)
    #expect(wall != roof && wall != 0x00ff00 && wall >> 8 & 255 < roof >> 8 & 255)
    // Beside the buildings nothing changed.
    #expect(at(100, 40, 0) == 0x00ff00 && at(-20, 40, 0) == 0x00ff00)
  }

  @Test func theyFadeWithoutAStep() {
    /// How much a picture differs from bare ground: levels of green, all pixels together.
    func presence(_ distance: Double) -> Int {
      Self.picture(distance: distance).withPixels { pixels in
        pixels.indices.reduce(0) { $0 + 255 - Int(pixels[$1] >> 8 & 255) }
      }
    }
    let first = presence(150)
    var last = first
    for k in 0..<300 {
      let now = presence(150 + Double(k) * 6)
      #expect(abs(now - last) < last / 7 + first / 300, "\(150 + k * 6) m: \(last) → \(now)")
      last = now
    }
    #expect(first > 10_000 && last == 0)
  }

  @Test func privatePlacesStayBare() {
    let circle = PrivacyMask.Circle(center: Vec2(40, 80), radius: 60)
    #expect(Self.painted(Self.picture(distance: 200, circles: [circle])) == 0)
  }

  /// The cover of polygons against a plain count of samples.
  @Test func coverIsTheArea() {
    var noise: UInt64 = 5
    func random(_ limit: Double) -> Double {
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(noise >> 33) / Double(1 << 31) * limit
    }
    for _ in 0..<40 {
      let triangle = (0..<3).map { _ in Vec2(random(44) - 6, random(44) - 6) }
      let picture = PixelBuffer(width: 32, height: 32)
      picture.clear(0xff00_0000)
      let points = triangle.flatMap { [Float($0.x), Float($0.y)] }
      let face = craster_face(
        first: 0, count: 3, first_end: 0, end_count: 1, red: 255, green: 255, blue: 255, alpha: 1)
      picture.withUnsafeMemory { memory, bytesPerRow in
        _ = craster_faces_fill([face], 1, points, [3], memory, Int32(bytesPerRow / 4), 32, 32)
      }
      for y in 0..<32 {
        for x in 0..<32 {
          var hits = 0
          for k in 0..<256 {
            let p = Vec2(Double(x) + (Double(k % 16) + 0.5) / 16, Double(y) + (Double(k / 16) + 0.5) / 16)
            let sides = (0..<3).map { i -> Bool in
              let (a, b) = (triangle[i], triangle[(i + 1) % 3])
              return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0
            }
            if sides.allSatisfy({ $0 }) || sides.allSatisfy({ !$0 }) { hits += 1 }
          }
          let value = picture.withPixels { Int($0[y * picture.stride + x] & 255) }
          #expect(abs(value - hits * 255 / 256) <= 14, "\(x) \(y): \(value), \(hits)")
        }
      }
    }
  }
}
