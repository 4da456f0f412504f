import CRaster
import Geometry

extension HeightGrid {
  /// Another field on a grid around points in local metres, easing to the mean level towards the horizon.
  convenience init(sampling field: any HeightField, around points: [Vec2]) {
    let area = Area(around: points)
    let grid = area.grid(base: 0)
    let places = withUnsafePointer(to: grid) { grid in
      (
        x: (0..<area.columns).map { craster_column_x(grid, Int32($0)) },
        y: (0..<area.rows).map { craster_row_y(grid, Int32($0)) }
      )
    }
    var heights = [Float](repeating: 0, count: area.columns * area.rows)
    var sum = 0.0
    for (row, y) in places.y.enumerated() {
      for (column, x) in places.x.enumerated() {
        let height = field.height(at: Vec2(x, y))
        heights[row * area.columns + column] = Float(height.isFinite ? height : 0)
        sum += height.isFinite ? height : 0
      }
    }
    let base = sum / Double(heights.count)
    let east = places.x.map {
      Area.ease(beyond: abs($0 - area.center.x) - area.core.x, stretch: area.stretch)
    }
    let north = places.y.map {
      Area.ease(beyond: abs($0 - area.center.y) - area.core.y, stretch: area.stretch)
    }
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        let index = row * area.columns + column
        heights[index] = Float((Double(heights[index]) - base) * east[column] * north[row])
      }
    }
    self.init(area: area, base: base, heights: heights)
  }
}

extension HeightGrid.Area {
  /// 1 around the core, 0 at the horizon; metres.
  fileprivate static func ease(beyond: Double, stretch: Double) -> Double {
    1 - Easing.named(.sine, .inOut)((beyond / stretch - 2.5) / 6)
  }
}
