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
    guard positions.count > 1, let last = positions.last else { return positions.first ?? .zero }
    guard distance < length else { return last }
    let place = locate(distance)
    return positions[place.index].lerp(positions[place.index + 1], place.share)
  }

  /// The elevation in metres at a shown distance, or nil without elevation.
  package func elevation(at distance: Double) -> Double? {
    guard elevations.count == positions.count, elevations.count > 1 else { return elevations.first }
    return value(elevations, locate(distance))
  }

  /// The recorded distance at a shown distance, both in metres; exactly the total at the end.
  package func recordedDistance(at distance: Double) -> Double {
    guard recorded.count > 1 else { return recorded.first ?? 0 }
    return value(recorded, locate(distance))
  }

  /// The shown distance at a recorded one, both in metres: exactly the ends at the ends, the first where it is not unique.
  package func shownDistance(atRecorded distance: Double) -> Double {
    guard let total = recorded.last, distance < total else { return length }
    return value(distances, place(ofRecorded: distance))
  }

  /// The place at which a recorded distance is reached first. O(log n).
  package func place(ofRecorded distance: Double) -> (index: Int, share: Double) {
    ShownPath.place(of: distance, in: recorded)
  }

  /// The place at which a never-falling array with one value a vertex first reaches a value. O(log n).
  package static func place(of value: Double, in values: [Double]) -> (index: Int, share: Double) {
    guard values.count > 1 else { return (0, 0) }
    let high = max(1, values.firstIndex(notBelow: value))
    let span = values[high] - values[high - 1]
    return (high - 1, span > 0 ? min(max((value - values[high - 1]) / span, 0), 1) : 0)
  }

  /// The end of the path as a place.
  package var lastPlace: (index: Int, share: Double) {
    positions.count > 1 ? (positions.count - 2, 1) : (0, 0)
  }

  /// The value at a place of an array with one value a vertex; exact at the vertices.
  package func value(_ values: [Double], _ place: (index: Int, share: Double)) -> Double {
    guard place.index + 1 < values.count else { return values.last ?? 0 }
    if place.share >= 1 { return values[place.index + 1] }
    return values[place.index] + (values[place.index + 1] - values[place.index]) * place.share
  }
}
