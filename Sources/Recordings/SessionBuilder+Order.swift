import Geometry

// Times and order. A time is dropped before a point is: the route cleans up what is left.
extension SessionBuilder {
  /// Two days: no one runs on across such a hole inside one segment with just a handful of points.
  private static let wildGap = 172_800.0
  private static let year = 31_536_000.0

  /// Forgets times that stand far apart from nearly all others of their segment, so that no film takes forty years.
  mutating func forgetWildTimes() {
    var forgotten = 0
    for range in ranges where hasWideStep(in: range) {
      let timed = range.filter { points[$0].time != nil }
      let order = timed.sorted { (points[$0].time ?? 0) < (points[$1].time ?? 0) }
      var clusters: [ArraySlice<Int>] = []
      var start = 0
      for index in order.indices.dropFirst() {
        let gap = (points[order[index]].time ?? 0) - (points[order[index - 1]].time ?? 0)
        if gap > SessionBuilder.wildGap {
          clusters.append(order[start..<index])
          start = index
        }
      }
      if start < order.count { clusters.append(order[start...]) }
      guard clusters.count > 1, let main = clusters.max(by: { $0.count < $1.count }) else { continue }
      for cluster in clusters where cluster != main {
        let distance = abs(time(at: cluster) - time(at: main))
        guard cluster.count * 5 <= main.count || distance > SessionBuilder.year else { continue }
        for index in cluster {
          points[index].time = nil
          report.note("time far from all others", at: Int(positions[index]), dropped: false)
          forgotten += 1
        }
      }
    }
    if forgotten > 0 {
      report.warn("\(forgotten) time\(forgotten == 1 ? "" : "s") far from all others ignored")
    }
  }

  /// Whether two times that follow each other stand far apart, without which no group of times does.
  private func hasWideStep(in range: Range<Int>) -> Bool {
    var last: Double?
    for index in range {
      guard let time = points[index].time else { continue }
      if let last, abs(time - last) > SessionBuilder.wildGap { return true }
      last = time
    }
    return false
  }

  private func time(at cluster: ArraySlice<Int>) -> Double { cluster.first.flatMap { points[$0].time } ?? 0 }

  /// Sorts a segment by time where that is what its places say, else keeps the order and forgets times that step back.
  mutating func orderWithinSegments() {
    var sorted = 0
    var forgotten = 0
    for range in ranges {
      var last = -Double.infinity
      var steps = 0
      var isTimed = true
      for index in range {
        guard let time = points[index].time else {
          isTimed = false
          continue
        }
        if time < last { steps += 1 }
        last = time
      }
      guard steps > 0 else { continue }
      if isTimed, sortByTime(range) {
        sorted += range.count
        report.note("segment sorted by time", at: Int(positions[range.lowerBound]), dropped: false)
      } else {
        forgotten += forgetStepsBack(in: range)
      }
    }
    if sorted > 0 { report.warn("\(sorted) points were out of order and were sorted by their times") }
    if forgotten > 0 {
      report.warn("\(forgotten) time\(forgotten == 1 ? "" : "s") that step back ignored")
    }
  }

  /// Sorts when the way does not become longer by it: then the file was shuffled and the clock is right.
  private mutating func sortByTime(_ range: Range<Int>) -> Bool {
    let order = range.sorted { a, b in
      let (first, second) = (points[a].time ?? 0, points[b].time ?? 0)
      return first == second ? a < b : first < second
    }
    guard length(of: order) <= length(of: range) * 1.001 + 1 else { return false }
    let moved = order.map { points[$0] }
    let movedPositions = order.map { positions[$0] }
    points.replaceSubrange(range, with: moved)
    positions.replaceSubrange(range, with: movedPositions)
    return true
  }

  private func length(of order: some Collection<Int>) -> Double {
    var sum = 0.0
    var last: GeoCoordinate?
    for index in order {
      let here = GeoCoordinate(latitude: points[index].latitude, longitude: points[index].longitude)
      if let last { sum += last.distance(to: here) }
      last = here
    }
    return sum
  }

  /// Keeps the longest selection of times that never falls and forgets the others.
  private mutating func forgetStepsBack(in range: Range<Int>) -> Int {
    let timed = range.filter { points[$0].time != nil }
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: timed.count)
    for index in timed.indices {
      let value = points[timed[index]].time ?? 0
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if (points[timed[tails[middle]]].time ?? 0) <= value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var isKept = [Bool](repeating: false, count: timed.count)
    var index = tails.last ?? -1
    while index >= 0 {
      isKept[index] = true
      index = previous[index]
    }
    var forgotten = 0
    for index in timed.indices where !isKept[index] {
      points[timed[index]].time = nil
      report.note("time steps back", at: Int(positions[timed[index]]), dropped: false)
      forgotten += 1
    }
    return forgotten
  }

  /// Puts segments in the order of their times; one without times stays behind the segment it follows.
  mutating func orderSegments() {
    let ranges = ranges
    var key = -Double.infinity
    var keys: [Double] = []
    for range in ranges {
      key = points[range].lazy.compactMap { $0.time }.first ?? key
      keys.append(key)
    }
    guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) else { return }
    let order = ranges.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    points = order.flatMap { points[ranges[$0]] }
    positions = order.flatMap { positions[ranges[$0]] }
    var start = 0
    starts = order.map { index in
      defer { start += ranges[index].count }
      return start
    }
    report.note("tracks or segments sorted by time", dropped: false)
    report.warn("tracks or segments were not in the order of their times and were sorted")
  }
}
