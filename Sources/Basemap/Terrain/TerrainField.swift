import Geometry

/// Measured heights over a rectangle of the local plane: put together from all sources, without voids and spikes,
/// interpolated by a uniform cubic B-spline, which is smooth and calms the steps of whole metres. Beyond the rectangle the
/// height of its edge goes on.
package struct TerrainField: HeightField {
  /// Most samples along a side.
  private static let maxSide = 1400

  private let raster: ElevationRaster
  private let low: Vec2
  private let cell: Double
  /// Lowest and highest height in metres.
  package let range: ClosedRange<Double>

  /// Heights of the first source that has one at each place; nil where none has any within the rectangle.
  init?(_ samplers: [any ElevationSampler], low: Vec2, high: Vec2) {
    guard let finest = samplers.map(\.spacing).min(), high.x > low.x, high.y > low.y else { return nil }
    let extent = max(high.x - low.x, high.y - low.y)
    cell = max(finest, 5, extent / Double(TerrainField.maxSide))
    let columns = Int(((high.x - low.x) / cell).rounded(.up)) + 1
    let rows = Int(((high.y - low.y) / cell).rounded(.up)) + 1
    self.low = low
    var heights: [Float] = []
    heights.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        // Rows from the north.
        let point = Vec2(low.x + Double(column) * cell, low.y + Double(rows - 1 - row) * cell)
        var height = Float.nan
        for sampler in samplers where height.isNaN { height = sampler.height(at: point) }
        heights.append(height)
      }
    }
    guard heights.contains(where: { !$0.isNaN }) else { return nil }
    var made = ElevationRaster(columns: columns, rows: rows, heights: heights)
    made.removeSpikes(cell: Float(cell))
    made.fillVoids()
    raster = made
    range = Double(made.heights.min() ?? 0)...Double(made.heights.max() ?? 0)
  }

  package func height(at point: Vec2) -> Double {
    let limit = Vec2(Double(raster.columns - 1), Double(raster.rows - 1))
    guard point.x.isFinite, point.y.isFinite else { return range.lowerBound }
    let x = min(max((point.x - low.x) / cell, 0), limit.x)
    let y = min(max(limit.y - (point.y - low.y) / cell, 0), limit.y)
    let (column, row) = (Int(x), Int(y))
    let across = TerrainField.weights(x - Double(column))
    let down = TerrainField.weights(y - Double(row))
    var sum = 0.0
    for dy in 0..<4 {
      let line = min(max(row + dy - 1, 0), raster.rows - 1) * raster.columns
      var part = 0.0
      for dx in 0..<4 {
        let index = min(max(column + dx - 1, 0), raster.columns - 1)
        part += Double(raster.heights[line + index]) * across[dx]
      }
      sum += part * down[dy]
    }
    return sum
  }

  private static func weights(_ t: Double) -> SIMD4<Double> {
    let u = 1 - t
    return SIMD4(
      u * u * u, 3 * t * t * t - 6 * t * t + 4, 3 * u * u * u - 6 * u * u + 4, t * t * t) / 6
  }
}

extension ElevationRaster {
  /// Opens single samples that stand out from all their neighbours by more than a cliff could: measuring faults.
  mutating func removeSpikes(cell: Float) {
    let limit = max(60, 1.6 * cell)
    let before = heights
    for row in 0..<rows {
      for column in 0..<columns {
        let height = before[row * columns + column]
        if height.isNaN { continue }
        var (lowest, highest) = (Float.infinity, -Float.infinity)
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) where x != column || y != row {
            let other = before[y * columns + x]
            if other.isNaN { continue }
            lowest = min(lowest, other)
            highest = max(highest, other)
          }
        }
        if lowest <= highest, height > highest + limit || height < lowest - limit {
          heights[row * columns + column] = .nan
        }
      }
    }
  }
}
