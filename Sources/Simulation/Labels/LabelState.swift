import Geometry
import Scenes

/// A name in a frame.
package struct LabelState: Sendable, Hashable {
  package var label: MapLabel
  /// Pixels of the node's box at which its place appears.
  package var point: Vec2
  /// 0…1.
  package var opacity: Double
  package init(label: MapLabel, point: Vec2, opacity: Double) {
    self.label = label
    self.point = point
    self.opacity = opacity
  }
  /// The pixels it covers.
  package var box: Rect { label.box(at: point) }
}
