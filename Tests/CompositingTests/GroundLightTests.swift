import Basemap
import Geometry
import Pixels
import Scenes
import Testing

@testable import Compositing

/// Light by name, by the sun, and what it does to slopes.
@Suite struct GroundLightTests {
  @Test func autoFollowsTheSun() {
    func light(_ elevation: Double) -> GroundLight { GroundLight(.auto, sun: Self.sun(elevation)) }
    #expect(light(-12) == .night)
    #expect(
      light(3).lit != nil && light(3).lit == GroundLight.golden().lit)
    #expect(light(40).lit == nil && light(40).elevation > 34)
    #expect(GroundLight(.auto, sun: nil) == .day)
    // Names ask for the same light whatever the sun does.
    for sun in [nil, Self.sun(-12), Self.sun(40)] {
      #expect(GroundLight(.day, sun: sun) == .day)
      #expect(GroundLight(.night, sun: sun) == .night)
      #expect(GroundLight(.golden, sun: sun) == .golden())
    }
  }

  /// Some moment at which the sun stands about so high at 47° N.
  static func sun(_ elevation: Double) -> SolarPosition? {
    (0..<1440).map {
      SolarPosition(at: 1_782_000_000 + Double($0) * 60, from: GeoCoordinate(latitude: 47, longitude: 8))
    }.min { abs($0.elevation - elevation) < abs($1.elevation - elevation) }
  }

  /// Slopes that face the light are brighter than those that turn away, wherever it comes from.
  @Test(arguments: [0.0, 90, 180, 270], [false, true])
  func slopesThatFaceTheLightAreBright(azimuth: Double, isTextured: Bool) throws {
    let route = try GroundRuns.loop(climb: 300)
    var spec = WorldSpec()
    spec.ground.kind = isTextured ? .map : .relief
    spec.ground.colors = .night
    spec.fog = 0
    var light = GroundLight.day
    light.azimuth = azimuth
    let renderer = GroundRenderer(
      spec: spec, light: light, route: route, heights: Cone(), unit: 0.25,
      painting: isTextured ? Dark() : nil)
    let picture = PixelBuffer(width: 200, height: 200)
    renderer.draw(
      camera: GroundRuns.camera(Vec3(0, 0, 0), distance: 4000, pitch: 0, heading: 0), into: picture)
    // Mean brightness beside the cone's top, towards the light and away from it.
    let (turn, centre) = (Trigonometry.radians(azimuth), Vec2(100, 120))
    func brightness(_ direction: Double) -> Double {
      let place = centre + Vec2(Trigonometry.sin(turn), -Trigonometry.cos(turn)) * (32 * direction)
      var sum = 0.0
      picture.withPixels { pixels in
        for y in Int(place.y) - 6...Int(place.y) + 6 {
          for x in Int(place.x) - 6...Int(place.x) + 6 {
            sum += Double(pixels[y * picture.stride + x] >> 8 & 255)
          }
        }
      }
      return sum / 169
    }
    #expect(brightness(1) > brightness(-1) + 3, "\(brightness(1)) \(brightness(-1))")
  }

  /// A mountain with even slopes.
  struct Cone: HeightField {
    func height(at point: Vec2) -> Double { max(0, 500 - 0.35 * point.length) }
  }

  /// A map of one dark colour.
  struct Dark: GroundPainting {
    func paint(_ block: GroundBlock, into pixels: PixelBuffer) { pixels.clear(0xff12_161d) }
  }
}
