import Geometry

/// The smooth path on which dot, line and camera move. All arrays have one entry a vertex.
///
/// Dense (at most 5 m apart by default), ends pinned, corners kept. `distances` rises strictly; `recorded` is the
/// monotone map from the shown path to the numbers people read.
package struct ShownPath: Sendable {
  /// Local metres.
  package var positions: [Vec2] = []
  /// Metres above sea level, despiked and smoothed; empty where the recording has no elevation.
  package var elevations: [Double] = []
  /// Metres along the shown path from its start.
  package var distances: [Double] = []
  /// Recorded distance in metres at each vertex.
  package var recorded: [Double] = []
  /// Vertices `i` after which the piece to `i + 1` was not run (a gap): not drawn as run.
  package var gaps: Set<Int> = []
  /// Vertices not to be drawn at all (privacy zones).
  package var hidden: Set<Int> = []

  package init() {}

  /// Length of the shown path in metres.
  package var length: Double { distances.last ?? 0 }

  /// The vertex before a shown distance and the share of the way to the next one. O(log n).
  package func locate(_ distance: Double) -> (index: Int, share: Double) {
    guard positions.count > 1 else { return (0, 0) }
    let target = min(max(distance, 0), length)
    var low = 0
    var high = distances.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= target { low = middle } else { high = middle }
    }
    let span = distances[low + 1] - distances[low]
    return (low, span > 0 ? (target - distances[low]) / span : 0)
  }

  /// The point at a shown distance in metres, clamped to the ends. O(log n).
  package func position(at distance: Double) -> Vec2 {
    guard positions.count > 1 else { return positions.first ?? .zero }
    let place = locate(distance)
    return positions[place.index].lerp(positions[place.index + 1], place.share)
  }

  /// The elevation in metres at a shown distance, or nil without elevation.
  package func elevation(at distance: Double) -> Double? {
    guard elevations.count == positions.count, elevations.count > 1 else { return elevations.first }
    let place = locate(distance)
    return elevations[place.index] + (elevations[place.index + 1] - elevations[place.index]) * place.share
  }

  /// The recorded distance at a shown distance, both in metres.
  package func recordedDistance(at distance: Double) -> Double {
    guard recorded.count > 1 else { return recorded.first ?? 0 }
    let place = locate(distance)
    return recorded[place.index] + (recorded[place.index + 1] - recorded[place.index]) * place.share
  }
}
