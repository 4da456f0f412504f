import Encoding
import Formatting
import Pixels
import Recordings
import Routes
import Scenes

extension Replay {
  func extent(_ output: OutputOptions) throws(ReplayError) -> FilmExtent {
    try Replay.extent(output, frameCount: frameCount, frameRate: frameRate)
  }

  /// Frames that an output holds of a film.
  package static func extent(
    _ output: OutputOptions, frameCount: Int, frameRate: FrameRate
  ) throws(ReplayError) -> FilmExtent {
    let framesPerSecond = frameRate.value
    if let segment = output.segment {
      do throws(EncodingError) {
        let parts = FilmParts(film: frameCount, frameRate: frameRate)
        return FilmExtent(
          filmFrames: frameCount, frames: try parts.segment(segment.number, of: segment.total))
      } catch {
        throw ReplayError(error)
      }
    }
    let (from, to) = output.redo.map { ($0.from, $0.to) } ?? (output.from, output.to)
    let first = from.map { $0.frame(count: frameCount + 1, fps: framesPerSecond) } ?? 0
    let last = to.map { $0.frame(count: frameCount + 1, fps: framesPerSecond) } ?? frameCount
    guard first < last else {
      throw ReplayError(
        .usage, "the part from \(output.redo == nil ? "--from to --to" : "--redo") has no frame")
    }
    if output.redo != nil {
      let parts = FilmParts(film: frameCount, frameRate: frameRate)
      return FilmExtent(filmFrames: frameCount, frames: parts.aligned(first..<last))
    }
    return FilmExtent(filmFrames: frameCount, frames: first..<last)
  }

  func encoderOptions(_ output: OutputOptions) throws(ReplayError) -> EncoderOptions {
    var encoder = EncoderOptions(
      width: width, height: height, frameRate: frameRate, extent: try extent(output))
    encoder.crf = output.quality
    encoder.preset = output.preset
    encoder.bitrate = output.bitrate
    encoder.codec = output.codec
    encoder.pixelFormat = output.pixelFormat
    encoder.quality = output.pictureQuality
    encoder.transparent = options.isTransparent
    encoder.verifies = output.verifies
    encoder.metadata.tool = "replay-composer \(Version.current)"
    // Credit of map data is no choice of the user's.
    let comments = [output.writesMetadata ? output.comment : nil].compactMap { $0 } + attribution
    encoder.metadata.comment = comments.isEmpty ? nil : comments.joined(separator: "\n")
    if output.writesMetadata {
      encoder.metadata.title = output.title ?? title
      encoder.metadata.recipe = output.recipe
      encoder.metadata.date = route.startTime.map { start in
        let zone = FormatContext.ZoneRule.offset(route.utcOffset ?? 0)
        return MetricFormatter(FormatContext(timeZone: zone)).date(start, pattern: "yyyy-MM-dd")
      }
      // The moment the run began, by which photo libraries sort; the clock of the machine would make films differ.
      encoder.metadata.creationTime = route.startTime.flatMap { Int(exactly: $0.rounded(.down)) }
      encoder.metadata.posterFrame = poster.frame(count: frameCount, fps: framesPerSecond)
      if film.scenes.count > 1 {
        encoder.metadata.chapters = film.scenes.map { scene in
          let first = Int((scene.start * framesPerSecond).rounded())
          let last = Int(((scene.start + scene.duration) * framesPerSecond).rounded())
          return MovieMetadata.Chapter(title: scene.id, frames: first..<max(first + 1, min(last, frameCount)))
        }
      }
    }
    return encoder
  }

  /// Writes the film. The name's ending decides the format; the file appears when it is complete.
  ///
  /// - Parameters:
  ///   - path: `film.mp4`, `.webm`, `.mov`, `.mkv`, `.gif`, `.webp`, `.y4m`, a pattern such as `frames/%05d.png`, or
  ///     `-` for Y4M on standard output.
  ///   - isCancelled: Asked between frames, from several threads; true ends with an error of kind `cancelled`.
  ///   - progress: Called on the calling thread after each frame.
  /// - Returns: Where the time went.
  @discardableResult
  public func render(
    to path: String, output: OutputOptions = OutputOptions(),
    isCancelled: @escaping @Sendable () -> Bool = { false }, progress: (RenderProgress) -> Void = { _ in }
  ) throws(ReplayError) -> StageTimings {
    let encoder = try encoderOptions(output)
    // Before there is any file.
    try fetchTiles(for: encoder.extent.frames, isCancelled: isCancelled)
    let sink: any FrameSink
    do throws(EncodingError) {
      let format = try OutputFormat(path: path, codec: output.codec)
      sink = try FrameOutput.open(format, path: path, options: encoder, redoes: output.redo != nil)
    } catch {
      throw ReplayError(error)
    }
    return try draw(encoder.extent.frames, into: sink, isCancelled: isCancelled, progress: progress)
  }

  /// Draws frames into any sink, in order, and finishes it; cancels it when something fails.
  @discardableResult
  public func render(
    into sink: any FrameSink, frames: Range<Int>? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, progress: (RenderProgress) -> Void = { _ in }
  ) throws(ReplayError) -> StageTimings {
    let frames = frames ?? 0..<frameCount
    do throws(ReplayError) { try fetchTiles(for: frames, isCancelled: isCancelled) } catch {
      sink.cancel()
      throw error
    }
    return try draw(frames, into: sink, isCancelled: isCancelled, progress: progress)
  }

  private func draw(
    _ frames: Range<Int>, into sink: any FrameSink, isCancelled: @escaping @Sendable () -> Bool,
    progress: (RenderProgress) -> Void
  ) throws(ReplayError) -> StageTimings {
    let start = StageTime.seconds()
    let cpu = StageTime.processSeconds()
    let times = FrameTimes()
    let scheduler = FrameScheduler(
      width: width, height: height, frames: frames, workers: max(1, options.workers ?? Processors.count),
      isCancelled: isCancelled
    ) { () throws(ReplayError) in try makePainter(times: times) }
    do throws(ReplayError) {
      try scheduler.run(into: sink) { count in
        progress(
          RenderProgress(
            framesDone: count, frameCount: frames.count, elapsed: StageTime.seconds() - start))
      }
      if isCancelled() { throw ReplayError(.cancelled, "stopped") }
      do throws(EncodingError) {
        try sink.finish()
      } catch {
        throw ReplayError(error)
      }
    } catch {
      sink.cancel()
      throw error
    }
    var timings = StageTimings()
    for stage in preparation { timings.add(stage.stage, stage.time) }
    let drawn = times.value
    timings.add("frame state", drawn.simulated)
    timings.add("drawing", drawn.drawn)
    timings.totalCPU = StageTime.processSeconds() - cpu
    timings.totalWall = StageTime.seconds() - start
    if let timed = sink as? any TimedSink {
      timings.add("conversion", timed.conversionTime)
      timings.add("muxing", timed.muxingTime)
      // Encoders work on threads of their own: what is left of the process's time is theirs.
      var encoding = StageTime()
      encoding.cpu = max(
        timed.encodingTime.cpu,
        timings.totalCPU - drawn.simulated.cpu - drawn.drawn.cpu - timed.conversionTime.cpu
          - timed.muxingTime.cpu)
      encoding.wall = timed.encodingTime.wall
      encoding.count = frames.count
      timings.add("encoding", encoding)
    }
    return timings
  }

  /// Writes one frame as a picture (`.png`, `.jpg`, `.webp`).
  public func writeFrame(_ number: Int, to path: String, output: OutputOptions = OutputOptions())
    throws(ReplayError)
  {
    var encoder = try encoderOptions(OutputOptions())
    encoder.quality = output.pictureQuality
    encoder.extent = FilmExtent(filmFrames: frameCount, frames: number..<number + 1)
    let sink: any FrameSink
    do throws(EncodingError) {
      let format = try OutputFormat(path: path, purpose: .still)
      sink = try FrameOutput.open(format, path: path, options: encoder)
    } catch {
      throw ReplayError(error)
    }
    do throws(ReplayError) {
      let picture = try frame(number)
      do throws(EncodingError) {
        try sink.append(picture)
        try sink.finish()
      } catch {
        throw ReplayError(error)
      }
    } catch {
      sink.cancel()
      throw error
    }
  }
}
