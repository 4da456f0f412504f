import Synchronization

/// Numbers that are unique within the process.
final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}
