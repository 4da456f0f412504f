import Geometry

/// Values at strictly ascending scene times, clamped outside; each key's easing is the curve into it.
package struct Keyframes<Value: Interpolatable>: Sendable {
  package struct Key: Sendable {
    /// Seconds of scene time.
    package var time: Double
    package var value: Value
    package var easing: Easing
    package init(time: Double, value: Value, easing: Easing = .named(.cubic, .out)) {
      self.time = time
      self.value = value
      self.easing = easing
    }
  }
  package let keys: [Key]

  /// Keys in ascending order of time; nil when there is none.
  package init?(_ keys: [Key]) {
    guard !keys.isEmpty else { return nil }
    self.keys = keys
  }

  /// The value at a scene time in seconds.
  package func value(at time: Double) -> Value {
    guard let first = keys.first, let last = keys.last else { preconditionFailure("no keys") }
    if time <= first.time { return first.value }
    if time >= last.time { return last.value }
    var low = 0
    var high = keys.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle } else { high = middle }
    }
    let a = keys[low]
    let b = keys[high]
    return a.value.interpolated(to: b.value, b.easing((time - a.time) / (b.time - a.time)))
  }
}

extension Keyframes.Key: Equatable where Value: Equatable {}
extension Keyframes.Key: Hashable where Value: Hashable {}
extension Keyframes: Equatable where Value: Equatable {}
extension Keyframes: Hashable where Value: Hashable {}
