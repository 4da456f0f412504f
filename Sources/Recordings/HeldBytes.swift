import Glibc

/// The bytes of a file that is held whole. `realloc` moves pages instead of copying them, where an array that grows would
/// hold a large file twice.
final class HeldBytes {
  /// Bytes that are filled.
  var count = 0
  private var capacity = 0
  private var storage: UnsafeMutableRawPointer?

  deinit { free(storage) }

  /// The part behind the filled bytes, grown where there is none, up to `limit` in all; nil without memory.
  func room(limit: Int) -> UnsafeMutableRawBufferPointer? {
    if count == capacity {
      let larger = min(max(capacity * 2, 1 << 16), max(limit, count + 1))
      guard let moved = realloc(storage, larger) else { return nil }
      storage = moved
      capacity = larger
    }
    return storage.map { .init(start: $0 + count, count: capacity - count) }
  }

  /// The filled bytes, valid during the call.
  func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    withExtendedLifetime(self) { body(UnsafeRawBufferPointer(start: storage, count: count)) }
  }
}
