import Geometry
import Templates

/// One node of the scene graph, resolved: its box at rest, what it draws and how it moves.
package final class SceneNode: Sendable {
  /// Unique in the film, in paint order; the key of what renderers keep.
  package let index: Int
  package let id: String?
  /// Pixels of the canvas, at rest.
  package let box: Rect
  package let content: NodeContent
  package let children: [SceneNode]
  package let motion: NodeMotion
  /// How a stack places its children anew when some of them collapse; nil where none can.
  package let stacking: StackRule?

  package init(
    index: Int, id: String?, box: Rect, content: NodeContent, children: [SceneNode] = [],
    motion: NodeMotion = NodeMotion(), stacking: StackRule? = nil
  ) {
    self.index = index
    self.id = id
    self.box = box
    self.content = content
    self.children = children
    self.motion = motion
    self.stacking = stacking
  }
}

/// What changes the look of a whole node over time.
package struct NodeMotion: Sendable {
  package var opacity = Animated<Double>.constant(1)
  /// Degrees clockwise.
  package var rotation = Animated<Double>.constant(0)
  package var scale = Animated<Double>.constant(1)
  /// Pivot as a share of the box.
  package var origin = Vec2(0.5, 0.5)
  /// Pixels, added to the box at rest.
  package var offset = Animated<Vec2>.constant(.zero)
  /// Pixels, instead of the size at rest; grows from `sizeOrigin` (share of the box).
  package var width: Animated<Double>?
  package var height: Animated<Double>?
  package var sizeOrigin = Vec2.zero
  package var isClipped = false
  /// Seconds of scene time in which it is shown; the end is exclusive except at the end of the scene.
  package var from = 0.0
  package var to = Double.infinity
  /// Shown while true or not known at build time; nil is always.
  package var visibility: LiveExpression?
  /// Whether it gives up its space while it is not visible.
  package var collapses = false
  package var enter: Motion?
  package var exit: Motion?
  package var appearance: Appearance?
  package init() {}
}
