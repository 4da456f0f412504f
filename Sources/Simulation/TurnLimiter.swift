/// Limits a speed by spreading what exceeds it evenly before and after, so that the sum stays and nothing lags.
enum TurnLimiter {
  /// `turns`: one value a tick; `most`: largest absolute mean.
  static func spread(_ turns: inout [Double], most: Double) {
    guard most > 0, turns.count > 2 else { return }
    var rounds = 0
    while rounds < 400 {
      rounds += 1
      guard let peak = overload(turns, most: most) else { return }
      var low = peak.lowerBound
      var high = peak.upperBound
      var sum = turns[peak].reduce(0, +)
      // Widen by the same on both sides until the mean is within the limit.
      while abs(sum) > most * Double(high - low + 1) {
        guard low > 0 || high < turns.count - 1 else { break }
        if low > 0 {
          low -= 1
          sum += turns[low]
        }
        if high < turns.count - 1 {
          high += 1
          sum += turns[high]
        }
      }
      let mean = min(max(sum / Double(high - low + 1), -most), most)
      for k in low...high { turns[k] = mean }
    }
    for k in turns.indices { turns[k] = min(max(turns[k], -most), most) }
  }

  /// The first run of values of one sign above the limit.
  private static func overload(_ turns: [Double], most: Double) -> ClosedRange<Int>? {
    guard let first = turns.firstIndex(where: { abs($0) > most * (1 + 1e-9) }) else { return nil }
    var last = first
    while last + 1 < turns.count, abs(turns[last + 1]) > most * (1 + 1e-9),
      (turns[last + 1] > 0) == (turns[first] > 0)
    {
      last += 1
    }
    return first...last
  }
}
