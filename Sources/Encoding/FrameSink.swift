import Pixels

/// Takes finished frames in order and writes them somewhere.
public protocol FrameSink: AnyObject {
  /// Appends the next frame, which has the size the sink was opened with.
  func append(_ frame: PixelBuffer) throws(EncodingError)
  /// Completes the output and puts it under its final name.
  func finish() throws(EncodingError)
  /// Gives up: nothing is left under the final name or beside it. May be called at any time, also after a failure.
  func cancel()
}
