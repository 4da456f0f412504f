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
