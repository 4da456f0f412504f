/// A sensor's readings at the vertices of a path, with prefix sums over moving time for exact windowed means.
package struct SensorSeries: Sendable {
  /// One a vertex; NaN is absent.
  package let values: [Double]
  /// Moving seconds, one a vertex.
  private let times: [Double]
  /// Integral of the reading over the seconds in which there is one, and those seconds.
  private let sums: [Double]
  private let covered: [Double]

  init(values: [Double], times: [Double]) {
    guard values.contains(where: { !$0.isNaN }) else {
      self.values = []
      self.times = []
      sums = []
      covered = []
      return
    }
    self.values = values
    self.times = times
    var sums = [0.0]
    var covered = [0.0]
    sums.reserveCapacity(values.count)
    covered.reserveCapacity(values.count)
    for i in values.indices.dropFirst() {
      let span = times[i] - times[i - 1]
      let known = !values[i].isNaN && !values[i - 1].isNaN && span > 0
      sums.append(sums[i - 1] + (known ? (values[i] + values[i - 1]) / 2 * span : 0))
      covered.append(covered[i - 1] + (known ? span : 0))
    }
    self.sums = sums
    self.covered = covered
  }

  package var hasValues: Bool { !values.isEmpty }
  /// Highest reading.
  package var highest: Double? { values.lazy.filter { !$0.isNaN }.max() }
  /// Mean over moving time.
  package var mean: Double? {
    guard let sum = sums.last, let span = covered.last, span > 0 else {
      let present = values.filter { !$0.isNaN }
      return present.isEmpty ? nil : present.reduce(0, +) / Double(present.count)
    }
    return sum / span
  }

  /// Mean between two moving times in seconds, or nil where nothing was read between them.
  package func mean(from start: Double, to end: Double) -> Double? {
    guard hasValues else { return nil }
    let a = integral(to: start)
    let b = integral(to: end)
    let span = b.covered - a.covered
    return span > 1e-9 ? (b.sum - a.sum) / span : nil
  }

  private func integral(to time: Double) -> (sum: Double, covered: Double) {
    let last = times.count - 1
    guard last > 0 else { return (0, 0) }
    let low = times.lastIndex(notAbove: time)
    guard low < last else { return (sums[last], covered[last]) }
    guard time > times[low] else { return (sums[low], covered[low]) }
    guard !values[low].isNaN, !values[low + 1].isNaN else { return (sums[low], covered[low]) }
    let part = time - times[low]
    let share = part / (times[low + 1] - times[low])
    let value = values[low] + (values[low + 1] - values[low]) * share
    return (sums[low] + (values[low] + value) / 2 * part, covered[low] + part)
  }
}

extension [Double] {
  /// In a never-falling array: the last index whose value is not above `value`, or 0. O(log n).
  package func lastIndex(notAbove value: Double) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return Swift.max(0, low - 1)
  }
  /// In a never-falling array: the first index whose value is not below `value`, or the last index. O(log n).
  package func firstIndex(notBelow value: Double) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return Swift.min(low, Swift.max(0, count - 1))
  }
}
