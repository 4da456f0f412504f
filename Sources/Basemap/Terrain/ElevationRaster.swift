/// Heights on a regular grid, rows from the north; NaN where nothing was measured.
struct ElevationRaster: Sendable {
  let columns: Int
  let rows: Int
  var heights: [Float]

  init(columns: Int, rows: Int, heights: [Float]) {
    precondition(heights.count == columns * rows)
    self.columns = columns
    self.rows = rows
    self.heights = heights
  }

  /// Heights coded in a picture; transparent pixels and heights that do not exist on earth are voids.
  init(_ tile: RasterTile, _ code: ElevationCode) {
    let heights = tile.words.map { word -> Float in
      let (red, green, blue) = (Float(word >> 16 & 255), Float(word >> 8 & 255), Float(word & 255))
      let height: Float
      switch code {
      case .terrarium: height = red * 256 + green + blue / 256 - 32768
      case .terrainRGB: height = (red * 65536 + green * 256 + blue) * 0.1 - 10000
      }
      return word >> 24 == 0 || height < -11_100 || height > 9_000 ? .nan : height
    }
    self.init(columns: tile.width, rows: tile.height, heights: heights)
  }

  /// Share of cells that hold a height.
  var completeness: Double {
    Double(heights.reduce(0) { $0 + ($1.isNaN ? 0 : 1) }) / Double(max(1, heights.count))
  }

  /// Fills voids from their surroundings: means of ever coarser grids, from the coarsest down (pull and push). Without any
  /// height everything becomes 0.
  mutating func fillVoids() {
    guard heights.contains(where: \.isNaN) else { return }
    ElevationRaster.fill(&heights, columns, rows)
  }

  private static func fill(_ heights: inout [Float], _ columns: Int, _ rows: Int) {
    if columns <= 1 && rows <= 1 {
      for index in heights.indices where heights[index].isNaN { heights[index] = 0 }
      return
    }
    let (halfColumns, halfRows) = ((columns + 1) / 2, (rows + 1) / 2)
    var coarse = [Float](repeating: .nan, count: halfColumns * halfRows)
    for row in 0..<halfRows {
      for column in 0..<halfColumns {
        var (sum, count): (Float, Float) = (0, 0)
        for y in (2 * row)..<min(2 * row + 2, rows) {
          for x in (2 * column)..<min(2 * column + 2, columns) where !heights[y * columns + x].isNaN {
            sum += heights[y * columns + x]
            count += 1
          }
        }
        if count > 0 { coarse[row * halfColumns + column] = sum / count }
      }
    }
    if coarse.contains(where: \.isNaN) { fill(&coarse, halfColumns, halfRows) }
    for y in 0..<rows {
      for x in 0..<columns where heights[y * columns + x].isNaN {
        let (fx, fy) = ((Float(x) - 0.5) / 2, (Float(y) - 0.5) / 2)
        let (column, row) = (max(0, Int(fx.rounded(.down))), max(0, Int(fy.rounded(.down))))
        let (right, below) = (min(column + 1, halfColumns - 1), min(row + 1, halfRows - 1))
        let (sx, sy) = (min(max(fx - Float(column), 0), 1), min(max(fy - Float(row), 0), 1))
        let upper = coarse[row * halfColumns + column] * (1 - sx) + coarse[row * halfColumns + right] * sx
        let lower = coarse[below * halfColumns + column] * (1 - sx) + coarse[below * halfColumns + right] * sx
        heights[y * columns + x] = upper * (1 - sy) + lower * sy
      }
    }
  }
}
