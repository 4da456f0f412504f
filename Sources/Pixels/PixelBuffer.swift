/// A picture in memory: 32-bit premultiplied BGRA (Cairo's ARGB32 on little-endian machines), rows from the top.
///
/// It owns its memory. Loops go through `withPixels` and `withMutablePixels`, whose spans are bounds-checked.
public final class PixelBuffer {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Pixels (not bytes) from one row to the next.
  public let stride: Int
  private let storage: UnsafeMutablePointer<UInt32>

  /// A transparent picture. Sizes are those of a checked canvas; both must be positive.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0 && width <= 32_767 && height <= 32_767, "picture size out of range")
    self.width = width
    self.height = height
    // Rows of whole cache lines keep vector loads aligned.
    stride = (width + 15) & ~15
    storage = .allocate(capacity: stride * height)
    storage.initialize(repeating: 0, count: stride * height)
  }

  deinit { storage.deallocate() }

  /// Reads the pixels: 0xAARRGGBB words, `stride` a row.
  public func withPixels<R, E: Error>(_ body: (Span<UInt32>) throws(E) -> R) throws(E) -> R {
    try body(Span(_unsafeStart: storage, count: stride * height))
  }

  /// Changes the pixels: 0xAARRGGBB words, `stride` a row.
  public func withMutablePixels<R, E: Error>(_ body: (inout MutableSpan<UInt32>) throws(E) -> R) throws(E)
    -> R
  {
    var span = MutableSpan(_unsafeStart: storage, count: stride * height)
    return try body(&span)
  }

  /// The memory itself, for C libraries; valid as long as the buffer lives.
  public func withUnsafeMemory<R, E: Error>(
    _ body: (UnsafeMutablePointer<UInt32>, _ bytesPerRow: Int) throws(E) -> R
  ) throws(E) -> R {
    try body(storage, stride * 4)
  }

  /// Sets every pixel to one premultiplied word.
  public func clear(_ word: UInt32 = 0) { storage.update(repeating: word, count: stride * height) }
}
