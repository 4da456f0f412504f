import Foundation
import Geometry
import Testing

@testable import Basemap

/// Every edge-case archive with what it must give.
@Suite(.enabled(if: SharedMaps.isPresent)) struct FixtureTests {
  /// What an archive of the fixtures holds.
  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    /// What the message says where it cannot be opened.
    var refusal: String?
    var content: TileContent = .raster
    var zooms: ClosedRange<Int> = 0...0
    /// Tiles with bytes, and those that can be decoded.
    var tiles = 0
    var good = 0
    /// Tiles that are there in name only.
    var absent: [String] = []
    var testDescription: String { file }
  }

  static let cases = [
    Case(file: "pmtiles/test_fixture_1.pmtiles", content: .vector, tiles: 1, good: 1),
    Case(file: "pmtiles/test_fixture_2.pmtiles", content: .vector, tiles: 1, good: 1),
    Case(file: "pmtiles/box1degree.pmtiles", content: .vector, tiles: 1, good: 1),
    // Its tiles are a few letters in place of vector tiles.
    Case(file: "pmtiles/leaf.pmtiles", content: .vector, zooms: 0...1, tiles: 5, good: 0),
    Case(file: "pmtiles/unclustered.pmtiles", content: .raster, zooms: 1...1, tiles: 2, good: 2),
    Case(file: "pmtiles/single_tile_brotli.pmtiles", content: .raster, zooms: 0...22, tiles: 1, good: 1),
    Case(file: "pmtiles/test_fixture_mlt.pmtiles", refusal: "holds MapLibre tiles (MLT)"),
    Case(file: "pmtiles/invalid.pmtiles", refusal: "is no map archive"),
    Case(file: "pmtiles/invalid_v4.pmtiles", refusal: "version 4; version 3 is needed"),
    Case(file: "pmtiles/empty.pmtiles", refusal: "is empty"),
    Case(file: "pmtiles/stamen_toner_z3_prerelease_head4k.pmtiles", refusal: "a draft of version 3"),
    Case(file: "mbtiles/corrupt.mbtiles", refusal: "is no readable SQLite database"),
    // 284 rows, of which one has no bytes.
    Case(
      file: "mbtiles/corrupt_null_tile.mbtiles", zooms: 0...4, tiles: 284, good: 284, absent: ["1/0/1"]),
    Case(file: "mbtiles/geography-class-webp.mbtiles", zooms: 0...1, tiles: 5, good: 5),
    Case(
      file: "mbtiles/some-empty-tiles.mbtiles", zooms: 1...2, tiles: 11, good: 11, absent: ["2/0/0", "2/3/3"]),
    // 65,536 bytes of 255 each.
    Case(file: "mbtiles/invalid-tile-format.mbtiles", content: .vector, zooms: 0...1, tiles: 2, good: 0),
    // Says zooms 0 to 14 and all of a city.
    Case(
      file: "mbtiles/jakartabuildings.mbtiles", content: .vector, zooms: 13...13, tiles: 1, good: 1,
      absent: ["13/6527/4241"]),
  ]

  @Test func noneIsForgotten() throws {
    for folder in ["pmtiles", "mbtiles"] {
      let files = try FileManager.default.contentsOfDirectory(atPath: SharedMaps.path("fixtures/" + folder))
      #expect(Set(files.map { "\(folder)/\($0)" }).isSubset(of: Set(Self.cases.map(\.file))), "\(files)")
    }
  }

  @Test(arguments: cases) func archive(_ item: Case) throws {
    let opened = SharedMaps.open("fixtures/" + item.file)
    if let refusal = item.refusal {
      guard case .failure(let error) = opened else {
        Issue.record("\(item.file) was opened")
        return
      }
      #expect(error.message.contains(refusal) && !error.message.contains("\n"), "\(error.message)")
      return
    }
    let source = try opened.get()
    #expect(source.info.content == item.content)
    #expect(source.info.minZoom...source.info.maxZoom == item.zooms)
    var (tiles, good) = (0, 0)
    for id in Self.places(source.info, upTo: 4) where try source.contains(id) {
      guard let bytes = try? source.tile(id) else {
        tiles += 1
        continue
      }
      tiles += 1
      if Self.isGood(bytes, item.content) { good += 1 }
    }
    #expect(tiles == item.tiles && good == item.good)
    for name in item.absent {
      let numbers = name.split(separator: "/").compactMap { Int($0) }
      let id = try #require(TileID(zoom: numbers[0], column: numbers[1], row: numbers[2]))
      #expect(try !source.contains(id) && source.tile(id) == nil)
    }
  }

  /// All places of the zooms that are small enough; around the one tile of the deep archive.
  private static func places(_ info: TileSourceInfo, upTo deepest: Int) -> [TileID] {
    if info.minZoom == 13 { return [TileID(zoom: 13, column: 6527, row: 8191 - 3951)].compactMap { $0 } }
    return (info.minZoom...min(info.maxZoom, deepest)).flatMap { zoom in
      (0..<(1 << zoom)).flatMap { column in
        (0..<(1 << zoom)).compactMap { TileID(zoom: zoom, column: column, row: $0) }
      }
    }
  }

  private static func center(of id: TileID) -> GeoCoordinate {
    let middle = id.corner + Vec2(id.extent, id.extent) * 0.5
    return GeoCoordinate(
      latitude: atan(sinh(.pi * (1 - 2 * middle.y))) * 180 / .pi, longitude: middle.x * 360 - 180)
  }

  private static func isGood(_ bytes: [UInt8], _ content: TileContent) -> Bool {
    guard content == .vector else { return (try? RasterTile(decoding: bytes, name: "")) != nil }
    guard let tile = try? VectorTileDecoder.decode(bytes, name: "", strict: true) else { return false }
    return !tile.layers.isEmpty
  }

  /// Painting what cannot be decoded leaves the ground as it was and counts each tile once.
  @Test func undecodableTilesAreCounted() throws {
    let source = try SharedMaps.open("fixtures/mbtiles/invalid-tile-format.mbtiles").get()
    let faults = TileFaults()
    // In the north-west of the world, where both tiles lie.
    let plane = LocalPlane(origin: GeoCoordinate(latitude: 30, longitude: -100))
    let painter = VectorGroundPainter(
      source: source, plane: plane, look: .paper, colors: GroundPainterTests.colors, faults: faults)
    for level in [17, 18, 19] {
      let words = GroundPainterTests.words(painter, GroundPainterTests.block(at: .zero, level: level))
      #expect(Set(words) == [0xFF20_2020])
    }
    #expect(faults.warnings.count == 1)
    #expect(faults.warnings.first?.contains("2 tiles cannot be read (0/0/0: ") == true, "\(faults.warnings)")
  }

  /// One tile, deep: it is drawn where it lies, fades at its edges, and shows nothing elsewhere.
  @Test func aSingleTileIsDrawnWhereItLies() throws {
    let source = try SharedMaps.open("fixtures/mbtiles/jakartabuildings.mbtiles").get()
    let id = try #require(TileID(zoom: 13, column: 6527, row: 8191 - 3951))
    let plane = LocalPlane(origin: Self.center(of: id))
    let painter = VectorGroundPainter(
      source: source, plane: plane, look: .paper, colors: GroundPainterTests.colors)
    let words = GroundPainterTests.words(painter, GroundPainterTests.block(at: .zero, level: 5))
    #expect(Set(words).count > 20, "buildings")
    let away = GroundPainterTests.words(painter, GroundPainterTests.block(at: Vec2(9000, 0), level: 5))
    #expect(Set(away) == [0xFF20_2020])
  }

  /// Roads, land and water of a Shortbread tile are where its layers have them, in their colours.
  @Test func shortbreadIsDrawn() throws {
    let bytes = SharedMaps.bytes("fixtures/mvt/shortbread-tile.pbf")
    let tile = try VectorTileDecoder.decode(bytes, name: "shortbread", strict: true)
    let names = Set(tile.layers.map(\.name))
    #expect(names.isSuperset(of: ["streets", "street_polygons", "land", "water_polygons", "buildings"]))
    let drawable = DrawableTile(tile)
    func count(_ match: (MapClass) -> Bool) -> Int { drawable.items.filter { match($0.mapClass) }.count }
    #expect(count { $0.isStreet } > 20 && count { $0 == .water } > 0 && count { $0 == .building } > 20)
    #expect(count { $0.isArea && $0 < .water } > 5)
    #expect(count { $0 == .unknownArea || $0 == .unknownLine } == 0)
    let id = try #require(TileID(zoom: 14, column: 8529, row: 5974))
    let plane = LocalPlane(origin: Self.center(of: id))
    let painter = VectorGroundPainter(
      source: MemoryTiles(tiles: [id: bytes]), plane: plane, look: .paper, colors: GroundPainterTests.colors)
    // The whole tile at once.
    let blocks = (-4..<4).flatMap { x in (-4..<4).map { GroundBlock(level: 6, ix: x, iy: $0) } }
    let words = blocks.flatMap { GroundPainterTests.words(painter, $0) }
    func pixels(_ color: UInt32) -> Int { words.filter { $0 == color }.count }
    // Ponds in parks.
    #expect(pixels(0xFF00_00FF) > 30, "water")
    #expect(pixels(0xFF80_8080) > 500, "buildings")
    #expect(words.filter { $0 & 0xC0C0C0 == 0xC0C0C0 }.count > 5000, "streets")
    #expect(words.filter { $0 >> 8 & 255 > $0 >> 16 & 255 && $0 >> 8 & 255 > $0 & 255 }.count > 500, "land")
  }
}
