import Encoding
import Synchronization

/// Sums what all workers spend on frames.
final class FrameTimes: Sendable {
  private let sums = Mutex((simulated: StageTime(), drawn: StageTime()))

  func add(simulated: StageTime, drawn: StageTime) {
    sums.withLock { sums in
      sums.simulated += simulated
      sums.drawn += drawn
    }
  }

  var value: (simulated: StageTime, drawn: StageTime) { sums.withLock { $0 } }
}
