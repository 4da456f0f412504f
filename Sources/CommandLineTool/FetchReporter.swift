import ReplayComposer
import Synchronization

/// Tells how many map tiles a film fetches from servers, and how far that is.
final class FetchReporter: Sendable {
  private struct State {
    var hasBar = false
    /// Tenths told last.
    var tenths = 0
  }
  private let mode: ProgressReporter.Mode
  private let terminal: Terminal
  private let state = Mutex(State())

  init(mode: ProgressReporter.Mode, terminal: Terminal) {
    self.mode = mode
    self.terminal = terminal
  }

  func update(_ progress: FetchProgress) {
    guard mode != .none else { return }
    state.withLock { state in
      let isLast = progress.tilesDone >= progress.tileCount
      if mode == .json {
        terminal.report(FetchReporter.json(progress))
        return
      }
      if progress.tilesDone == 0 {
        state = State()
        terminal.report(FetchReporter.budget(progress))
        return
      }
      if mode == .bar {
        state.hasBar = !isLast
        terminal.progress(isLast ? "\r\u{1B}[K" : "\r\(FetchReporter.summary(progress))\u{1B}[K")
        return
      }
      // A line every fifth of the way is enough.
      let tenths = 10 * progress.tilesDone / max(1, progress.tileCount)
      guard !isLast, progress.tileCount >= 50, tenths >= state.tenths + 2 else { return }
      state.tenths = tenths
      terminal.report(FetchReporter.summary(progress))
    }
  }

  /// What will be asked of a server, told before it is.
  static func budget(_ progress: FetchProgress) -> String {
    "fetching \(tiles(progress.tileCount)) from \(Terminal.printable(progress.host))"
      + " (at most \(progress.limit) a film, --max-tiles)"
  }

  static func summary(_ progress: FetchProgress) -> String {
    "\(progress.tilesDone)/\(tiles(progress.tileCount))"
  }

  static func json(_ progress: FetchProgress) -> String {
    "{\"tiles_fetched\":\(progress.tilesDone),\"tiles\":\(progress.tileCount),\"max_tiles\":\(progress.limit)}"
  }

  private static func tiles(_ count: Int) -> String { count == 1 ? "1 map tile" : "\(count) map tiles" }
}
