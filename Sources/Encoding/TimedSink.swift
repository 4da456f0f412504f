/// A sink that knows where its time goes.
package protocol TimedSink: FrameSink {
  var conversionTime: StageTime { get }
  /// The calling thread's part only: encoders have threads of their own.
  var encodingTime: StageTime { get }
  var muxingTime: StageTime { get }
}
