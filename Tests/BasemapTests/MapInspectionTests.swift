import Foundation
import Geometry
import Testing

@testable import Basemap

/// What `compose map inspect` says of archives.
@Suite struct MapInspectionTests {
  @Test func schemasAreToldByTheirLayers() {
    let cases: [(Set<String>, String?)] = [
      (["water", "transportation", "building"], "OpenMapTiles"), (["earth", "roads", "pois"], "Protomaps 4"),
      (["earth", "roads", "physical_line", "mask"], "Protomaps 2"), (["streets", "sites"], "Shortbread"),
      (["road", "place_label"], "Mapbox Streets"), (["hills"], nil), ([], nil),
    ]
    for (layers, schema) in cases { #expect(MapInspection.schema(layers) == schema) }
  }

  /// A folder with a tile of zoom 3 in the north-east and one of zoom 5 within it.
  @Test func coverageIsCountedAlongTheWay() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inspect-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (place, bytes) in [("3/4/3", 10), ("5/16/15", 30)] {
      let file = folder.appendingPathComponent(place + ".png")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(count: bytes).write(to: file)
    }
    // One place in the small tile, one in the large one, two outside.
    let way = [(5.0, 5.0), (35.0, 30.0), (-10.0, 5.0), (10.0, -20.0)].map {
      GeoCoordinate(latitude: $0.0, longitude: $0.1)
    }
    let map = try MapInspection(folder.path, way: way, configuration: MapConfiguration())
    #expect(map.format == "folder" && map.content == "raster" && map.zooms == 3...5)
    #expect(map.tiles == 2 && map.bytes == 40 && map.attribution.isEmpty)
    #expect(map.coverage == .init(share: 0.5, zoom: 5, zoomShare: 0.25))
    let outside = try MapInspection(folder.path, way: [way[2]], configuration: MapConfiguration())
    #expect(outside.coverage == .init(share: 0, zoom: nil, zoomShare: 0))
    #expect(try MapInspection(folder.path, way: [], configuration: MapConfiguration()).coverage == nil)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    var holds: String
    var schema: String?
    var tiles: Int?
    var place: (Double, Double)
    var zoom: Int?
    var testDescription: String { file }
  }
  static let cases = [
    Case(
      file: "vector/firenze-vector.pmtiles", holds: "vector", schema: "Protomaps 2", tiles: 108,
      place: (43.77, 11.25), zoom: 14),
    Case(
      file: "vector/monaco-omt.mbtiles", holds: "vector", schema: "OpenMapTiles", tiles: 32,
      place: (43.735, 7.42), zoom: 14),
    Case(file: "raster/mtwhitney.pmtiles", holds: "raster", tiles: 50, place: (36.5785, -118.2923), zoom: 15),
    Case(file: "dem/monaco-terrarium.pmtiles", holds: "heights", tiles: 17, place: (43.735, 7.42), zoom: 12),
    Case(file: "dem/N43E007.hgt.zip", holds: "heights", place: (43.735, 7.42)),
    // Metadata that lies about everything, and a view in place of a table.
    Case(
      file: "fixtures/mbtiles/jakartabuildings.mbtiles", holds: "vector", tiles: 1, place: (51, 0), zoom: nil),
    Case(
      file: "fixtures/mbtiles/geography-class-webp.mbtiles", holds: "raster", tiles: 5, place: (43, 7),
      zoom: 1),
  ]

  @Test(.enabled(if: SharedMaps.isPresent), arguments: cases) func realArchives(_ item: Case) throws {
    let place = GeoCoordinate(latitude: item.place.0, longitude: item.place.1)
    let map = try MapInspection(
      SharedMaps.path(item.file), way: [place], configuration: MapConfiguration())
    #expect(map.content == item.holds && map.schema == item.schema && map.tiles == item.tiles)
    #expect(map.coverage?.zoom == item.zoom)
    let isInside = item.zoom != nil || item.file.hasSuffix("hgt.zip")
    #expect(map.coverage?.share == (isInside ? 1 : 0))
    #expect((map.bytes ?? 0) > 10_000)
  }
}
