import Geometry

/// What a step between two fixes may be: by the activity's speed, or without times by the usual spacing.
struct StepLimits {
  /// Metres a second.
  let speed: Double
  /// Metres that noise may add to a step.
  let slack = 12.0
  /// Metres of the longest usual step without times.
  let step: Double
  /// Median seconds between fixes; 0 without times.
  let interval: Double
  /// Metres and seconds from which a hole in the recording is a gap.
  let gapLength: Double
  let gapDuration: Double

  init(fixes: FixTable, sport: String?) {
    var lengths: [Double] = []
    var durations: [Double] = []
    var speeds: [Double] = []
    lengths.reserveCapacity(fixes.count)
    for i in stride(from: 1, to: fixes.count, by: 1) where fixes.segments[i] == fixes.segments[i - 1] {
      let length = fixes.distance(i - 1, i)
      if length > 0 { lengths.append(length) }
      if fixes.hasTimes {
        let duration = fixes.times[i] - fixes.times[i - 1]
        durations.append(duration)
        if duration > 0 { speeds.append(length / duration) }
      }
    }
    lengths.sort()
    speeds.sort()
    let usual = lengths.percentileOfSorted(90) ?? 0
    step = max(100, 6 * usual)
    interval = durations.percentile(50) ?? 0
    gapLength = max(60, 6 * usual)
    gapDuration = max(15, 8 * interval)
    let observed = speeds.percentileOfSorted(75) ?? 0
    speed = max(StepLimits.speed(of: sport, observed: speeds.percentileOfSorted(90) ?? 0), 2.5 * observed)
  }

  /// Metres a second that no one exceeds in a sport; for an unknown one by what is usual in the recording.
  static func speed(of sport: String?, observed: Double) -> Double {
    let table: [(words: [String], speed: Double)] = [
      (["cycl", "bik", "ride"], 35), (["ski", "snowboard"], 45), (["skat"], 22),
      (["run", "walk", "hik", "trail", "foot"], 12), (["kayak", "row", "swim", "paddl", "canoe"], 12),
      (["driv", "car", "motor", "sail", "flight", "fly"], 150),
    ]
    let name = sport?.lowercased() ?? ""
    for entry in table where entry.words.contains(where: { name.contains($0) }) { return entry.speed }
    return min(max(14, 3 * observed), 60)
  }

  /// Whether one can get from one fix to a later one.
  func allows(_ fixes: FixTable, from a: Int, to b: Int) -> Bool {
    let length = fixes.distance(a, b)
    guard fixes.hasTimes else { return length <= step * Double(max(1, min(b - a, 4))) }
    return length <= speed * (fixes.times[b] - fixes.times[a]) + slack
  }

  func isTooFast(_ fixes: FixTable, from a: Int, to b: Int) -> Bool {
    fixes.distance(a, b) > speed * (fixes.times[b] - fixes.times[a])
  }

  /// Whether nothing is known of what was run between two fixes of one segment.
  func isGap(_ fixes: FixTable, from a: Int, to b: Int) -> Bool {
    let length = fixes.distance(a, b)
    if !allows(fixes, from: a, to: b) { return length > gapLength }
    guard fixes.hasTimes else { return false }
    return length > gapLength && fixes.times[b] - fixes.times[a] > gapDuration
  }
}
