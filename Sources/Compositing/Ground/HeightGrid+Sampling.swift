import Geometry

extension HeightGrid {
  /// Another field on a grid around points in local metres, easing to the mean level at the grid's border.
  convenience init(sampling field: any HeightField, around points: [Vec2]) {
    let area = Area(around: points)
    var heights = [Float](repeating: 0, count: area.columns * area.rows)
    var sum = 0.0
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        let point = area.origin + Vec2(Double(column), Double(row)) * area.cell
        let height = field.height(at: point)
        heights[row * area.columns + column] = Float(height.isFinite ? height : 0)
        sum += height.isFinite ? height : 0
      }
    }
    let base = sum / Double(heights.count)
    let ease = Easing.named(.sine, .inOut)
    for row in 0..<area.rows {
      let south = Double(min(row, area.rows - 1 - row)) / Double(area.rows - 1)
      for column in 0..<area.columns {
        let west = Double(min(column, area.columns - 1 - column)) / Double(area.columns - 1)
        let edge = min(max((min(south, west) - 0.02) / 0.15, 0), 1)
        let index = row * area.columns + column
        heights[index] = Float((Double(heights[index]) - base) * ease(edge))
      }
    }
    self.init(area: area, base: base, heights: heights)
  }
}
