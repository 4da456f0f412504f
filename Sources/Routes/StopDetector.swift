import Geometry

/// Finds the stretches of a track in which the runner stood: slow inside a small radius for ten seconds or more.
struct StopDetector {
  /// Positions of the kept fixes in local metres, each the mean of what lies within three seconds of it: noise would
  /// else hide a stand, or make a slow climb look like one.
  private let positions: [Vec2]
  /// Seconds, ascending.
  let times: [Double]
  let shortest = 10.0

  init(positions: [Vec2], times: [Double]) {
    self.times = times
    var mean: [Vec2] = []
    mean.reserveCapacity(positions.count)
    var low = 0
    var high = 0
    var sum = Vec2.zero
    for k in positions.indices {
      while high < positions.count, times[high] <= times[k] + 2.5 {
        sum += positions[high]
        high += 1
      }
      while times[low] < times[k] - 2.5 {
        sum -= positions[low]
        low += 1
      }
      mean.append(sum / Double(high - low))
    }
    self.positions = mean
  }

  /// Runs of fix numbers (of one unbroken leg) to be collapsed into one point each, ascending, at least two fixes each.
  func stops(in leg: Range<Int>) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var start = leg.lowerBound
    var reach = leg.lowerBound
    while start < leg.upperBound {
      reach = max(reach, start)
      while reach < leg.upperBound, times[reach] - times[start] < shortest { reach += 1 }
      guard reach < leg.upperBound else { break }
      if let end = stand(from: start, to: reach, limit: leg.upperBound) {
        if let last = found.last, times[start] - times[last.upperBound] < 5,
          positions[start].distance(to: positions[last.upperBound]) < 10
        {
          found[found.count - 1] = last.lowerBound...end
        } else {
          found.append(start...end)
        }
        start = end + 1
      } else {
        start += 1
      }
    }
    return found
  }

  /// Metres of radius within which one stands, by the length of the stand: noise wanders, walking does so faster.
  private func radius(_ duration: Double) -> Double { min(15, 2 + 0.1 * duration) }

  /// The last fix of a stand that begins at `start` and holds at least to `end`, or nil.
  private func stand(from start: Int, to end: Int, limit: Int) -> Int? {
    let duration = times[end] - times[start]
    guard positions[start].distance(to: positions[end]) <= 2 * radius(duration) else { return nil }
    guard end > start + 1 else {
      // One long step: a hole of the recording in which the runner hardly moved.
      return positions[start].distance(to: positions[end]) <= 0.2 * duration ? end : nil
    }
    var sum = Vec2.zero
    for i in start...end { sum += positions[i] }
    var count = Double(end - start + 1)
    let mean = sum / count
    for i in start...end where positions[i].distance(to: mean) > radius(duration) { return nil }
    guard drift(start, end) <= 1 + 0.08 * duration else { return nil }
    var last = end
    var strays = 0
    var next = end + 1
    while next < limit, strays < 4 {
      let center = sum / count
      if positions[next].distance(to: center) <= radius(times[next] - times[start]) {
        sum += positions[next]
        count += 1
        last = next
        strays = 0
      } else {
        strays += 1
      }
      next += 1
    }
    guard last == end || drift(start, last) <= 1 + 0.08 * (times[last] - times[start]) else { return end }
    return last
  }

  /// Metres between the mean positions of the first and the last third: noise averages out, walking does not.
  private func drift(_ start: Int, _ end: Int) -> Double {
    let third = max(1, (end - start + 1) / 3)
    var first = Vec2.zero
    var last = Vec2.zero
    for k in 0..<third {
      first += positions[start + k]
      last += positions[end - k]
    }
    return first.distance(to: last) / Double(third)
  }
}
