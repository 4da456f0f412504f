import Geometry
import Pixels
import Testing

@testable import Basemap

struct RasterPainterTests {
  @Test func resamplingKeepsLevelsAndLinesUp() {
    // A constant stays, a ramp stays a ramp, at any scale.
    for step in [0.25, 0.7, 1, 1.6, 2.4] {
      let count = Int(40 / step)
      let across = Resampling(count: count, origin: 5, step: step)
      let down = Resampling(count: 1, origin: 0.5, step: 1)
      let words = (0..<60).map { UInt32(0xFF00_0000) | UInt32($0 * 4) }
      let result = Resampling.apply(words, width: 60, height: 1, across: across, down: down)
      for index in 4..<(count - 4) {
        let wanted = (5 + (Double(index) + 0.5) * step - 0.5) * 4
        #expect(abs(Double(result[index].w) - wanted) < 0.6, "step \(step), pixel \(index)")
        #expect(abs(result[index].x - 255) < 0.01)
      }
    }
  }

  @Test(.enabled(if: SharedMaps.isPresent), arguments: [3, 5, 7]) func blocksOverlapAlike(level: Int) throws {
    let plane = LocalPlane(origin: GeoCoordinate(latitude: 36.578, longitude: -118.292))
    let source = try SharedMaps.open("raster/mtwhitney.pmtiles").get()
    let painter = RasterGroundPainter(source: source, plane: plane)
    let block = GroundPainterTests.block(at: Vec2(10, -10), level: level)
    let one = GroundPainterTests.words(painter, block)
    let two = GroundPainterTests.words(painter, GroundBlock(level: level, ix: block.ix + 1, iy: block.iy))
    #expect(Set(one).count > 20)
    for y in 0..<GroundBlock.texels {
      let (a, b) = (one[y * GroundBlock.texels + 256], two[y * GroundBlock.texels])
      for shift: UInt32 in [0, 8, 16, 24] { #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 1) }
    }
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func picturesAreToned() throws {
    let plane = LocalPlane(origin: GeoCoordinate(latitude: 36.578, longitude: -118.292))
    let source = try SharedMaps.open("raster/mtwhitney.pmtiles").get()
    let painter = RasterGroundPainter(
      source: source, plane: plane, tone: RasterGroundPainter.Tone(saturation: 0, brightness: 0.5))
    let words = GroundPainterTests.words(painter, GroundPainterTests.block(at: Vec2(10, -10), level: 6))
    #expect(
      words.allSatisfy { $0 >> 24 == 255 && $0 & 255 <= 128 && abs(Int($0 & 255) - Int($0 >> 16 & 255)) <= 1 }
    )
  }
}
