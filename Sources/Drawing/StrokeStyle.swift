/// How a path is stroked; lengths in the units of the context.
package struct StrokeStyle: Hashable, Sendable {
  package enum Cap: Sendable { case butt, round, square }
  package enum Join: Sendable { case miter, round, bevel }
  package var width: Double
  package var cap: Cap
  package var join: Join
  /// Lengths on and off; empty for a whole line.
  package var dash: [Double]
  package var dashPhase: Double

  package init(
    width: Double, cap: Cap = .round, join: Join = .round, dash: [Double] = [], dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.dash = dash
    self.dashPhase = dashPhase
  }
}

/// How drawn colour meets what is there.
package enum BlendMode: String, CaseIterable, Sendable {
  /// Covers by opacity.
  case over
  /// Adds light: glows on dark grounds.
  case add
  case multiply, screen
  /// Replaces colour and opacity.
  case source
  /// Keeps what is there only where something is drawn.
  case destinationIn
  /// Removes what is there where something is drawn.
  case destinationOut
}
