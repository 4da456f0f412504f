import Diagnostics
import Formatting
import Geometry

/// A template after `extends`, parameters, const expressions, variants and components: what the scene builder reads.
/// Every property is present (explicit or by the schema's default), typed, and either final or a live expression.
///
/// Shape. A map's `values` have exactly the names of `SceneSchema.properties(of: element)`, with these rules:
/// - Property not set and without default, or `none`: `.none`. A length is always `.length`, also `auto`
///   (`.length(.auto)`); other types that allow the word give `.auto` (scene `duration`, camera `distance`, smoothing
///   `window`, chart `range`).
/// - `.bool`, `.number` (number and int), `.word` (enum, anchor, nine-point, `color_by` and `by_scale.scale`), `.time`
///   (seconds; frames are converted), `.timePosition`, `.runPosition`, `.angle`, `.ground`, `.easing`, `.color`.
///   `smoothing.spacing` and `window`: `.ground` metres or `.number` points.
/// - `[x, y]` (`size`, `offset`, `focus`, `anchor`): `.list` of two `.length`. Lists: `.list`, `domain` and `range` of
///   `.metric`. Gauge `value`, `min`, `max`: `.metric(.value(number, kind))`; `value` may be `.live`, or `.none` where
///   the run has no such value.
/// - Live where the schema's phase is live and the expression reads `now.*` or `scene.*`: `.live`, for text `.liveText`.
/// - Nested maps: `.map`, filled with defaults. Unions come in one form: `fill` and scene `background`, `sky` written as a
///   colour are `.map` of `fill` (or `.none`); `padding` and `canvas.safe` given as lengths are `.map` of `edges`
///   (`safe` may be `.word`); `place` is `.map` of `place` with `self` filled in; `route.color` and `bar.color` are
///   `.color`/`.live` or `.map` of `by_scale`.
/// - Nodes: `element` is the type, `id` the id; `values` has no `type`, `id` or `animate`. `use` is expanded: the
///   component's root with the instance's common properties over it. `repeat` is expanded to a `stack`. Nodes whose
///   `when` is false are gone; `when` is `.bool(true)` or `.live`.
/// - `text`: the style is merged in and `style` is `.none`. `font` is a `.word`: a name in `fonts`, in which `body` always
///   is. `style` and `header_style` of `table`, `style` of `marker`: a `.word`, a name in `styles`, whose maps are filled
///   and have their `extends` merged in.
/// - `table`: `rows` is `.rows` as the run has them; texts and expressions of columns and `highlight` stay live where they
///   read `row.*`, since rows may be joined before they are shown.
/// - A map property with a default that is written `none` (`cursor`, `dot`) is `.word("none")`.
/// - Animations: property path → keys with values of the property's type (`fill` as `.map`).
/// - Scene: `element` `scene`, `id`; values `duration`, `transition`, `clock`, `background`, `nodes`.
package struct ResolvedTemplate: Sendable {
  package var name: String
  package var canvas: ResolvedMap
  package var themeName: String
  package var colors: [String: Color]
  /// `theme.fonts`: name → map with `file` (`.file`, bytes or `builtin:…`), `fallback` (`.word`), `features`.
  package var fonts: [String: ResolvedMap]
  package var styles: [String: ResolvedMap]
  package var scales: [String: ResolvedMap]
  package var smoothing: ResolvedMap
  package var preview: ResolvedMap
  /// Scenes whose `when` holds, in order; each has `nodes`.
  package var scenes: [ResolvedMap]
  /// Personal data the template may show.
  package var reads: Set<String>

  package init(name: String, canvas: ResolvedMap) {
    self.name = name
    self.canvas = canvas
    themeName = ""
    colors = [:]
    fonts = [:]
    styles = [:]
    scales = [:]
    smoothing = ResolvedMap(element: "smoothing")
    preview = ResolvedMap(element: "preview")
    scenes = []
    reads = []
  }
}

/// One map of the template (a node, a camera, a stroke …) with typed values by property name.
package final class ResolvedMap: Sendable {
  /// The schema's name of it: a node type (`text`, `world` …) or `camera`, `stroke`, `scene` …
  package let element: String
  /// `id` where there is one.
  package let id: String?
  /// Where it stands in the file.
  package let range: SourceRange?
  package let values: [String: ResolvedValue]
  /// `animate`: property path (`opacity`, `camera.pitch`) → keys.
  package let animations: [String: [ResolvedKey]]

  package init(
    element: String, id: String? = nil, range: SourceRange? = nil, values: [String: ResolvedValue] = [:],
    animations: [String: [ResolvedKey]] = [:]
  ) {
    self.element = element
    self.id = id
    self.range = range
    self.values = values
    self.animations = animations
  }

  package subscript(_ property: String) -> ResolvedValue { values[property] ?? .none }
}

/// A key of an animation.
package struct ResolvedKey: Sendable {
  package var time: TimePosition
  package var value: ResolvedValue
  package var easing: Easing
  package init(time: TimePosition, value: ResolvedValue, easing: Easing) {
    self.time = time
    self.value = value
    self.easing = easing
  }
}

/// A typed property value.
package indirect enum ResolvedValue: Sendable {
  /// Not set and without a default, or written `none`.
  case none
  case auto
  case text(String)
  /// A text with live parts.
  case liveText(LiveText)
  case bool(Bool)
  case number(Double)
  case length(Length)
  /// Seconds of video.
  case time(Double)
  case timePosition(TimePosition)
  case runPosition(RunPosition)
  /// Degrees.
  case angle(Double)
  /// Metres in the world.
  case ground(Double)
  case color(Color)
  /// An enum word, a style or scale name, an anchor, a nine-point.
  case word(String)
  case easing(Easing)
  /// A number of a metric's kind (domains, gauge values), or a percentile.
  case metric(MetricValue)
  /// A const list of rows, such as `run.splits`.
  case rows([[String: ExpressionValue]])
  case list([ResolvedValue])
  case map(ResolvedMap)
  /// A live expression; its kind fits the property.
  case live(LiveExpression)
  /// A file of the bundle (fonts, images): opened safely, its bytes; or a `builtin:` name.
  case file(BundleFile)
}

package enum Length: Hashable, Sendable {
  /// Design units: the short side of the canvas is 1080.
  case units(Double)
  /// Share (0…1) of the parent's content box on the same axis.
  case percent(Double)
  case vw(Double)
  case vh(Double)
  case vmin(Double)
  case vmax(Double)
  case em(Double)
  /// Device pixels.
  case pixels(Double)
  case auto
}

package enum TimePosition: Hashable, Sendable {
  /// Seconds from the start of the scene.
  case seconds(Double)
  /// Share (0…1) of the scene.
  case share(Double)
  /// Seconds before the end, ≥ 0.
  case beforeEnd(Double)
}

package enum RunPosition: Hashable, Sendable {
  case share(Double)
  /// Metres.
  case distance(Double)
  /// Seconds of moving time.
  case time(Double)
}

package enum MetricValue: Hashable, Sendable {
  /// In the base unit of its kind.
  case value(Double, ExpressionKind)
  /// 0…100.
  case percentile(Double)
}

package struct BundleFile: Hashable, Sendable {
  /// As written in the template.
  package var name: String
  /// Content, nil for a `builtin:` name.
  package var bytes: [UInt8]?
  package init(name: String, bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }
}

/// A checked expression that is evaluated each frame.
package protocol LiveEvaluating: Sendable {
  var kind: ExpressionKind { get }
  /// The bindings it reads, for change detection.
  var bindings: [Binding] { get }
  func evaluate(_ source: some BindingSource, format: FormatContext) -> ExpressionValue
}

/// A live expression, kept apart from its implementation.
package struct LiveExpression: Sendable {
  package let body: any LiveEvaluating
  package init(_ body: any LiveEvaluating) { self.body = body }
}

/// A text made of literal pieces and live expressions that give text.
package struct LiveText: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    case live(LiveExpression)
  }
  package var pieces: [Piece]
  package init(pieces: [Piece]) { self.pieces = pieces }
}
