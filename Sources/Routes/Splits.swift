/// One kilometre (or mile) of a run.
package struct Split: Sendable, Hashable {
  /// From 1.
  package var index: Int
  /// Recorded metres at its end, from the start of the run: what a table's first column shows.
  package var labelDistance: Double
  /// Recorded metres of its own.
  package var distance: Double
  /// Moving seconds; nil without times.
  package var time: Double?
  /// Seconds a kilometre; nil without times.
  package var pace: Double?
  /// Metres; nil without elevation.
  package var ascent: Double?
  package var descent: Double?
  /// Beats a minute; nil without a sensor.
  package var heartRate: Double?
  /// Shorter than the others: the rest at the end.
  package var isPartial: Bool
  package var isFastest = false
  package var isSlowest = false
}

/// Cuts a run into splits on the same maps that the live numbers use.
enum SplitTable {
  /// Metres of a rest that is too short for a row of its own.
  private static let shortestRest = 10.0

  static func splits(
    length: Double, path: ShownPath, times: [Double]?, climb: ClimbHysteresis, heartRate: SensorSeries
  ) -> [Split] {
    let total = path.recorded.last ?? 0
    guard length > 1, length.isFinite, total > 0 else { return [] }
    var ends: [Double] = []
    var whole = Int((total + 1e-6) / length)
    let rest = total - Double(whole) * length
    whole = min(whole, 20_000)
    for k in stride(from: 1, through: whole, by: 1) { ends.append(Double(k) * length) }
    var hasRest = false
    if rest >= shortestRest || ends.isEmpty {
      ends.append(total)
      hasRest = true
    } else {
      ends[ends.count - 1] = total
    }
    var result: [Split] = []
    var start = 0.0
    for (number, end) in ends.enumerated() {
      let a = path.place(ofRecorded: start)
      let b = number + 1 == ends.count ? path.lastPlace : path.place(ofRecorded: end)
      let distance = end - start
      let time = times.map { path.value($0, b) - path.value($0, a) }
      var split = Split(
        index: number + 1, labelDistance: end, distance: distance, time: time,
        pace: time.map { $0 / distance * 1000 }, isPartial: hasRest && number + 1 == ends.count)
      if !climb.ascent.isEmpty {
        split.ascent = path.value(climb.ascent, b) - path.value(climb.ascent, a)
        split.descent = path.value(climb.descent, b) - path.value(climb.descent, a)
      }
      if let times { split.heartRate = heartRate.mean(from: path.value(times, a), to: path.value(times, b)) }
      result.append(split)
      start = end
    }
    mark(&result)
    return result
  }

  private static func mark(_ splits: inout [Split]) {
    let timed = splits.indices.filter { !splits[$0].isPartial && splits[$0].pace != nil }
    guard timed.count > 1 else { return }
    var fastest = timed[0]
    var slowest = timed[0]
    for k in timed {
      if splits[k].pace ?? 0 < splits[fastest].pace ?? 0 { fastest = k }
      if splits[k].pace ?? 0 > splits[slowest].pace ?? 0 { slowest = k }
    }
    guard fastest != slowest else { return }
    splits[fastest].isFastest = true
    splits[slowest].isSlowest = true
  }
}
