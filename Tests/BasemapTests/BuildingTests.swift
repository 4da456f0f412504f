import Geometry
import Testing

@testable import Basemap

struct BuildingTests {
  static let plane = GroundPainterTests.plane

  static func around(_ source: any BuildingSource, radius: Int) -> [BuildingFootprint] {
    (-radius...radius).flatMap { x in
      (-radius...radius).flatMap { y in source.buildings(in: BuildingCell(ix: x, iy: y)) }
    }
  }

  @Test func aBuildingAcrossABorderIsWholeAndHasNoWallInside() throws {
    // 100 units to each side of the eastern border of the middle tile, and its other half in the neighbour.
    let center = TileID.containing(Self.plane.mercator(.zero), zoom: 14)
    let east = try #require(TileID(zoom: 14, column: center.column + 1, row: center.row))
    let tiles = MemoryTiles(tiles: [
      center: VectorTileBytes.layer(
        "building", kind: "x", isArea: true, [[(3996, 100), (4160, 100), (4160, 300), (3996, 300)]]),
      east: VectorTileBytes.layer(
        "building", kind: "x", isArea: true, [[(-64, 100), (100, 100), (100, 300), (-64, 300)]]),
    ])
    let found = Self.around(VectorBuildings(source: tiles, plane: Self.plane), radius: 10)
    #expect(found.count == 2)
    let unit = Self.plane.mercatorSide / 16384 / 4096
    for building in found {
      let box = try #require(Rect(bounding: building.rings[0]))
      #expect(abs(box.width - 100 * unit) < 0.01 && abs(box.height - 200 * unit) < 0.01)
      #expect(building.walls.count == 1 && building.walls[0].filter { !$0 }.count == 1)
      #expect(building.height > 5)
    }
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func realHeights() throws {
    let plane = LocalPlane(origin: GeoCoordinate(latitude: 37.7952, longitude: -122.4028))
    let source = try SharedMaps.open("vector/sf-omt.pmtiles").get()
    let buildings = Self.around(VectorBuildings(source: source, plane: plane), radius: 4)
    #expect(buildings.count > 1000)
    // The Transamerica Pyramid and its neighbours.
    #expect(buildings.map(\.height).max() ?? 0 > 180)
    #expect(Set(buildings.map { BuildingCell(containing: $0.rings[0][0]) }).count > 20)
    // A cell alone gives what it gives among others.
    let cell = BuildingCell(ix: 1, iy: -1)
    let alone = VectorBuildings(source: source, plane: plane).buildings(in: cell)
    #expect(alone == buildings.filter { BuildingCell(containing: $0.rings[0][0]) == cell })
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func heightsInStringsAndNone() throws {
    let plane = LocalPlane(origin: GeoCoordinate(latitude: 43.7685, longitude: 11.2531))
    let source = try SharedMaps.open("vector/firenze-vector.pmtiles").get()
    let heights = Self.around(VectorBuildings(source: source, plane: plane), radius: 3).map(\.height)
    #expect(heights.count > 500 && heights.allSatisfy { $0 > 0.5 && $0 < 200 })
    #expect(Set(heights).count > 100)
  }
}
