import Geometry
import Pixels
import Testing

@testable import Basemap

/// Tiles in memory.
struct MemoryTiles: TileSource {
  var info = TileSourceInfo(name: "memory", kind: "folder", content: .vector, minZoom: 14, maxZoom: 14)
  var tiles: [TileID: [UInt8]]
  func tile(_ id: TileID) throws(MapError) -> [UInt8]? { tiles[id] }
  func contains(_ id: TileID) throws(MapError) -> Bool { tiles[id] != nil }
}

/// Makes vector tiles.
enum VectorTileBytes {
  static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    HostileArchiveTests.varints([number << 3 | 2, UInt64(bytes.count)]) + bytes
  }

  /// A layer of features of one kind: each a polyline or ring in tile units.
  static func layer(_ name: String, kind: String, isArea: Bool, _ shapes: [[(Int, Int)]]) -> [UInt8] {
    var bytes = field(1, Array(name.utf8)) + HostileArchiveTests.varints([15 << 3, 2])
    for shape in shapes {
      var commands: [UInt64] = []
      var (x, y) = (0, 0)
      func delta(_ a: Int, _ b: Int) -> UInt64 {
        UInt64(bitPattern: Int64((a - b) << 1 ^ (a - b) >> 63)) & 0xFFFF_FFFF
      }
      for (index, point) in shape.enumerated() {
        if index == 0 { commands.append(9) }
        if index == 1 { commands.append(UInt64((shape.count - 1) << 3 | 2)) }
        commands += [delta(point.0, x), delta(point.1, y)]
        (x, y) = point
      }
      if isArea { commands.append(15) }
      let feature =
        field(2, [0, 0]) + HostileArchiveTests.varints([3 << 3, isArea ? 3 : 2])
        + field(4, HostileArchiveTests.varints(commands))
      bytes += field(2, feature)
    }
    bytes += field(3, Array("class".utf8)) + field(4, field(1, Array(kind.utf8)))
    return field(3, bytes)
  }
}

struct GroundPainterTests {
  static let colors = MapColors(
    ground: Color(hex: 0x101010), water: Color(hex: 0x0000FF), park: Color(hex: 0x00FF00),
    building: Color(hex: 0x808080), road: Color(hex: 0xFFFFFF), isDark: true)
  static let plane = LocalPlane(origin: GeoCoordinate(latitude: 43.75, longitude: 7.42))

  static func words(_ painter: any GroundPainting, _ block: GroundBlock, ground: UInt32 = 0xFF20_2020)
    -> [UInt32]
  {
    let buffer = PixelBuffer(width: GroundBlock.texels, height: GroundBlock.texels)
    buffer.clear(ground)
    painter.paint(block, into: buffer)
    var words: [UInt32] = []
    buffer.withPixels { pixels in
      for y in 0..<GroundBlock.texels {
        for x in 0..<GroundBlock.texels { words.append(pixels[y * buffer.stride + x]) }
      }
    }
    return words
  }

  /// The tiles around the origin, all with the same content.
  static func field(_ tile: [UInt8], radius: Int = 2, without: [TileID] = []) throws -> MemoryTiles {
    let center = TileID.containing(plane.mercator(.zero), zoom: 14)
    var tiles: [TileID: [UInt8]] = [:]
    for dx in -radius...radius {
      for dy in -radius...radius {
        let id = try #require(TileID(zoom: 14, column: center.column + dx, row: center.row + dy))
        if !without.contains(id) { tiles[id] = tile }
      }
    }
    return MemoryTiles(tiles: tiles)
  }

  static func block(at point: Vec2, level: Int) -> GroundBlock {
    let side = GroundBlock.metresPerTexel(level: level) * Double(GroundBlock.side)
    return GroundBlock(
      level: level, ix: Int((point.x / side).rounded(.down)), iy: Int((-point.y / side).rounded(.down)))
  }

  /// A river that fills all tiles, with buffers, and streets from edge to edge: at a border nothing changes.
  @Test(arguments: [3, 4, 5, 6, 7]) func tilesMeetWithoutASeam(level: Int) throws {
    let area = VectorTileBytes.layer(
      "water", kind: "ocean", isArea: true, [[(-64, -64), (4160, -64), (4160, 4160), (-64, 4160)]])
    let source = try Self.field(area)
    let painter = VectorGroundPainter(source: source, plane: Self.plane, look: .midnight, colors: Self.colors)
    let center = TileID.containing(Self.plane.mercator(.zero), zoom: 14)
    let corner = Self.plane.point(mercatorX: center.corner.x, mercatorY: center.corner.y)
    #expect(Set(Self.words(painter, Self.block(at: corner, level: level))) == [0xFF00_00FF])
  }

  /// Streets along a tile's border are the same as streets within.
  @Test func streetsRunOnAcrossBorders() throws {
    let street = VectorTileBytes.layer(
      "transportation", kind: "primary", isArea: false, [[(-64, 2048), (4160, 2048)]])
    let painter = VectorGroundPainter(
      source: try Self.field(street), plane: Self.plane, look: .midnight, colors: Self.colors)
    let center = TileID.containing(Self.plane.mercator(.zero), zoom: 14)
    let edge = Self.plane.point(
      mercatorX: center.corner.x, mercatorY: center.corner.y + center.extent / 2)
    let words = Self.words(painter, Self.block(at: edge, level: 4))
    // Every column of the picture is the same as its neighbour.
    for y in 0..<GroundBlock.texels {
      #expect(Set(words[(y * GroundBlock.texels)..<((y + 1) * GroundBlock.texels)]).count == 1)
    }
    #expect(Set(words).count > 3)
  }

  @Test func blocksOverlapAlike() throws {
    // The overlap column of a block is the first column of the next.
    let street = VectorTileBytes.layer(
      "transportation", kind: "secondary", isArea: false,
      [[(0, 100), (2000, 1900), (4096, 300)], [(7, 0), (4000, 4096)]])
    let painter = VectorGroundPainter(
      source: try Self.field(street), plane: Self.plane, look: .paper, colors: Self.colors)
    let block = Self.block(at: .zero, level: 5)
    let next = GroundBlock(level: 5, ix: block.ix + 1, iy: block.iy)
    let (one, two) = (Self.words(painter, block), Self.words(painter, next))
    for y in 0..<GroundBlock.texels {
      let (a, b) = (one[y * GroundBlock.texels + 256], two[y * GroundBlock.texels])
      for shift: UInt32 in [0, 8, 16] {
        #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 3)
      }
    }
    // The same question, the same bytes.
    #expect(one == Self.words(painter, block))
  }

  @Test func mapsFadeAtTheEndOfTheirArchive() throws {
    let area = VectorTileBytes.layer(
      "water", kind: "ocean", isArea: true, [[(-64, -64), (4160, -64), (4160, 4160), (-64, 4160)]])
    let source = try Self.field(area, radius: 1)
    let painter = VectorGroundPainter(source: source, plane: Self.plane, look: .midnight, colors: Self.colors)
    let center = TileID.containing(Self.plane.mercator(.zero), zoom: 14)
    let west = Self.plane.point(
      mercatorX: center.corner.x - center.extent, mercatorY: center.corner.y + center.extent / 2)
    let words = Self.words(painter, Self.block(at: west, level: 6))
    let row = words[(128 * GroundBlock.texels)..<(129 * GroundBlock.texels)]
    let blues = row.map { Int($0 & 255) }
    #expect(blues.min() == 0x20 && blues.max() == 255)
    #expect(zip(blues, blues.dropFirst()).allSatisfy { $0.0 <= $0.1 && $0.1 - $0.0 < 12 })
    // Far away nothing is painted at all.
    #expect(Set(Self.words(painter, Self.block(at: Vec2(50_000, 0), level: 6))) == [0xFF20_2020])
  }

  @Test func absurdTilesAreDrawnInBoundedTime() throws {
    let wild = VectorTileBytes.layer(
      "building", kind: "x", isArea: true,
      [
        [(-2_000_000_000, -2_000_000_000), (2_000_000_000, -1), (5, 2_000_000_000)],
        [(1, 1), (1, 1), (1, 1)],
      ])
    for level in [0, 5, 10, 15, 19] {
      let painter = VectorGroundPainter(
        source: try Self.field(wild), plane: Self.plane, look: .satelliteLike, colors: Self.colors)
      _ = Self.words(painter, Self.block(at: .zero, level: level))
    }
  }
}
