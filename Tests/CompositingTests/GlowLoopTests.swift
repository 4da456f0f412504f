import CRaster
import Testing

/// The C loops against plain Swift, on pseudo-random masks and pictures.
struct GlowLoopTests {
  static func random(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Mostly empty, as a mask of a line is.
      return state >> 60 < 12 ? 0 : UInt8(truncatingIfNeeded: state >> 40)
    }
  }

  static func blurred(_ mask: [UInt8], width: Int, height: Int, half: Int) -> [UInt8] {
    var values = mask.map(Int.init)
    let size = 2 * half + 1
    func pass(_ start: Int, _ step: Int, _ count: Int) {
      let line = (0..<count).map { values[start + $0 * step] }
      for index in 0..<count {
        let sum = (max(0, index - half)...min(count - 1, index + half)).reduce(0) { $0 + line[$1] }
        values[start + index * step] = min(255, (sum * ((65_536 + size / 2) / size) + 32_768) >> 16)
      }
    }
    for _ in 0..<2 {
      for y in 0..<height { pass(y * width, 1, width) }
      for x in 0..<width { pass(x, width, height) }
    }
    return values.map { UInt8($0) }
  }

  @Test(arguments: [(37, 21, 1), (40, 53, 3), (9, 7, 12)])
  func blurIsARunningMean(width: Int, height: Int, half: Int) {
    var mask = Self.random(width * height, seed: UInt64(width * height))
    let expected = Self.blurred(mask, width: width, height: height, half: half)
    var scratch = [UInt8](repeating: 0, count: max(width, height))
    craster_blur(&mask, Int32(width), Int32(height), Int32(half), &scratch)
    #expect(mask == expected)
  }

  @Test func glowAddsOrMultipliesAndLeavesTheRestAlone() {
    let maskWidth = 12
    let maskHeight = 9
    let width = 43
    let height = 31
    let inner = Self.random(maskWidth * maskHeight, seed: 5)
    let outer = inner.map { $0 / 2 }
    for adds in [true, false] {
      let style = craster_glow_style(
        red: 255, green: 90, blue: 54, inner_weight: 150, outer_weight: 90, adds: adds ? 1 : 0)
      var pixels = [UInt32](repeating: 0xff30_4050, count: width * height)
      craster_glow(
        &pixels, Int32(width), Int32(height), Int32(width), inner, outer, Int32(maskWidth), Int32(maskHeight),
        style)
      for y in 0..<height {
        for x in 0..<width {
          let word = pixels[y * width + x]
          func at(_ dx: Int, _ dy: Int) -> Double {
            let index = (y / 4 + dy) * maskWidth + x / 4 + dx
            return min(65_280, Double(inner[index]) * 150 + Double(outer[index]) * 90) / 256
          }
          let fx = Double(x % 4) / 4
          let fy = Double(y % 4) / 4
          let top = at(0, 0) * (1 - fx) + at(1, 0) * fx
          let bottom = at(0, 1) * (1 - fx) + at(1, 1) * fx
          let amount = top * (1 - fy) + bottom * fy
          let base = 0x30
          let red = Int(word >> 16 & 255)
          let expected = adds ? min(255, Double(base) + amount) : Double(base)
          #expect(abs(Double(red) - expected) <= 1.5)
          let blue = Int(word & 255)
          let lit = adds ? 0x50 + 54 * amount / 255 : 0x50 * (1 - amount * (255 - 54) / 65_025)
          #expect(abs(Double(blue) - min(255, lit)) <= 1.5)
          #expect(word >> 24 == 255)
        }
      }
    }
  }
}
