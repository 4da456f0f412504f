import Geometry
import Scenes

/// All that one frame shows: fully resolved, in pixels of the canvas, in paint order. A function of film and time.
package struct FrameState: Sendable {
  /// Seconds of film.
  package var time: Double
  package var background: Color
  /// The scene shown; two while one comes in over the other, the older first.
  package var layers: [SceneLayer]
  package init(time: Double, background: Color, layers: [SceneLayer]) {
    self.time = time
    self.background = background
    self.layers = layers
  }
}

/// One scene's part of a frame.
package struct SceneLayer: Sendable {
  /// Index in `Film.scenes`.
  package var scene: Int
  package var background: FillStyle
  package var opacity = 1.0
  /// The part of the canvas in which it is shown (a wipe); nil for all.
  package var window: Rect?
  /// About the middle of the canvas.
  package var scale = 1.0
  /// Laid over the layer (fade-through).
  package var veil: Color?
  package var items: [DrawItem]
  package init(scene: Int, background: FillStyle, items: [DrawItem]) {
    self.scene = scene
    self.background = background
    self.items = items
  }
}

/// A node in a frame. Nodes that are not seen are left out.
package struct DrawItem: Sendable {
  package var node: SceneNode
  /// Pixels before `transform`.
  package var box: Rect
  /// Of the node and all below it, 0…1.
  package var opacity = 1.0
  /// Applied to the node and all below it; nil for none.
  package var transform: Affine?
  package var isClipped = false
  /// The part of the box that is shown from the left, for a wipe.
  package var reveal = 1.0
  /// Pixels of blur.
  package var blur = 0.0
  package var content: DrawContent
  package var children: [DrawItem] = []
  package init(node: SceneNode, box: Rect, content: DrawContent) {
    self.node = node
    self.box = box
    self.content = content
  }
}

package enum DrawContent: Sendable {
  case none
  case panel(PanelState)
  case shape(ShapeContent.Kind, PanelState)
  case text(TextState)
  case image(ImageState)
  case chart(ChartState)
  case gauge(GaugeState)
  case table(TableState)
  case minimap(MinimapState)
  case world(WorldState)
}

package struct PanelState: Sendable, Hashable {
  package var fill: FillStyle
  package var radius: Double
  package var border: LineStyle?
}

package struct TextState: Sendable {
  package var text: String
  package var style: TextStyle
  package var color: Color
  /// Drawn size over `style.size`.
  package var sizeFactor = 1.0
  /// How lines, words or letters come in, one after the other; nil where the text moves as a whole.
  package var parts: PartMotion?
}

/// A staggered motion of a text's or table's parts.
package struct PartMotion: Sendable, Hashable {
  package var motion: Motion
  /// Seconds since the first part began.
  package var time: Double
  /// Whether it runs backwards (an exit).
  package var isExit: Bool

  package init(motion: Motion, time: Double, isExit: Bool) {
    self.motion = motion
    self.time = time
    self.isExit = isExit
  }

  /// 0 (not there) … 1 (in place) for a part.
  package func progress(of part: Int) -> Double {
    let share = (time - Double(part) * motion.stagger) / max(motion.duration, 1e-6)
    let eased = motion.easing(share)
    return isExit ? 1 - eased : eased
  }
}

package struct ImageState: Sendable, Hashable {
  package var focus: Vec2
  package var radius: Double
  package var tint: Color?
}

package struct CursorState: Sendable, Hashable {
  package var radius: Double
  package var color: Color
}

package struct ChartState: Sendable, Hashable {
  /// Share of the x axis up to which the run has come.
  package var progress: Double
  package var line: LineStyle
  package var fill: FillStyle
  package var cursor: CursorState?
}

package struct GaugeState: Sendable, Hashable {
  /// Filled share, 0…1; nil where the value is absent.
  package var share: Double?
  package var track: LineStyle
  package var line: LineStyle
  /// Degrees.
  package var sweep: Double
}

package struct TableState: Sendable, Hashable {
  package var rows: PartMotion?
}

package struct MinimapState: Sendable, Hashable {
  /// Metres along the shown path.
  package var shownDistance: Double
  package var color: Color
  package var width: Double
  package var glow: Double
  package var cursor: CursorState?
}
