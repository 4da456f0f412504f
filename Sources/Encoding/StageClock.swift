import Glibc

/// Time that one kind of work took.
package struct StageTime: Sendable, Equatable {
  /// Seconds of this thread on a core.
  package var cpu: Double = 0
  /// Seconds that passed.
  package var wall: Double = 0
  /// How often.
  package var count = 0

  package init() {}

  package static func += (sum: inout StageTime, other: StageTime) {
    sum.cpu += other.cpu
    sum.wall += other.wall
    sum.count += other.count
  }

  /// Does something and adds the time of the calling thread.
  package mutating func measure<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let (cpu, wall) = (StageTime.threadSeconds(), StageTime.seconds())
    defer {
      self.cpu += StageTime.threadSeconds() - cpu
      self.wall += StageTime.seconds() - wall
      count += 1
    }
    return try body()
  }

  /// Seconds of a clock that only goes forward.
  package static func seconds() -> Double { read(CLOCK_MONOTONIC) }
  /// Seconds that the calling thread was on a core.
  package static func threadSeconds() -> Double { read(CLOCK_THREAD_CPUTIME_ID) }
  /// Seconds that all threads of the process were on a core.
  package static func processSeconds() -> Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
