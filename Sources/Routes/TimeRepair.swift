import Geometry

/// Makes the times of fixes ascend: keeps the longest ascending selection and interpolates the rest by distance.
enum TimeRepair {
  /// Strictly ascending times without NaN, or none at all where too few are usable.
  static func repaired(
    _ times: [Double], coordinates: [GeoCoordinate], sources: [Int], report: inout RouteReport
  ) -> [Double] {
    let kept = longestAscending(times)
    let needed = max(2, times.count / 10)
    guard kept.count >= needed, let first = kept.first, let last = kept.last, times[last] > times[first]
    else {
      return []
    }
    var result = [Double](repeating: .nan, count: times.count)
    for index in kept { result[index] = times[index] }
    for index in times.indices where result[index].isNaN { report.note(.timeRepaired, at: sources[index]) }
    spreadEqual(&result, kept: kept)
    fillMissing(&result, kept: kept, coordinates: coordinates)
    return result
  }

  /// Indices of a longest selection whose times never fall (patience sorting, O(n log n)).
  static func longestAscending(_ times: [Double]) -> [Int] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: times.count)
    for index in times.indices where !times[index].isNaN {
      let value = times[index]
      var low = 0
      var high = tails.count
      if let last = tails.last, times[last] <= value {
        low = tails.count
      } else {
        while low < high {
          let middle = (low + high) / 2
          if times[tails[middle]] <= value { low = middle + 1 } else { high = middle }
        }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: [Int] = []
    var index = tails.last ?? -1
    while index >= 0 {
      result.append(index)
      index = previous[index]
    }
    return result.reversed()
  }

  /// Several fixes stamped with the same second are spread evenly inside it.
  private static func spreadEqual(_ times: inout [Double], kept: [Int]) {
    var start = 0
    while start < kept.count {
      var end = start + 1
      while end < kept.count, times[kept[end]] == times[kept[start]] { end += 1 }
      let size = end - start
      if size > 1 {
        let time = times[kept[start]]
        let room = end < kept.count ? min(times[kept[end]] - time, 1) : 1
        for k in 1..<size { times[kept[start + k]] = time + room * Double(k) / Double(size) }
      }
      start = end
    }
  }

  private static func fillMissing(_ times: inout [Double], kept: [Int], coordinates: [GeoCoordinate]) {
    guard kept.count < times.count, let first = kept.first, let last = kept.last else { return }
    var along = [Double](repeating: 0, count: times.count)
    for i in times.indices.dropFirst() {
      along[i] = along[i - 1] + FixTable.distance(coordinates[i - 1], coordinates[i])
    }
    let speed = max((along[last] - along[first]) / (times[last] - times[first]), 0.1)
    for i in 0..<first {
      times[i] = times[first] - (along[first] - along[i]) / speed - Double(first - i) * 1e-3
    }
    for i in (last + 1)..<max(times.count, last + 1) {
      times[i] = times[last] + (along[i] - along[last]) / speed + Double(i - last) * 1e-3
    }
    for (a, b) in zip(kept, kept.dropFirst()) where b > a + 1 {
      let length = along[b] - along[a]
      for i in (a + 1)..<b {
        let share = length > 0 ? (along[i] - along[a]) / length : Double(i - a) / Double(b - a)
        times[i] = times[a] + (times[b] - times[a]) * share
      }
    }
  }
}
