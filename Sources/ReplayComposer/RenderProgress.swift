/// How far a film has come.
public struct RenderProgress: Sendable {
  /// Frames written.
  public var framesDone: Int
  /// Frames of the output.
  public var frameCount: Int
  /// Seconds since the first frame was begun.
  public var elapsed: Double

  /// Frames a second so far.
  public var framesPerSecond: Double { elapsed > 0 ? Double(framesDone) / elapsed : 0 }
  /// Seconds left at the speed so far; nil before the first frame.
  public var secondsLeft: Double? {
    framesDone > 0 ? elapsed / Double(framesDone) * Double(frameCount - framesDone) : nil
  }
}

/// How far fetching map tiles from servers has come.
public struct FetchProgress: Sendable, Equatable {
  /// The server, or the first of several.
  public var host: String
  /// Tiles that have come or could not be had.
  public var tilesDone: Int
  /// Tiles that are needed and not kept on this machine.
  public var tileCount: Int
  /// The most that this film may fetch.
  public var limit: Int
}
