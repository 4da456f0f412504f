import Geometry
import Templates

/// What a node draws. Lengths in pixels, colours final unless animated.
package indirect enum NodeContent: Sendable {
  /// A group, stack or repeat with an optional panel behind its children.
  case group(PanelContent)
  case text(TextContent)
  case shape(ShapeContent)
  case image(ImageContent)
  case chart(ChartContent)
  case gauge(GaugeContent)
  case table(TableContent)
  case minimap(MinimapContent)
  case world(WorldContent)
  case spacer
}

package struct PanelContent: Sendable {
  package var fill = Animated<FillStyle>.constant(.none)
  package var radius = Animated<Double>.constant(0)
  package var border: AnimatedLine?
  package init() {}
}

package struct ShapeContent: Sendable {
  package enum Kind: String, CaseIterable, Sendable { case rect, ellipse, line }
  package var kind = Kind.rect
  package var fill = Animated<FillStyle>.constant(.none)
  package var radius = Animated<Double>.constant(0)
  package var border: AnimatedLine?
  package init() {}
}

package struct TextContent: Sendable {
  package enum Source: Sendable {
    case constant(String)
    case live(LiveText)
  }
  package var source: Source
  package var style: TextStyle
  package var color: Animated<Color>
  /// Colour of `missing` where the value of a live text is absent.
  package var missingColor: Color
  package var missing: String
  package var stroke: LineStyle?
  package var shadow: ShadowStyle?
  package var wraps = true
  package var maxLines = 50
  /// Whether lines break at the box; a text as wide as its words has no need.
  package var hasFixedWidth = false
  /// Drawn size over `style.size`, where the size is animated.
  package var sizeFactor = Animated<Double>.constant(1)
  /// Seconds in which the numbers run from 0 to their value.
  package var countUp = 0.0
  package init(source: Source, style: TextStyle, color: Animated<Color>) {
    self.source = source
    self.style = style
    self.color = color
    missingColor = color.restValue
    missing = "–"
  }
}

package struct ShadowStyle: Hashable, Sendable {
  /// Opacity included.
  package var color: Color
  package var blur: Double
  package var offset: Vec2
  package init(color: Color, blur: Double, offset: Vec2) {
    self.color = color
    self.blur = blur
    self.offset = offset
  }
}

package struct ImageContent: Sendable {
  package enum Fit: String, CaseIterable, Sendable { case cover, contain, stretch, none }
  /// Index in `Film.images`.
  package var asset: Int
  package var fit = Fit.cover
  /// Share of the image that stays in view.
  package var focus = Animated<Vec2>.constant(Vec2(0.5, 0.5))
  package var radius = Animated<Double>.constant(0)
  package var tint: Animated<Color>?
  package init(asset: Int) { self.asset = asset }
}

/// A moving point on a chart or overview.
package struct CursorStyle: Sendable {
  package enum Shape: String, CaseIterable, Sendable { case dot, ring, pin, tick, none }
  package var shape = Shape.dot
  package var radius: Animated<Double>
  package var color: Animated<Color>
  package init(radius: Animated<Double>, color: Animated<Color>) {
    self.radius = radius
    self.color = color
  }
}

/// A metric along the run. Points are shares of the box: x 0…1 along the run, y 0 (bottom) … 1 (top).
package struct ChartContent: Sendable {
  package struct Point: Hashable, Sendable {
    package var x: Double
    /// nil where the metric is not known.
    package var y: Double?
    package init(x: Double, y: Double?) {
      self.x = x
      self.y = y
    }
  }
  package enum Axis: String, CaseIterable, Sendable { case distance, time }
  package var points: [Point]
  /// One colour a point, from a scale.
  package var colors: [Color]?
  package var axis = Axis.distance
  /// Whether the bright part ends at the runner.
  package var revealsWithRun = true
  package var line: AnimatedLine
  package var fill = Animated<FillStyle>.constant(.none)
  /// Colour of what has not been run yet.
  package var rest: Color
  package var cursor: CursorStyle?
  package init(points: [Point], line: AnimatedLine, rest: Color) {
    self.points = points
    self.line = line
    self.rest = rest
  }
}

package struct GaugeContent: Sendable {
  package enum Kind: String, CaseIterable, Sendable { case bar, arc, ring }
  package var kind = Kind.bar
  package enum Value: Sendable {
    case constant(Double?)
    case live(LiveExpression)
  }
  package var value: Value
  package var minimum = 0.0
  package var maximum = 1.0
  package var track: AnimatedLine
  package var line: AnimatedLine
  /// Degrees of an arc.
  package var sweep = Animated<Double>.constant(240)
  package init(value: Value, track: AnimatedLine, line: AnimatedLine) {
    self.value = value
    self.track = track
    self.line = line
  }
}

/// A table with final texts; boxes relative to the node's own.
package struct TableContent: Sendable {
  package struct Cell: Hashable, Sendable {
    package var text: String
    package var style: TextStyle
    package var color: Color
    package var box: Rect
    package init(text: String, style: TextStyle, color: Color, box: Rect) {
      self.text = text
      self.style = style
      self.color = color
      self.box = box
    }
  }
  package struct Bar: Hashable, Sendable {
    package var color: Color
    package var box: Rect
    package init(color: Color, box: Rect) {
      self.color = color
      self.box = box
    }
  }
  package struct Row: Hashable, Sendable {
    package var box: Rect
    package var fill: Color?
    package var bars: [Bar]
    package var cells: [Cell]
    package init(box: Rect, fill: Color? = nil, bars: [Bar] = [], cells: [Cell] = []) {
      self.box = box
      self.fill = fill
      self.bars = bars
      self.cells = cells
    }
  }
  package var rows: [Row]
  package init(rows: [Row]) { self.rows = rows }
}

/// A flat overview; points in pixels relative to the node's box.
package struct MinimapContent: Sendable {
  package var points: [Vec2]
  /// Metres along the shown path at each point.
  package var distances: [Double]
  /// Indices after which the line is broken.
  package var gaps: Set<Int>
  package var colors: [Color]?
  package var color: Animated<Color>
  package var width: Animated<Double>
  package var glow: Animated<Double>
  package var ahead: LineStyle?
  package var casing: LineStyle?
  package var draw = RouteStyle.Draw.now
  package var dot: CursorStyle?
  package init(points: [Vec2], distances: [Double], color: Animated<Color>, width: Animated<Double>) {
    self.points = points
    self.distances = distances
    gaps = []
    self.color = color
    self.width = width
    glow = .constant(0)
  }
}

package struct WorldContent: Sendable {
  package var spec: WorldSpec
  package var fog: Animated<Double>
  /// nil where line and marks stay as `spec` has them.
  package var changes: WorldChanges?
  package init(spec: WorldSpec) {
    self.spec = spec
    fog = .constant(spec.fog)
  }
}
