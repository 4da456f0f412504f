import Synchronization

/// Keeps decoded tiles within a budget of bytes; the ones not asked for longest go first. A tile that is absent is kept
/// too.
final class TileCache<Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value?
    var cost: Int
    var lastUse: UInt64
  }
  private struct State {
    var entries: [TileID: Entry] = [:]
    var cost = 0
    var clock: UInt64 = 0
  }
  private let state = Mutex(State())
  private let budget: Int

  init(budget: Int) { self.budget = budget }

  /// The kept value, or what `make` makes. Two threads may make the same value; the lock is not held meanwhile.
  func value(_ id: TileID, make: () -> (value: Value?, cost: Int)) -> Value? {
    let known = state.withLock { state -> Value?? in
      state.clock += 1
      guard state.entries[id] != nil else { return nil }
      state.entries[id]?.lastUse = state.clock
      return .some(state.entries[id]?.value)
    }
    if let known { return known }
    let made = make()
    state.withLock { state in
      if let old = state.entries[id] { state.cost -= old.cost }
      state.entries[id] = Entry(value: made.value, cost: made.cost, lastUse: state.clock)
      state.cost += made.cost
      guard state.cost > budget else { return }
      // To three quarters at once, so that sorting stays rare.
      for (old, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where old != id {
        guard state.cost > budget / 4 * 3 else { break }
        state.entries[old] = nil
        state.cost -= entry.cost
      }
    }
    return made.value
  }
}
