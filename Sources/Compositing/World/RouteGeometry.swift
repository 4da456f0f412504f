import Geometry
import Routes

/// The shown path lifted onto the ground: made once for a film, shared by all workers.
package struct RouteGeometry: Sendable {
  /// Local metres, z on the ground (exaggerated as the ground is).
  package let points: [Vec3]
  /// Metres along the shown path, one a point.
  package let distances: [Double]
  /// Points after which nothing is drawn up to the next one (gaps, privacy zones).
  package let breaks: [Bool]
  /// Shown distances of finished splits, with their labels.
  package let splits: [(distance: Double, label: String)]
  private let path: ShownPath

  /// Metres above the ground, so that the line never sinks into it.
  private static let lift = 1.5

  /// Lifts a path onto a field of heights (metres, already exaggerated).
  package init(path: ShownPath, heights: any HeightField, splits: [(distance: Double, label: String)] = []) {
    self.path = path
    points = path.positions.map { Vec3($0, z: heights.height(at: $0) + RouteGeometry.lift) }
    distances = path.distances
    breaks = points.indices.map { index in
      path.gaps.contains(index) || path.hidden.contains(index) || path.hidden.contains(index + 1)
    }
    self.splits = splits
  }

  /// Length in metres.
  package var length: Double { distances.last ?? 0 }

  /// The point at a shown distance: where line and dot end, by the same interpolation.
  package func point(at distance: Double) -> Vec3 {
    guard points.count > 1 else { return points.first ?? .zero }
    let place = path.locate(distance)
    return points[place.index].lerp(points[place.index + 1], place.share)
  }

  /// Whether the point at a shown distance may be shown.
  package func isVisible(at distance: Double) -> Bool {
    guard points.count > 1 else { return !path.hidden.contains(0) }
    let place = path.locate(distance)
    return !path.hidden.contains(place.index) && !path.hidden.contains(place.index + 1)
  }

  /// Index of the last point at or before a shown distance.
  package func index(at distance: Double) -> Int { path.locate(distance).index }

  /// The direction of the path at a shown distance, in the plane.
  package func direction(at distance: Double) -> Vec2 {
    let reach = 6.0
    let ahead = point(at: distance + reach).xy - point(at: distance - reach).xy
    return ahead.normalized ?? Vec2(0, 1)
  }
}
