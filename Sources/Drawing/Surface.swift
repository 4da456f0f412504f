import CCairo
import Pixels

/// A Cairo image surface over the memory of a picture, which it keeps alive.
///
/// Whoever touches the pixels besides Cairo calls `flush` before and `markDirty` after.
package final class Surface {
  let pointer: OpaquePointer
  package let buffer: PixelBuffer

  package init(_ buffer: PixelBuffer) throws(CairoError) {
    self.buffer = buffer
    let made = buffer.withUnsafeMemory { memory, bytesPerRow in
      memory.withMemoryRebound(to: UInt8.self, capacity: bytesPerRow * buffer.height) { bytes in
        cairo_image_surface_create_for_data(
          bytes, CAIRO_FORMAT_ARGB32, Int32(buffer.width), Int32(buffer.height), Int32(bytesPerRow))
      }
    }
    guard let made else { throw CairoError(message: "no surface") }
    let status = cairo_surface_status(made)
    if status != CAIRO_STATUS_SUCCESS { cairo_surface_destroy(made) }
    try CairoError.check(status, "cannot draw into \(buffer.width)×\(buffer.height) pixels")
    pointer = made
  }

  deinit { cairo_surface_destroy(pointer) }

  /// Ends Cairo's pending work, so that the pixels can be read or changed.
  package func flush() { cairo_surface_flush(pointer) }
  /// Tells Cairo that the pixels changed.
  package func markDirty() { cairo_surface_mark_dirty(pointer) }
}
