import Geometry
import Testing

@testable import Basemap

struct MapStackTests {
  static let style = MapStyle(look: .midnight, colors: GroundPainterTests.colors)
  static let monaco = LocalPlane(origin: GeoCoordinate(latitude: 43.738, longitude: 7.425))
  static let bounds = (low: Vec2(-3000, -3000), high: Vec2(3000, 3000))

  static func open(_ maps: [String], _ terrain: [String] = [], plane: LocalPlane = monaco) throws -> MapStack
  {
    try MapStack.open(
      maps: maps.map(SharedMaps.path), terrain: terrain.map(SharedMaps.path), style: style, plane: plane,
      bounds: bounds)
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func sourcesStack() throws {
    let stack = try Self.open(
      ["vector/monaco-omt.mbtiles", "raster/monaco-raster.mbtiles", "vector/sf-omt.pmtiles"],
      ["dem/N43E007.hgt.zip"])
    #expect(stack.painting is StackedGroundPainter)
    #expect(stack.heights != nil)
    #expect(stack.attribution.contains { $0.contains("OpenStreetMap") })
    #expect(stack.attribution.contains("SRTM NASA/USGS"))
    #expect(stack.warnings.count == 1 && stack.warnings[0].hasPrefix("sf-omt.pmtiles: covers nothing"))
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func wrongKindsAreRefused() {
    for (map, terrain) in [
      (["dem/monaco-terrarium.pmtiles"], []), ([], ["vector/monaco-omt.mbtiles"]), (["LOG.md"], []),
      (["none"], []),
      ([], ["LOG.md"]), (["dem/N43E007.hgt.zip"], []),
    ] as [([String], [String])] {
      #expect(throws: MapError.self) { try Self.open(map, terrain) }
    }
  }

  @Test func withoutSourcesThereIsNothing() throws {
    let stack = try Self.open([])
    #expect(stack.painting == nil && stack.heights == nil && stack.attribution.isEmpty)
    let pole = LocalPlane(origin: GeoCoordinate(latitude: 89, longitude: 0))
    #expect(try Self.open(["vector/monaco-omt.mbtiles"], plane: pole).warnings.count == 1)
  }
}
