import Geometry

/// Elevations of the fixes, freed of spikes and noise symmetrically: no shift along the run.
struct ElevationProfile {
  /// Metres above sea level, one a fix, without NaN; empty where too few fixes have an elevation.
  private(set) var values: [Double] = []

  /// `distances`: metres along the run, ascending. `repaired` is called with each fix whose value was replaced.
  init(elevations: [Double], distances: [Double], repaired: (Int) -> Void) {
    let known = elevations.indices.filter { !elevations[$0].isNaN }
    guard known.count >= 2, known.count * 10 >= elevations.count else { return }
    var clean = elevations
    for index in ElevationProfile.spikes(elevations, known: known, distances: distances) {
      clean[index] = .nan
      repaired(index)
    }
    let kept = known.filter { !clean[$0].isNaN }
    guard kept.count >= 2 else { return }
    values = ElevationProfile.interpolated(clean, known: kept, distances: distances)
    values = ElevationProfile.mean(values, radius: 2)
  }

  /// Fixes off the median of their neighbours by more than terrain and noise allow.
  private static func spikes(_ values: [Double], known: [Int], distances: [Double]) -> [Int] {
    guard known.count >= 5 else { return [] }
    var deviations: [Double] = []
    deviations.reserveCapacity(known.count)
    var result: [(index: Int, deviation: Double, span: Double)] = []
    for k in known.indices {
      let low = max(0, min(k - 3, known.count - 7))
      let high = min(known.count, low + 7)
      let window = known[low..<high].map { values[$0] }.sorted()
      let deviation = abs(values[known[k]] - window[window.count / 2])
      deviations.append(deviation)
      result.append((known[k], deviation, distances[known[high - 1]] - distances[known[low]]))
    }
    let usual = deviations.percentile(75) ?? 0
    // Half the window at a grade of 60 % is still ground.
    return result.filter { $0.deviation > max(10, 6 * usual, 0.3 * $0.span) }.map(\.index)
  }

  private static func interpolated(_ values: [Double], known: [Int], distances: [Double]) -> [Double] {
    var result = values
    guard let first = known.first, let last = known.last else { return values }
    for i in 0..<first { result[i] = values[first] }
    for i in (last + 1)..<max(values.count, last + 1) { result[i] = values[last] }
    for (a, b) in zip(known, known.dropFirst()) where b > a + 1 {
      let span = distances[b] - distances[a]
      for i in (a + 1)..<b {
        let share = span > 0 ? (distances[i] - distances[a]) / span : 0.5
        result[i] = values[a] + (values[b] - values[a]) * share
      }
    }
    return result
  }

  /// Moving mean over `2 * radius + 1` fixes, symmetric also at the ends.
  static func mean(_ values: [Double], radius: Int) -> [Double] {
    values.indices.map { i in
      let reach = min(radius, i, values.count - 1 - i)
      var sum = 0.0
      for k in (i - reach)...(i + reach) { sum += values[k] }
      return sum / Double(2 * reach + 1)
    }
  }
}

/// Metres climbed and descended by hysteresis: a rise counts once it exceeds the threshold from its lowest point.
package struct ClimbHysteresis: Sendable {
  /// Metres climbed up to each sample, never falling.
  package private(set) var ascent: [Double] = []
  /// Metres descended up to each sample, never falling.
  package private(set) var descent: [Double] = []

  /// Sums of a profile of elevations in metres with a threshold in metres.
  package init(elevations: [Double], threshold: Double) {
    guard !elevations.isEmpty else { return }
    let turns = ClimbHysteresis.turns(elevations, threshold: max(threshold, 0))
    ascent = [Double](repeating: 0, count: elevations.count)
    descent = ascent
    for (a, b) in zip(turns, turns.dropFirst()) {
      let rising = elevations[b] > elevations[a]
      var extreme = elevations[a]
      for i in (a + 1)..<max(b + 1, a + 1) {
        let before = extreme
        extreme = rising ? max(extreme, elevations[i]) : min(extreme, elevations[i])
        ascent[i] = ascent[i - 1] + (rising ? extreme - before : 0)
        descent[i] = descent[i - 1] + (rising ? 0 : before - extreme)
      }
    }
    if let last = turns.last {
      for i in (last + 1)..<max(elevations.count, last + 1) {
        ascent[i] = ascent[i - 1]
        descent[i] = descent[i - 1]
      }
    }
  }

  /// First sample and every extreme that is confirmed by a counter-movement of the threshold, with the last one.
  private static func turns(_ values: [Double], threshold: Double) -> [Int] {
    var turns = [0]
    var low = 0
    var high = 0
    /// 1 while climbing is confirmed, -1 while descending, 0 before either.
    var direction = 0
    for i in values.indices {
      if values[i] > values[high] { high = i }
      if values[i] < values[low] { low = i }
      if direction >= 0, values[high] - values[i] > threshold {
        // What came before the first confirmed movement counts as level.
        if direction == 0 { turns = [high] } else { turns.append(high) }
        direction = -1
        low = i
      }
      if direction <= 0, values[i] - values[low] > threshold {
        if direction == 0 { turns = [low] } else { turns.append(low) }
        direction = 1
        high = i
      }
    }
    if direction > 0 { turns.append(high) }
    if direction < 0 { turns.append(low) }
    return turns
  }
}
