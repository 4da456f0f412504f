import Geometry

/// A name that may stand on the map of a world node, with its final look; which ones do, and when, is decided once for
/// the film.
package struct MapLabel: Sendable, Hashable {
  package var text: String
  package var style: TextStyle
  package var color: Color
  /// Of the soft edge that lifts it from the ground.
  package var halo: Color
  /// Local metres.
  package var position: Vec2
  /// What the text takes up, pixels.
  package var size: Vec2
  /// Order of choice: lower goes first.
  package var rank: Double
  /// Metres from the eye beyond which it is not shown.
  package var reach: Double
  /// Whether it stands above its place with a small triangle on it (a peak), not around it.
  package var isPeak: Bool

  package init(
    text: String, style: TextStyle, color: Color, halo: Color, position: Vec2, size: Vec2, rank: Double,
    reach: Double, isPeak: Bool = false
  ) {
    self.text = text
    self.style = style
    self.color = color
    self.halo = halo
    self.position = position
    self.size = size
    self.rank = rank
    self.reach = reach
    self.isPeak = isPeak
  }

  /// The pixels it covers where its place appears at `point`.
  package func box(at point: Vec2) -> Rect {
    let center = isPeak ? point - Vec2(0, size.y / 2 + peakMark * 1.4) : point
    return Rect(
      x: center.x - size.x / 2, y: center.y - size.y / 2, width: size.x,
      height: size.y + (isPeak ? peakMark * 2 : 0))
  }

  /// Half the width of a peak's triangle, pixels.
  package var peakMark: Double { 0.3 * style.size }
}
