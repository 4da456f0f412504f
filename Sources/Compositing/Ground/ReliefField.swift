import CRaster
import Geometry
import Routes

/// Heights made from the run's own elevation, over the whole plane: the run's heights spread smoothly around it, and
/// gentle hills, fixed to the plane, rise away from it.
package struct ReliefField: HeightField {
  /// The surface in metres, before exaggeration.
  package let grid: HeightGrid

  /// Nil when the run has no elevation.
  package init?(route: ReplayRoute) {
    let path = route.path
    guard route.hasElevation, path.elevations.count == path.positions.count else { return nil }
    self.init(path: path)
  }

  /// Low hills around a run, for one without elevation: heights around 0, invented, the same for every film.
  package init(inventedAround route: ReplayRoute) {
    var path = route.path
    path.elevations = []
    self.init(path: path)
  }

  package func height(at point: Vec2) -> Double { grid.height(at: point) }

  private init(path: ShownPath) {
    let area = HeightGrid.Area(around: path.positions)
    let samples = ReliefField.samples(path, spacing: 0.6 * area.cell)
    let low = samples.heights.min() ?? 0
    let high = samples.heights.max() ?? 0
    let range = high - low
    let base = samples.heights.isEmpty ? 0 : samples.heights.reduce(0, +) / Double(samples.heights.count)
    let relative = samples.heights.map { $0 - base }
    var far = min(max(0.3 * range, 45), 160)
    var near = min(max(0.05 * range, 7), 16)
    if samples.heights.isEmpty {
      far = 70
      near = 38
    }
    var heights = [Float](repeating: 0, count: area.columns * area.rows)
    let grid = area.grid(base: base)
    samples.x.withUnsafeBufferPointer { x in
      samples.y.withUnsafeBufferPointer { y in
        relative.withUnsafeBufferPointer { z in
          var source = craster_relief_source()
          source.x = x.baseAddress
          source.y = y.baseAddress
          source.z = z.baseAddress
          source.count = Int32(relative.count)
          source.reach = 45
          source.near_hills = near
          source.far_hills = far
          source.hill_distance = 1100
          source.hill_size = max(2900, 0.3 * 2 * max(area.core.x, area.core.y))
          withUnsafePointer(to: grid) { grid in
            // Without memory the ground stays level.
            if craster_relief_build(&source, grid, &heights) == 0 {
              heights = [Float](repeating: 0, count: heights.count)
            }
          }
        }
      }
    }
    self.grid = HeightGrid(area: area, base: base, heights: heights)
  }

  private struct Samples {
    var x: [Double] = []
    var y: [Double] = []
    var heights: [Double] = []
  }

  /// Evenly spaced points of the path that may be shown, so that slow parts weigh no more than fast ones.
  private static func samples(_ path: ShownPath, spacing: Double) -> Samples {
    var samples = Samples()
    guard !path.elevations.isEmpty, path.length.isFinite else { return samples }
    let count = min(400_000, max(1, Int(path.length / max(spacing, 1))))
    for step in 0...count {
      let along = path.length * Double(step) / Double(count)
      let place = path.locate(along)
      if path.gaps.contains(place.index) { continue }
      let point = path.position(at: along)
      guard let height = path.elevation(at: along), height.isFinite, point.x.isFinite, point.y.isFinite else {
        continue
      }
      samples.x.append(point.x)
      samples.y.append(point.y)
      samples.heights.append(min(max(height, -12_000), 12_000))
    }
    return samples
  }
}
