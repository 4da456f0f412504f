import Geometry
import Testing

@testable import Basemap

/// A map painted from four tiles has the pixels that it has painted from one tile four times as large.
struct TileSeamTests {
  /// Numbers that are the same in every run.
  struct Dice {
    var state: UInt64
    mutating func roll(_ range: Range<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
  }

  struct Layer {
    var name: String
    var kind: String
    var isArea: Bool
    /// Even positions in a tile of zoom 13.
    var shapes: [[(Int, Int)]]
  }

  /// Everything a map draws, much of it across the borders of the tiles of zoom 14, which meet at (2048, 2048).
  static func layers(seed: UInt64, crossing: Bool) -> [Layer] {
    var dice = Dice(state: seed)
    func even(_ number: Int) -> Int { number / 2 * 2 }
    /// A place in one of the four tiles or anywhere, `reach` from all borders where nothing may cross.
    func place(_ reach: Int) -> (Int, Int) {
      guard !crossing else { return (dice.roll(1400..<2700), dice.roll(1400..<2700)) }
      func side() -> Int {
        dice.roll(0..<2) == 0 ? dice.roll(1400..<(2040 - reach)) : dice.roll((2056 + reach)..<2700)
      }
      return (side(), side())
    }
    func polygon(_ size: Int, _ corners: Int) -> [(Int, Int)] {
      let (x, y) = place(size)
      // Upright and level edges beyond a border would be taken for those along which tiles are cut.
      return slanted(
        (0..<corners).map { corner in
          let angle = 2 * Double.pi * Double(corner) / Double(corners)
          let radius = Double(dice.roll((size / 2)..<size))
          return (
            even(x + Int(radius * Trigonometry.cos(angle))), even(y + Int(radius * Trigonometry.sin(angle)))
          )
        })
    }
    func line(_ length: Int, _ steps: Int) -> [(Int, Int)] {
      var (x, y) = (dice.roll(1400..<2700), dice.roll(1400..<2700))
      return (0..<steps).map { _ in
        x += dice.roll(-length..<length)
        y += dice.roll(-length..<length)
        return (even(x), even(y))
      }
    }
    // Larger than the tile itself.
    let sea = [(-300, 1900), (2000, 2120), (2090, 2010), (4500, 2300), (4500, 4600), (-300, 4600)]
    var layers = [
      Layer(name: "landcover", kind: "wood", isArea: true, shapes: (0..<12).map { _ in polygon(300, 9) }),
      Layer(name: "landuse", kind: "residential", isArea: true, shapes: (0..<8).map { _ in polygon(300, 5) }),
      Layer(name: "water", kind: "ocean", isArea: true, shapes: [sea] + (0..<6).map { _ in polygon(90, 12) }),
      Layer(name: "building", kind: "house", isArea: true, shapes: (0..<250).map { _ in polygon(16, 4) }),
      Layer(
        name: "building", kind: "hall", isArea: true,
        shapes: (0..<40).map { _ in
          let (x, y) = place(44)
          return [(x, y), (x + 34, y + 2), (x + 32, y + 22), (x - 2, y + 20)].map { (even($0.0), even($0.1)) }
        }),
      Layer(name: "waterway", kind: "river", isArea: false, shapes: [line(200, 12)]),
    ]
    for kind in ["motorway", "primary", "secondary", "tertiary", "minor", "service", "path", "rail", "tram"] {
      layers.append(
        Layer(name: "transportation", kind: kind, isArea: false, shapes: (0..<14).map { _ in line(260, 5) }))
    }
    // One street along the border itself, one level, one upright.
    layers.append(
      Layer(
        name: "transportation", kind: "trunk", isArea: false,
        shapes: [[(2048, -200), (2048, 4400)], [(-200, 2048), (4400, 2048)], [(0, 2100), (4096, 2100)]]))
    return layers
  }

  /// A ring without upright and level edges.
  private static func slanted(_ ring: [(Int, Int)]) -> [(Int, Int)] {
    var ring = ring
    for index in ring.indices {
      let (before, after) = (ring[(index + ring.count - 1) % ring.count], ring[(index + 1) % ring.count])
      while ring[index].0 == before.0 || ring[index].0 == after.0 { ring[index].0 += 2 }
      while ring[index].1 == before.1 || ring[index].1 == after.1 { ring[index].1 += 2 }
    }
    return ring
  }

  static func tile(_ layers: [Layer], _ change: ((Int, Int)) -> (Int, Int)) -> [UInt8] {
    layers.flatMap { layer in
      VectorTileBytes.layer(
        layer.name, kind: layer.kind, isArea: layer.isArea, layer.shapes.map { $0.map(change) })
    }
  }

  static let big = TileID(zoom: 13, column: 4264, row: 2987)

  /// The same map as one tile and as four.
  static func sources(_ layers: [Layer]) throws -> (one: MemoryTiles, four: MemoryTiles) {
    let big = try #require(Self.big)
    var one = MemoryTiles(tiles: [big: tile(layers) { $0 }])
    (one.info.minZoom, one.info.maxZoom) = (13, 13)
    var tiles: [TileID: [UInt8]] = [:]
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let id = try #require(TileID(zoom: 14, column: 2 * big.column + x, row: 2 * big.row + y))
      tiles[id] = tile(layers) { (2 * $0.0 - x * 4096, 2 * $0.1 - y * 4096) }
    }
    return (one, MemoryTiles(tiles: tiles))
  }

  @Test(arguments: MapLook.allCases, [1, 2, 3, 4, 5, 6, 7])
  func tilesGiveThePixelsOfOneBigTile(look: MapLook, level: Int) throws {
    let middle = try #require(Self.big)
    for seed: UInt64 in 1...3 {
      // Areas in tints of their own have none where they go on in the next tile.
      let (one, four) = try Self.sources(Self.layers(seed: seed, crossing: look != .satelliteLike))
      let plane = LocalPlane(origin: GeoCoordinate(latitude: 43.7 + 0.0013 * Double(seed), longitude: 7.4))
      let center = plane.point(
        mercatorX: middle.corner.x + middle.extent / 2, mercatorY: middle.corner.y + middle.extent / 2)
      func painter(_ source: MemoryTiles) -> VectorGroundPainter {
        VectorGroundPainter(source: source, plane: plane, look: look, colors: GroundPainterTests.colors)
      }
      let (whole, parts) = (painter(one), painter(four))
      for shift in [Vec2.zero, Vec2(90, -60)] {
        let block = GroundPainterTests.block(
          at: center + shift * GroundBlock.metresPerTexel(level: level), level: level)
        let (a, b) = (GroundPainterTests.words(whole, block), GroundPainterTests.words(parts, block))
        #expect(Set(a).count > (level > 2 ? 60 : 3))
        let differing = a.indices.filter { a[$0] != b[$0] }
        #expect(
          differing.isEmpty,
          "\(differing.count) pixels, the first at \(differing.first ?? 0): \(String(a[differing.first ?? 0], radix: 16)) and \(String(b[differing.first ?? 0], radix: 16))"
        )
      }
    }
  }

  /// Vertices out of sight are left out, and the shape in the window is the same.
  @Test func cullingKeepsWhatIsSeen() {
    var dice = Dice(state: 7)
    let window = Rect(x: 0, y: 0, width: 100, height: 100)
    var left = 0
    for _ in 0..<300 {
      let ring = (0..<dice.roll(3..<40)).map { _ in
        Vec2(Double(dice.roll(-300..<400)), Double(dice.roll(-300..<400)))
      }
      var culled = ring
      var culling = RingCulling(window: window)
      culling.cull(&culled)
      left += ring.count - culled.count
      for _ in 0..<40 {
        let point = Vec2(Double(dice.roll(0..<100)) + 0.37, Double(dice.roll(0..<100)) + 0.41)
        #expect(Self.winding(ring, point) == Self.winding(culled, point))
      }
    }
    #expect(left > 500)
  }

  /// How often a ring goes round a point.
  private static func winding(_ ring: [Vec2], _ point: Vec2) -> Int {
    ring.indices.reduce(0) { sum, index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      guard (a.y <= point.y) != (b.y <= point.y) else { return sum }
      let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
      return x > point.x ? sum + (b.y > a.y ? 1 : -1) : sum
    }
  }
}
