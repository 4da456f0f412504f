import Geometry
import Testing

@testable import Basemap

struct TileIDTests {
  @Test(
    arguments: [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
      (12, 3423, 1763, 19_078_479),
    ] as [(Int, Int, Int, UInt64)])
  func hilbertIndicesFollowTheSpecification(zoom: Int, column: Int, row: Int, wanted: UInt64) throws {
    #expect(try #require(TileID(zoom: zoom, column: column, row: row)).hilbertIndex == wanted)
  }

  @Test func hilbertIndicesOfAZoomAreAPath() throws {
    // Every index once, neighbours in the order lie side by side.
    var byIndex: [UInt64: TileID] = [:]
    for column in 0..<32 {
      for row in 0..<32 {
        let tile = try #require(TileID(zoom: 5, column: column, row: row))
        byIndex[tile.hilbertIndex] = tile
      }
    }
    let order = byIndex.keys.sorted()
    #expect(order.count == 1024 && order.first == 341 && order.last == 341 + 1023)
    for (a, b) in zip(order, order.dropFirst()) {
      let (one, two) = try (#require(byIndex[a]), #require(byIndex[b]))
      #expect(abs(one.column - two.column) + abs(one.row - two.row) == 1)
    }
  }

  /// Worked examples of others: EPSG's guidance note 7-2 for its method 1024, and tiles that every server knows.
  @Test func knownPlacesLieWhereTheyMust() throws {
    let example = GeoCoordinate(latitude: 24 + 22 / 60.0 + 54.433 / 3600, longitude: -(100 + 20 / 60.0))
    let world = 2 * Double.pi * 6_378_137
    for origin in [GeoCoordinate(latitude: 0, longitude: 0), GeoCoordinate(latitude: 43, longitude: -99)] {
      let plane = LocalPlane(origin: origin)
      let place = plane.mercator(plane.point(example))
      #expect(abs((place.x - 0.5) * world - -11_169_055.58) < 0.01)
      #expect(abs((0.5 - place.y) * world - 2_800_000.00) < 0.02)
    }
    for (latitude, longitude, zoom, wanted) in [
      (51.5074, -0.1278, 10, "10/511/340"), (40.7128, -74.0060, 12, "12/1205/1540"),
      (43.7393, 7.4278, 14, "14/8530/5974"), (-33.8568, 151.2153, 15, "15/30147/19662"),
      (85.0511, -180, 3, "3/0/0"), (-85.0511, 179.9999, 3, "3/7/7"),
    ] {
      let place = GeoCoordinate(latitude: latitude, longitude: longitude)
      let plane = LocalPlane(origin: GeoCoordinate(latitude: latitude / 2, longitude: longitude))
      #expect(TileID.containing(plane.mercator(plane.point(place)), zoom: zoom).description == wanted)
    }
  }

  @Test func tilesOutsideThePyramidDoNotExist() {
    #expect(TileID(zoom: 3, column: 8, row: 0) == nil)
    #expect(TileID(zoom: -1, column: 0, row: 0) == nil)
    #expect(TileID(zoom: 31, column: 0, row: 0) == nil)
    #expect(TileID(zoom: 3, column: 0, row: -1) == nil)
  }

  @Test func ancestorsAndPositions() throws {
    let tile = try #require(TileID(zoom: 14, column: 8529, row: 5975))
    #expect(tile.ancestor(atZoom: 10).description == "10/533/373")
    #expect(tile.ancestor(atZoom: 16) == tile)
    #expect(tile.rowFromSouth == 16383 - 5975)
    #expect(TileID.containing(tile.corner + Vec2(tile.extent, tile.extent) * 0.5, zoom: 14) == tile)
    #expect(TileID.containing(Vec2(1.25, 2), zoom: 2).description == "2/1/3")
    #expect(TileID.containing(Vec2(-0.25, .nan), zoom: 2).description == "2/3/0")
  }
}
