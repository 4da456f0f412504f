/// Least value within a reach on both sides.
enum SlidingMinimum {
  static func of(_ values: [Double], reach: Int) -> [Double] {
    var result = values
    var queue: [Int] = []
    var head = 0
    var next = 0
    for k in values.indices {
      while next < values.count, next <= k + reach {
        while queue.count > head, values[queue[queue.count - 1]] >= values[next] { queue.removeLast() }
        queue.append(next)
        next += 1
      }
      while queue[head] < k - reach { head += 1 }
      result[k] = values[queue[head]]
    }
    return result
  }
}
