import CRaster
import Geometry

/// Heights kept as control points of a uniform cubic B-spline: the same surface for the picture, the route and the
/// camera. Beyond the grid the plane is level.
package final class HeightGrid: HeightField {
  /// Where the control points lie.
  let area: Area
  /// Metres; the level beyond the grid.
  package let base: Double
  /// Root of the mean squared slope.
  package let roughness: Double
  /// Metres above `base`, row by row from the south.
  let heights: [Float]
  private let extremes: (lowest: Double, highest: Double, steepest: Double)

  /// A grid from control points in metres above `base`; its border must be level.
  init(area: Area, base: Double, heights: [Float]) {
    self.area = area
    self.base = base
    self.heights = heights
    var grid = area.grid(base: base)
    roughness = heights.withUnsafeBufferPointer { memory in
      grid.heights = memory.baseAddress
      return craster_height_extremes(&grid)
    }
    extremes = (grid.lowest, grid.highest, grid.steepest)
  }

  /// Metres across the longer side of the run's surroundings.
  package var extent: Double { 2 * max(area.core.x, area.core.y) }
  /// Metres from the lowest to the highest place.
  package var range: Double { extremes.highest - extremes.lowest }

  package func height(at point: Vec2) -> Double {
    withGrid(shades: nil) { base + craster_height_at($0, point.x, point.y) }
  }

  /// The grid as the loops read it, with shades where there are any.
  func withGrid<R>(shades: [Float]?, _ body: (UnsafePointer<craster_height_grid>) -> R) -> R {
    var grid = area.grid(base: base)
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

  /// Light of the ground less that of a level plain, two values a control point; see `craster_relief_shade`.
  func shades(_ lighting: craster_lighting) -> [Float]? {
    var isDone: Int32 = 0
    var lighting = lighting
    let result = [Float](unsafeUninitializedCapacity: 2 * heights.count) { memory, count in
      guard let base = memory.baseAddress else { return }
      isDone = withGrid(shades: nil) { craster_relief_shade($0, &lighting, base) }
      count = isDone == 1 ? 2 * heights.count : 0
    }
    return isDone == 1 ? result : nil
  }

  /// Where the control points of a grid lie: evenly around the run, ever farther apart beyond, out to the horizon.
  struct Area {
    /// Local metres.
    var center: Vec2
    /// Half the sides, in metres, of the part with even points.
    var core: Vec2
    /// Metres between points in the core.
    var cell: Double
    /// Metres beyond the core within which the spacing grows fourfold.
    var stretch: Double
    /// Odd counts of points to the east and to the north.
    var columns: Int
    var rows: Int

    /// Control points a side at most, and metres between them at least.
    static let limit = 1501
    static let finest = 8.0
    /// Share of the stretch that has points: it ends nineteen times as far away as it is long.
    private static let reach = 0.95

    /// The surroundings of points in local metres.
    init(around points: [Vec2]) {
      var low = Vec2.zero
      var high = Vec2.zero
      for (index, point) in points.enumerated() where point.x.isFinite && point.y.isFinite {
        low = index == 0 ? point : Vec2(min(low.x, point.x), min(low.y, point.y))
        high = index == 0 ? point : Vec2(max(high.x, point.x), max(high.y, point.y))
      }
      let margin = 700 + 0.1 * max(high.x - low.x, high.y - low.y)
      center = (low + high) * 0.5
      core = (high - low) * 0.5 + Vec2(margin, margin)
      stretch = 2200 + 0.3 * max(core.x, core.y)
      let half = max(core.x, core.y) + Area.reach * stretch
      cell = max(Area.finest, 2 * half / Double(Area.limit - 1))
      columns = 2 * Int((core.x + Area.reach * stretch) / cell) + 1
      rows = 2 * Int((core.y + Area.reach * stretch) / cell) + 1
    }

    func grid(base: Double) -> craster_height_grid {
      var grid = craster_height_grid()
      grid.columns = Int32(columns)
      grid.rows = Int32(rows)
      grid.center_x = center.x
      grid.center_y = center.y
      grid.core_x = core.x
      grid.core_y = core.y
      grid.cell = cell
      grid.per_cell = 1 / cell
      grid.stretch = stretch
      grid.base = base
      return grid
    }
  }
}
