import Dispatch
import Encoding
import Pixels
import Synchronization

/// Draws frames on several workers and hands them on in order, with a bounded number of pictures in flight.
struct FrameScheduler: Sendable {
  /// Draws the frame with a number over all of a picture.
  typealias Painter = (_ number: Int, _ picture: PixelBuffer) throws(ReplayError) -> Void

  let width: Int
  let height: Int
  /// Numbers of the frames.
  let frames: Range<Int>
  let workers: Int
  /// Asked before each frame.
  let isCancelled: @Sendable () -> Bool
  /// Called once on each worker's own thread.
  let makePainter: @Sendable () throws(ReplayError) -> Painter

  /// Draws all frames into a sink. The caller's thread feeds a sink that wants order; `progress` is called on it.
  func run(into sink: any FrameSink, progress: (Int) -> Void) throws(ReplayError) {
    if let concurrent = sink as? any ConcurrentFrameSink {
      try runUnordered(into: concurrent, progress: progress)
    } else {
      try runOrdered(into: sink, progress: progress)
    }
  }

  private func runOrdered(into sink: any FrameSink, progress: (Int) -> Void) throws(ReplayError) {
    // One picture in each worker's hands, one waiting, one with the sink: encoders have a queue of their own.
    let exchange = FrameExchange(
      frames: frames, pictures: (0..<workers + 2).map { _ in PixelBuffer(width: width, height: height) })
    start(exchange) { number, picture in exchange.put(number, picture) }
    defer { exchange.stop() }
    for number in frames {
      if isCancelled() { throw ReplayError(.cancelled, "stopped") }
      let picture = try exchange.take(number)
      do throws(EncodingError) {
        try sink.append(picture)
      } catch {
        throw ReplayError(error)
      }
      exchange.giveBack(picture)
      progress(number - frames.lowerBound + 1)
    }
  }

  private func runUnordered(into sink: any ConcurrentFrameSink, progress: (Int) -> Void) throws(ReplayError) {
    let exchange = FrameExchange(
      frames: frames, pictures: (0..<workers).map { _ in PixelBuffer(width: width, height: height) })
    start(exchange, writer: sink) { _, picture in
      exchange.giveBack(picture)
      exchange.markDone()
    }
    defer { exchange.stop() }
    for count in 1...max(1, frames.count) where !frames.isEmpty {
      if isCancelled() { throw ReplayError(.cancelled, "stopped") }
      try exchange.waitForOne()
      progress(count)
    }
  }

  /// Starts the workers. `done` gets every drawn picture, on the worker's thread.
  private func start(
    _ exchange: FrameExchange, writer sink: (any ConcurrentFrameSink)? = nil,
    done: @escaping @Sendable (Int, PixelBuffer) -> Void
  ) {
    for _ in 0..<workers {
      exchange.enter()
      DispatchQueue.global(qos: .userInitiated).async {
        defer { exchange.leave() }
        do throws(ReplayError) {
          let paint = try makePainter()
          let writer = try FrameScheduler.writer(of: sink)
          while !isCancelled(), let (number, picture) = exchange.next() {
            try paint(number, picture)
            if let writer {
              do throws(EncodingError) {
                try writer.write(picture, number: number)
              } catch {
                throw ReplayError(error)
              }
            }
            done(number, picture)
          }
        } catch {
          exchange.fail(error)
        }
        if isCancelled() { exchange.fail(ReplayError(.cancelled, "stopped")) }
      }
    }
  }

  private static func writer(of sink: (any ConcurrentFrameSink)?) throws(ReplayError)
    -> (any NumberedFrameWriter)?
  {
    do throws(EncodingError) {
      return try sink?.makeFrameWriter()
    } catch {
      throw ReplayError(error)
    }
  }
}

/// Where workers and the sink meet. Each picture is in the hands of one of them at a time.
private final class FrameExchange: @unchecked Sendable {
  private let frames: Range<Int>
  private let free: DispatchSemaphore
  private let ready = DispatchSemaphore(value: 0)
  private let group = DispatchGroup()
  private let lock = Mutex(())
  // Below: only under the lock.
  private var pictures: [PixelBuffer]
  private var upcoming = 0
  private var finished: [Int: PixelBuffer] = [:]
  private var error: ReplayError?
  private var isStopped = false
  private let workerLimit: Int

  init(frames: Range<Int>, pictures: [PixelBuffer]) {
    self.frames = frames
    self.pictures = pictures
    workerLimit = pictures.count
    upcoming = frames.lowerBound
    free = DispatchSemaphore(value: 0)
    for _ in pictures { free.signal() }
  }

  func enter() { group.enter() }
  func leave() { group.leave() }

  /// The next frame's number and a picture for it, or nil when there is nothing left to draw.
  func next() -> (Int, PixelBuffer)? {
    // The picture comes first: whoever holds a number can always finish it.
    free.wait()
    return withLock {
      guard !isStopped, error == nil, upcoming < frames.upperBound, let picture = pictures.popLast() else {
        free.signal()
        return nil
      }
      defer { upcoming += 1 }
      return (upcoming, picture)
    }
  }

  /// A drawn frame for the sink.
  func put(_ number: Int, _ picture: PixelBuffer) {
    withLock { finished[number] = picture }
    ready.signal()
  }

  /// Waits for a frame.
  func take(_ number: Int) throws(ReplayError) -> PixelBuffer {
    while true {
      let (picture, fault) = withLock { (finished.removeValue(forKey: number), error) }
      if let picture { return picture }
      if let fault { throw fault }
      ready.wait()
    }
  }

  func giveBack(_ picture: PixelBuffer) {
    withLock { pictures.append(picture) }
    free.signal()
  }

  func markDone() { ready.signal() }

  /// Waits until a worker has written one more frame.
  func waitForOne() throws(ReplayError) {
    ready.wait()
    if let fault = withLock({ error }) { throw fault }
  }

  func fail(_ fault: ReplayError) {
    withLock { if error == nil { error = fault } }
    ready.signal()
    free.signal()
  }

  /// Ends the workers and waits for them.
  func stop() {
    withLock { isStopped = true }
    for _ in 0..<workerLimit + 1 { free.signal() }
    group.wait()
    // The runtime wants semaphores back at no less than their first value, which is zero.
  }

  private func withLock<R>(_ body: () -> R) -> R { lock.withLock { _ in body() } }
}
