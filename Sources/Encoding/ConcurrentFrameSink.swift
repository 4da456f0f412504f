import Pixels

/// A sink that takes frames in any order from several threads at once, because none depends on another.
package protocol ConcurrentFrameSink: FrameSink, Sendable {
  /// Makes what one thread needs to write frames; called on that thread.
  func makeFrameWriter() throws(EncodingError) -> any NumberedFrameWriter
}

/// One thread's access to a `ConcurrentFrameSink`.
package protocol NumberedFrameWriter: AnyObject {
  /// Writes the frame with the film's number.
  func write(_ frame: PixelBuffer, number: Int) throws(EncodingError)
}
