import Testing

@testable import Basemap

struct ArchiveTests {
  @Test(
    .enabled(if: SharedMaps.isPresent),
    arguments: [
      ("invalid.pmtiles", "is no map archive"), ("invalid_v4.pmtiles", "version 4"),
      ("empty.pmtiles", "is empty"),
      ("test_fixture_mlt.pmtiles", "MLT"),
      ("stamen_toner_z3_prerelease_head4k.pmtiles", "draft of version 3"),
    ])
  func archivesThatCannotBeReadSayWhy(file: String, reason: String) {
    guard case .failure(let error) = SharedMaps.open("fixtures/pmtiles/" + file) else {
      Issue.record("\(file) was opened")
      return
    }
    #expect(error.message.contains(reason), "\(error.message)")
  }

  @Test(
    .enabled(if: SharedMaps.isPresent),
    arguments: [
      "test_fixture_1", "test_fixture_2", "leaf", "unclustered", "single_tile_brotli", "box1degree",
    ])
  func goodArchivesGiveEachTileTheyList(file: String) throws {
    let source = try SharedMaps.open("fixtures/pmtiles/\(file).pmtiles").get()
    var found = 0
    for zoom in source.info.minZoom...min(source.info.maxZoom, 7) {
      for column in 0..<(1 << zoom) {
        for row in 0..<(1 << zoom) {
          let tile = try source.tile(#require(TileID(zoom: zoom, column: column, row: row)))
          if let tile { found += tile.isEmpty ? 0 : 1 }
        }
      }
    }
    #expect(found > 0)
  }

  @Test(
    .enabled(if: SharedMaps.isPresent),
    arguments: [
      ("vector/firenze-vector.pmtiles", 14, 8704, 5972, TileContent.vector),
      ("vector/paris-omt.pmtiles", 14, 8298, 5634, .vector),
      ("vector/monaco-omt.mbtiles", 14, 8529, 5974, .vector),
      ("raster/mtwhitney.pmtiles", 14, 2808, 6401, .raster),
      ("raster/monaco-raster.mbtiles", 14, 8529, 5974, .raster),
      ("dem/monaco-terrarium.pmtiles", 12, 2132, 1493, .elevation(.terrarium)),
      ("dem/monaco-terrainrgb.mbtiles", 12, 2132, 1493, .elevation(.terrainRGB)),
    ])
  func realArchives(file: String, zoom: Int, column: Int, row: Int, content: TileContent) throws {
    let source = try SharedMaps.open(file).get()
    #expect(source.info.content == content)
    let id = try #require(TileID(zoom: zoom, column: column, row: row))
    let bytes = try #require(try source.tile(id))
    if content == .vector {
      let tile = try VectorTileDecoder.decode(bytes, name: file, strict: true)
      #expect(tile.layers.reduce(0) { $0 + $1.features.count } > 50)
    } else {
      let tile = try RasterTile(decoding: bytes, name: file)
      #expect(tile.width == tile.height && [256, 512].contains(tile.width))
    }
    // Far away there is nothing, and no neighbour stands in.
    #expect(try source.tile(#require(TileID(zoom: zoom, column: 0, row: 0))) == nil)
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func parentsStandIn() throws {
    let source = try SharedMaps.open("vector/monaco-omt.mbtiles").get()
    let deep = try #require(TileID(zoom: 17, column: 8529 * 8 + 3, row: 5974 * 8))
    #expect(try source.tileOrAncestor(deep)?.id.description == "14/8529/5974")
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func databasesThatLieOrAreBroken() throws {
    // Says zooms 0 to 14 and holds one tile of zoom 13.
    #expect(try SharedMaps.open("fixtures/mbtiles/jakartabuildings.mbtiles").get().info.minZoom == 13)
    // `tiles` is a view.
    let view = try SharedMaps.open("fixtures/mbtiles/geography-class-webp.mbtiles").get()
    #expect(view.info.content == .raster)
    #expect(try view.tile(#require(TileID(zoom: 0, column: 0, row: 0))) != nil)
    // Errors or nothing, never a crash.
    for file in ["corrupt", "corrupt_null_tile", "some-empty-tiles", "invalid-tile-format"] {
      guard case .success(let source) = SharedMaps.open("fixtures/mbtiles/\(file).mbtiles") else { continue }
      for zoom in 0...3 {
        for column in 0..<(1 << zoom) {
          for row in 0..<(1 << zoom) {
            guard let id = TileID(zoom: zoom, column: column, row: row) else { continue }
            if let bytes = try? source.tile(id) { _ = try? RasterTile(decoding: bytes, name: file) }
          }
        }
      }
    }
  }

  @Test func attributionIsPlainText() {
    #expect(
      AttributionText.plain("<a href=\"https://x\">&copy; OpenStreetMap</a> &amp; <b>friends</b>")
        == "© OpenStreetMap & friends")
    #expect(AttributionText.merged(["© A", "© A | © B", "", "© C", "© C"]) == ["© A | © B", "© C"])
  }
}
