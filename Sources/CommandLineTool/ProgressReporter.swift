import ReplayComposer

/// Tells how far a film has come: a bar on a terminal, a line every few seconds elsewhere, or JSON lines for programs.
package final class ProgressReporter {
  package enum Mode: String, CaseIterable, Sendable {
    case auto, bar, lines, json, none
  }
  private let mode: Mode
  private let terminal: Terminal
  private var lastShown = -Double.infinity
  private var hasBar = false

  package init(mode: Mode, terminal: Terminal) {
    self.mode = mode
    self.terminal = terminal
  }

  /// Seconds between two messages.
  private var interval: Double {
    switch mode {
    case .bar: 0.1
    case .json: 0.5
    default: 3
    }
  }

  package func update(_ progress: RenderProgress) {
    guard mode != .none else { return }
    let isLast = progress.framesDone == progress.frameCount
    guard isLast || progress.elapsed - lastShown >= interval else { return }
    // Short films need no line of progress.
    if mode == .lines, isLast, lastShown < 0 { return }
    if mode == .lines, progress.elapsed < interval { return }
    lastShown = progress.elapsed
    switch mode {
    case .bar:
      hasBar = true
      terminal.progress("\r" + ProgressReporter.bar(progress) + "\u{1B}[K")
    case .lines: terminal.report(ProgressReporter.summary(progress))
    case .json: terminal.report(ProgressReporter.json(progress))
    case .auto, .none: break
    }
  }

  /// Clears the bar, so that what follows stands on a line of its own.
  package func end() {
    if hasBar { terminal.progress("\r\u{1B}[K") }
    hasBar = false
  }

  static func summary(_ progress: RenderProgress) -> String {
    var text = "\(progress.framesDone)/\(progress.frameCount) frames, \(tenths(progress.framesPerSecond)) fps"
    if let left = progress.secondsLeft, progress.framesDone < progress.frameCount {
      text += ", \(clock(left)) left"
    }
    return text
  }

  static func bar(_ progress: RenderProgress) -> String {
    let width = 28
    let share = progress.frameCount > 0 ? Double(progress.framesDone) / Double(progress.frameCount) : 1
    let eighths = Int((share * Double(width * 8)).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    var text = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    text += String(repeating: " ", count: max(0, width - text.count))
    return "▕\(text)▏ \(Int(share * 100))%  \(summary(progress))"
  }

  static func json(_ progress: RenderProgress) -> String {
    let left = progress.secondsLeft.map { tenths($0) } ?? "null"
    return
      "{\"frame\":\(progress.framesDone),\"frames\":\(progress.frameCount),\"fps\":\(tenths(progress.framesPerSecond)),\"elapsed_s\":\(tenths(progress.elapsed)),\"left_s\":\(left)}"
  }

  static func tenths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "0.0" }
    let whole = Int((value * 10).rounded())
    return "\(whole / 10).\(abs(whole % 10))"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e7).rounded(.up))
    return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
  }
}
