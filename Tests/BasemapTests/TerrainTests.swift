import Geometry
import Testing

@testable import Basemap

struct TerrainTests {
  static func heights(_ terrain: [String], latitude: Double, longitude: Double, reach: Double = 6000) throws
    -> (MapStack, LocalPlane)
  {
    let plane = LocalPlane(origin: GeoCoordinate(latitude: latitude, longitude: longitude))
    let stack = try MapStack.open(
      maps: [], terrain: terrain.map { SharedMaps.path("dem/" + $0) },
      style: MapStyle(look: .midnight, colors: GroundPainterTests.colors),
      plane: plane, bounds: (Vec2(-reach, -reach), Vec2(reach, reach)))
    return (stack, plane)
  }

  /// Known places: casino, La Turbie, Mont Agel, Andorra la Vella.
  @Test(
    .enabled(if: SharedMaps.isPresent),
    arguments: [
      ("N43E007.hgt.zip", 43.7393, 7.4277, 54.0, 14.0), ("N43E007.hgt.zip", 43.7453, 7.4013, 479, 25),
      ("N43E007.hgt.zip", 43.7722, 7.4226, 1129, 40), ("N42E001.hgt.zip", 42.5078, 1.5211, 1037, 30),
      ("monaco-terrarium.pmtiles", 43.7722, 7.4226, 1129, 40),
      ("monaco-terrainrgb.mbtiles", 43.7722, 7.4226, 1129, 40),
      ("andorra-terrarium.pmtiles", 42.5078, 1.5211, 1037, 30),
      // The open sea south of Monaco.
      ("N43E007.hgt.zip", 43.70, 7.45, 0, 2),
    ])
  func knownPlaces(file: String, latitude: Double, longitude: Double, wanted: Double, tolerance: Double)
    throws
  {
    let (stack, _) = try Self.heights([file], latitude: latitude, longitude: longitude)
    let heights = try #require(stack.heights)
    #expect(abs(heights.height(at: .zero) - wanted) <= tolerance, "\(heights.height(at: .zero))")
    #expect(stack.warnings.isEmpty)
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func formatsAgree() throws {
    let (file, _) = try Self.heights(["N43E007.hgt.zip"], latitude: 43.76, longitude: 7.42)
    let (tiles, _) = try Self.heights(["monaco-terrarium.pmtiles"], latitude: 43.76, longitude: 7.42)
    let (one, two) = try (#require(file.heights), #require(tiles.heights))
    var sum = 0.0
    for x in stride(from: -3000.0, through: 3000, by: 300) {
      for y in stride(from: -3000.0, through: 3000, by: 300) {
        sum += abs(one.height(at: Vec2(x, y)) - two.height(at: Vec2(x, y)))
      }
    }
    #expect(sum / 441 < 6)
    #expect(file.attribution == ["SRTM NASA/USGS"])
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func heightsAreDefinedAndCalmEverywhere() throws {
    let (stack, _) = try Self.heights(["N43E007.hgt.zip"], latitude: 43.76, longitude: 7.02, reach: 9000)
    let heights = try #require(stack.heights)
    var last = heights.height(at: Vec2(-40_000, 100))
    for x in stride(from: -40_000.0, through: 40_000, by: 10) {
      let height = heights.height(at: Vec2(x, 100))
      // West of 7° there is no file: the ground goes on at the height of the edge, without a wall.
      #expect(height.isFinite && abs(height - last) < 20)
      last = height
    }
    #expect(heights.height(at: Vec2(.nan, .infinity)).isFinite)
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func terrainElsewhereIsAWarning() throws {
    for file in ["N43E007.hgt.zip", "monaco-terrarium.pmtiles"] {
      let (stack, _) = try Self.heights([file], latitude: 10, longitude: 10)
      #expect(stack.heights == nil && stack.warnings.count == 1)
    }
  }

  @Test func voidsAndSpikesGo() {
    var heights = [Float](repeating: 100, count: 20 * 15)
    for index in [0, 7, 8, 25, 26, 27, 28, 150] { heights[index] = .nan }
    heights[200] = 1500
    var raster = ElevationRaster(columns: 20, rows: 15, heights: heights)
    raster.removeSpikes(cell: 30)
    raster.fillVoids()
    #expect(raster.heights.allSatisfy { $0 == 100 })
    var empty = ElevationRaster(columns: 3, rows: 1, heights: [.nan, .nan, .nan])
    empty.fillVoids()
    #expect(empty.heights == [0, 0, 0])
  }

  @Test func heightFilesAreChecked() {
    #expect(HGTFile.corner("N43E007.hgt.zip")?.south == 43)
    #expect(HGTFile.corner("s01w078.hgt")?.west == -78)
    for name in ["N43.hgt", "X43E007.hgt", "N99E007.hgt", "NAAE007.hgt", ""] {
      #expect(HGTFile.corner(name) == nil)
    }
    #expect(throws: MapError.self) { try HGTFile([1, 2, 3], south: 0, west: 0, name: "x") }
  }
}
