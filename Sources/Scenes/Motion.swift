import Geometry

/// An entrance or exit: multiplies opacity and adds an offset, so that it never fights with keys.
package struct Motion: Hashable, Sendable {
  package enum Preset: String, CaseIterable, Sendable {
    case none, fade, fadeUp = "fade-up", fadeDown = "fade-down", fadeLeft = "fade-left", fadeRight =
      "fade-right"
    case scale, wipe, blur, typeOn = "type-on"
  }
  package enum Part: String, CaseIterable, Sendable { case node, child, line, word, letter }
  package var preset = Preset.fade
  /// Seconds.
  package var duration = 0.5
  package var delay = 0.0
  package var easing = Easing.named(.cubic, .out)
  /// Seconds between parts.
  package var stagger = 0.0
  package var part = Part.node
  /// Pixels.
  package var distance = 48.0
  package init() {}
}

/// Shows a node for a while after events of the run.
package struct Appearance: Hashable, Sendable {
  package enum Event: String, CaseIterable, Sendable {
    case split, pause, bestSplit = "best-split", highPoint = "high-point"
  }
  package var event: Event
  /// Seconds of video.
  package var hold: Double
  package init(event: Event, hold: Double) {
    self.event = event
    self.hold = hold
  }
}
