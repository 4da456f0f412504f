import Encoding
import Glibc

/// Measures what a film costs beside the encoding of its frames alone, in one process.
package struct RenderBenchmark {
  /// One measurement, several times.
  package struct Series: Sendable {
    /// Such as `whole`.
    package var name: String
    /// Seconds of all threads on a core, one a round.
    package var cpu: [Double] = []
    /// Seconds that passed, one a round.
    package var wall: [Double] = []
  }

  package let replay: Replay
  /// The frames that are rendered.
  package let frames: Range<Int>
  /// The film as rendered and encoded; the frames encoded alone; raw frames; PNG pictures.
  package private(set) var whole = Series(name: "film, rendered and encoded")
  package private(set) var encoding = Series(name: "the same frames, encoded alone")
  package private(set) var raw = Series(name: "raw frames, not encoded")
  package private(set) var pictures = Series(name: "PNG pictures")
  /// Stages of the last whole round.
  package private(set) var stages = StageTimings()
  /// Most memory in use while the film was rendered, in bytes, before frames were kept for encoding alone.
  package private(set) var peakMemory = 0

  /// Frames from a quarter of the film on, where the run is on its way.
  package init(replay: Replay, frameCount: Int) {
    self.replay = replay
    let count = max(1, min(frameCount, replay.frameCount))
    let first = min(replay.frameCount / 4, replay.frameCount - count)
    frames = first..<first + count
  }

  /// Renders and encodes everything so many times; files lie in `folder` while they are made.
  package mutating func run(
    rounds: Int, output: OutputOptions, folder: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ReplayError) {
    var options = try replay.encoderOptions(output)
    options.extent = FilmExtent(filmFrames: replay.frameCount, frames: frames)
    options.verifies = false
    let film = folder + "/bench.mp4"
    defer {
      unlink(film)
      for number in frames { unlink("\(folder)/\(number).png") }
    }
    // A copy, because the closures below run while one of the series changes.
    let subject = self
    // The rounds of one kind lie between those of the others, so that a busy machine slows all alike.
    var store: FrameStore?
    for round in 0..<rounds {
      stages = try RenderBenchmark.measure(&whole) { () throws(ReplayError) in
        try subject.render(to: film, options, isCancelled)
      }
      if round == 0 { peakMemory = RenderBenchmark.peakResidentBytes }
      let kept: FrameStore
      if let store {
        kept = store
      } else {
        kept = try subject.keep(options, isCancelled)
      }
      store = kept
      try RenderBenchmark.measure(&encoding) { () throws(ReplayError) in
        do throws(EncodingError) {
          try kept.encode(to: film)
        } catch {
          throw ReplayError(error)
        }
      }
      _ = try RenderBenchmark.measure(&raw) { () throws(ReplayError) in
        try subject.render(to: "/dev/null", options, isCancelled)
      }
      _ = try RenderBenchmark.measure(&pictures) { () throws(ReplayError) in
        try subject.render(to: folder + "/%d.png", options, isCancelled)
      }
    }
  }

  private func render(
    to path: String, _ options: EncoderOptions, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ReplayError) -> StageTimings {
    let sink: any FrameSink
    do throws(EncodingError) {
      sink = try FrameOutput.open(OutputFormat(path: path, codec: nil), path: path, options: options)
    } catch {
      throw ReplayError(error)
    }
    return try replay.render(into: sink, frames: frames, isCancelled: isCancelled)
  }

  private func keep(
    _ options: EncoderOptions, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ReplayError) -> FrameStore {
    let store: FrameStore
    do throws(EncodingError) {
      store = try FrameStore(container: .mp4, codec: .h264, options: options)
    } catch {
      throw ReplayError(error)
    }
    try replay.render(into: store, frames: frames, isCancelled: isCancelled)
    return store
  }

  private static func measure<R>(
    _ series: inout Series, _ body: () throws(ReplayError) -> R
  ) throws(ReplayError) -> R {
    let (cpu, wall) = (StageTime.processSeconds(), StageTime.seconds())
    let result = try body()
    series.cpu.append(StageTime.processSeconds() - cpu)
    series.wall.append(StageTime.seconds() - wall)
    return result
  }

  /// Most resident memory that the process ever had.
  package static var peakResidentBytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss) * 1024
  }
}
