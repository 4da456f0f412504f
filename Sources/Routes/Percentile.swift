extension [Double] {
  /// The value below which `percent` (0…100) of the numbers lie, interpolated between ranks; NaN is left out.
  package func percentile(_ percent: Double) -> Double? {
    filter { !$0.isNaN }.sorted().percentileOfSorted(percent)
  }

  /// As `percentile`, for numbers that are in ascending order and free of NaN.
  package func percentileOfSorted(_ percent: Double) -> Double? {
    guard let first, let last else { return nil }
    let rank = Swift.min(Swift.max(percent, 0), 100) / 100 * Double(count - 1)
    let low = Int(rank)
    guard low + 1 < count else { return count == 1 ? first : last }
    return self[low] + (self[low + 1] - self[low]) * (rank - Double(low))
  }
}
