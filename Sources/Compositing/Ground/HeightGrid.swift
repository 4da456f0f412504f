import CRaster
import Geometry

/// Heights kept as control points of a uniform cubic B-spline: the same surface for the picture, the route and the
/// camera. Beyond the grid the plane is level.
package final class HeightGrid: HeightField {
  /// Columns (east) and rows (north) of control points.
  package let columns: Int
  package let rows: Int
  /// Local metres of the first control point and metres from one to the next.
  package let origin: Vec2
  package let cell: Double
  /// Metres; the level beyond the grid.
  package let base: Double
  /// Root of the mean squared slope.
  package let roughness: Double
  /// Metres above `base`, row by row from the south.
  let heights: [Float]
  private let extremes: (lowest: Double, highest: Double, steepest: Double)

  /// A grid from control points in metres above `base`; its border must be level.
  init(area: Area, base: Double, heights: [Float]) {
    columns = area.columns
    rows = area.rows
    origin = area.origin
    cell = area.cell
    self.base = base
    self.heights = heights
    var grid = area.grid(base: base)
    roughness = heights.withUnsafeBufferPointer { memory in
      grid.heights = memory.baseAddress
      return craster_height_extremes(&grid)
    }
    extremes = (grid.lowest, grid.highest, grid.steepest)
  }

  /// Metres from the lowest to the highest place.
  package var range: Double { extremes.highest - extremes.lowest }

  package func height(at point: Vec2) -> Double {
    withGrid(shades: nil) { base + craster_height_at($0, point.x, point.y) }
  }

  /// The grid as the loops read it, with shades of the same size where there are any.
  func withGrid<R>(shades: [Float]?, _ body: (UnsafePointer<craster_height_grid>) -> R) -> R {
    var grid = Area(origin: origin, cell: cell, columns: columns, rows: rows).grid(base: base)
    grid.lowest = extremes.lowest
    grid.highest = extremes.highest
    grid.steepest = extremes.steepest
    return heights.withUnsafeBufferPointer { memory in
      grid.heights = memory.baseAddress
      guard let shades else { return withUnsafePointer(to: grid, body) }
      return shades.withUnsafeBufferPointer { light in
        grid.shades = light.baseAddress
        return withUnsafePointer(to: grid, body)
      }
    }
  }

  /// Light of the ground less that of a level plain, one value a control point; see `craster_relief_shade`.
  func shades(gain: Double, ambient: Double, hollow: Double) -> [Float]? {
    var isDone: Int32 = 0
    let result = [Float](unsafeUninitializedCapacity: heights.count) { memory, count in
      guard let base = memory.baseAddress else { return }
      isDone = withGrid(shades: nil) { craster_relief_shade($0, gain, ambient, hollow, base) }
      count = isDone == 1 ? heights.count : 0
    }
    return isDone == 1 ? result : nil
  }

  /// The square metres a grid covers.
  struct Area {
    var origin: Vec2
    var cell: Double
    var columns: Int
    var rows: Int

    /// Control points a side at most.
    static let limit = 1536

    init(origin: Vec2, cell: Double, columns: Int, rows: Int) {
      self.origin = origin
      self.cell = cell
      self.columns = columns
      self.rows = rows
    }

    /// The surroundings of points in local metres, wide enough for a horizon of hills.
    init(around points: [Vec2]) {
      var low = points.first ?? .zero
      var high = low
      for point in points where point.x.isFinite && point.y.isFinite {
        low = Vec2(min(low.x, point.x), min(low.y, point.y))
        high = Vec2(max(high.x, point.x), max(high.y, point.y))
      }
      let size = max(high.x - low.x, high.y - low.y)
      let margin = 2600 + 0.75 * size
      let side = Vec2(high.x - low.x + 2 * margin, high.y - low.y + 2 * margin)
      cell = max(8, max(side.x, side.y) / Double(Area.limit - 1))
      columns = max(8, min(Area.limit, Int((side.x / cell).rounded(.up)) + 1))
      rows = max(8, min(Area.limit, Int((side.y / cell).rounded(.up)) + 1))
      origin = low - Vec2(margin, margin)
    }

    func grid(base: Double) -> craster_height_grid {
      craster_height_grid(
        heights: nil, shades: nil, columns: Int32(columns), rows: Int32(rows), west: origin.x,
        south: origin.y, cell: cell, base: base, lowest: 0, highest: 0, steepest: 0)
    }
  }
}
