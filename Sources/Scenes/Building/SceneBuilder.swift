import Diagnostics
import Formatting
import Geometry
import Routes
import Templates

/// Makes a film of a template and a run: every box, colour, time and string that does not change with the frame.
///
/// Live texts are laid out at the widest value they show in this run (see `TextPlan`), so that no digit moves its
/// neighbours. Shares of a size refer to the box a node is placed in. Texts in a row that is too long for its room
/// become smaller together.
package struct SceneBuilder {
  private let template: ResolvedTemplate
  private let route: ReplayRoute
  private let measuring: any TextMeasuring
  private let format: FormatContext

  /// - Parameter measuring: Sizes of texts; it must know the template's own fonts, see `fontAssets(of:)`.
  package init(
    template: ResolvedTemplate, route: ReplayRoute, measuring: any TextMeasuring, format: FormatContext
  ) {
    self.template = template
    self.route = route
    self.measuring = measuring
    self.format = format
  }

  /// The font files that a template brings along, by the family names under which styles ask for them.
  package static func fontAssets(of template: ResolvedTemplate) -> [FontAsset] {
    template.fonts.sorted { $0.key < $1.key }.compactMap { name, map in
      guard case .file(let file) = map["file"], let bytes = file.bytes else { return nil }
      return FontAsset(family: name, name: file.name, bytes: bytes)
    }
  }

  /// The film. See `Timetable` for how a wanted length is met.
  ///
  /// - Parameter duration: Wanted seconds of the whole film; nil for the template's own.
  package func build(duration: Double?) throws(SceneError) -> Film {
    var film = canvasFilm()
    let ledger = BuildLedger()
    var scope = BuildScope(
      template: template, route: route, format: format, measuring: measuring, canvas: film.bounds,
      safe: film.safeArea, unit: film.unit, palette: Palette(colors: template.colors), ledger: ledger)
    film.attribution = AttributionReader(
      reader: PropertyReader(template.canvas, scope: scope).submap("attribution", orEmpty: "attribution")
    ).style()
    let plain = scope
    guard !template.scenes.isEmpty else {
      throw SceneError([Diagnostic(.error, code: "E170", "the template has no scene to show for this run")])
    }
    let timetable = Timetable(template.scenes.map { entry($0, scope: plain) }, wanted: duration)
    scope.timeScale = timetable.scale
    for (map, entry) in zip(template.scenes, timetable.entries) {
      scope.sceneDuration = entry.duration
      film.scenes.append(scene(map, entry: entry, scope: scope, index: film.scenes.count))
    }
    film.images = ledger.images
    film.warnings = ledger.diagnostics.filter { $0.severity == .warning }
    let errors = ledger.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw SceneError(errors) }
    return film
  }

  private func canvasFilm() -> Film {
    let canvas = template.canvas
    var size = (width: 1080, height: 1920)
    if case .list(let items) = canvas["size"], items.count == 2,
      let width = PropertyReader.number(items[0]), let height = PropertyReader.number(items[1])
    {
      size = (Int(min(max(width, 16), 16_384)), Int(min(max(height, 16), 16_384)))
    }
    var rate = 30
    if let value = PropertyReader.number(canvas["fps"]), value.isFinite {
      rate = Int(min(max(value, 1), 240))
    }
    let palette = Palette(colors: template.colors)
    var background = Color(hex: 0)
    switch canvas["background"] {
    case .color(let color): background = color
    case .word(let word): background = palette[word] ?? background
    default: break
    }
    var film = Film(width: size.width, height: size.height, framesPerSecond: rate, background: background)
    film.safeArea = SafeArea.rect(canvas["safe"], canvas: film.bounds, unit: film.unit)
    film.fonts = SceneBuilder.fontAssets(of: template)
    film.language = format.locale
    return film
  }

  // MARK: Time

  private func entry(_ map: ResolvedMap, scope: BuildScope) -> Timetable.Entry {
    let reader = PropertyReader(map, scope: scope)
    let clock = ClockReader(
      reader: reader.submap("clock", orEmpty: "clock"), smoothing: template.smoothing)
    let duration =
      reader.optionalNumber("duration") ?? clock.naturalDuration(route: route)
      ?? SceneLength(scope: scope).seconds(reader.maps("nodes"))
    var transition = 0.0
    if let inner = reader.submap("transition"), inner.word("type") != "cut" {
      transition = inner.number("duration", 0.5)
    }
    return Timetable.Entry(
      duration: min(max(duration, 0.1), 36_000), transition: transition, leadIn: clock.leadIn,
      leadOut: clock.leadOut, isFit: clock.isFit)
  }

  private func scene(_ map: ResolvedMap, entry: Timetable.Entry, scope: BuildScope, index: Int) -> FilmScene {
    let reader = PropertyReader(map, scope: scope)
    var scene = FilmScene(id: map.id ?? "scene-\(index + 1)", start: entry.start, duration: entry.duration)
    if let inner = reader.submap("transition"), index > 0 {
      scene.transition = SceneTransition(kind: inner.choice("type", .crossfade), duration: entry.transition)
      scene.transition.easing = inner.easing("ease", .named(.sine, .inOut))
      scene.transition.color = inner.color("color") ?? scope.palette.color("ink")
      if scene.transition.kind == .cut { scene.transition.duration = 0 }
    }
    scene.background = reader.fill("background")
    let clock = ClockReader(
      reader: reader.submap("clock", orEmpty: "clock"), smoothing: template.smoothing)
    scene.clock = clock.spec(leadIn: entry.leadIn, leadOut: entry.leadOut)
    scene.nodes = NodeAssembler(scope: scope).nodes(reader.maps("nodes"))
    return scene
  }
}
