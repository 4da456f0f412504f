import Basemap
import Compositing
import Diagnostics
import Drawing
import Encoding
import Formatting
import Geometry
import Recordings
import Routes
import Scenes
import Simulation
import Templates

/// The way from a session and a template to a film, stage by stage.
struct ReplayPreparation {
  private(set) var film: Film
  private(set) var frameRate: FrameRate
  private(set) var route: ReplayRoute
  private(set) var simulation: FilmSimulation
  private(set) var worlds: [Int: WorldAssets]
  /// Sources of the worlds whose ground comes from servers.
  private(set) var remote: [Int: MapStack]
  private(set) var tileFaults: TileFaults
  private(set) var poster: TimeSelector
  private(set) var title: String?
  private(set) var warnings: [String]
  /// Credits of map data that the film shows.
  private(set) var attribution: [String] = []
  private(set) var times: [(stage: String, time: StageTime)] = []

  init(session: Session, template name: String, options: ReplayOptions) throws(ReplayError) {
    let format = try ReplayPreparation.format(session: session, options: options)
    var routing = StageTime()
    var templating = StageTime()
    var building = StageTime()
    var grounding = StageTime()
    var simulating = StageTime()

    let template = try templating.measure { () throws(ReplayError) in
      try ReplayPreparation.load(name)
    }
    warnings = template.warnings.isEmpty ? [] : [ReplayError.text(template.warnings)]
    var routeOptions = ReplayPreparation.routeOptions(options)
    var route = try routing.measure { () throws(ReplayError) in
      try ReplayPreparation.route(session, routeOptions)
    }
    var request = TemplateRequest()
    request.size = options.size.map { ($0.width, $0.height) }
    request.framesPerSecond = options.framesPerSecond.map { Int($0.rounded(.up)) }
    request.theme = options.theme
    // A parameter on the command line has the last word.
    if let file = options.parameterFile {
      do throws(TemplateFailure) {
        request.sets = try ParameterFile.read(file)
      } catch {
        throw ReplayError(error)
      }
    }
    request.sets += options.parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    request.format = format
    func facts(_ route: ReplayRoute) -> RunFacts {
      RunFacts(
        route: route, title: session.name, place: nil, athlete: nil, startTime: route.startTime,
        format: format)
    }
    func resolve(_ route: ReplayRoute) throws(ReplayError) -> ResolvedTemplate {
      do throws(TemplateFailure) {
        return try template.resolve(request, source: facts(route))
      } catch {
        throw ReplayError(error)
      }
    }
    var resolved = try templating.measure { () throws(ReplayError) in try resolve(route) }
    // A template may ask for other smoothing; its expressions are then evaluated over that route.
    let smoothing = RouteOptions(smoothing: resolved.smoothing, over: routeOptions)
    if smoothing != routeOptions {
      routeOptions = smoothing
      route = try routing.measure { () throws(ReplayError) in
        try ReplayPreparation.route(session, routeOptions)
      }
      resolved = try templating.measure { () throws(ReplayError) in try resolve(route) }
    }
    let built = try building.measure { () throws(ReplayError) in
      try ReplayPreparation.build(resolved, route: route, format: format, duration: options.duration)
    }
    var film = built
    if options.isTransparent { film.background = .clear }
    let rate = options.framesPerSecond.flatMap { FrameRate(parsing: "\($0)") }
    frameRate = rate ?? FrameRate(film.framesPerSecond)
    poster = ReplayPreparation.poster(resolved.preview)
    title = session.name

    let ground = GroundProvider(route: route, options: options)
    var worlds: [Int: WorldAssets] = [:]
    var labels: [Int: [MapLabel]] = [:]
    var remote: [Int: MapStack] = [:]
    for scene in film.scenes {
      for world in FilmSimulation.worlds(in: scene.nodes) {
        try grounding.measure { () throws(ReplayError) in
          worlds[world.node.index] = try ground.assets(for: world.spec, unit: film.unit)
          let stack = try ground.stack(of: world.spec)
          if stack.isRemote { remote[world.node.index] = stack }
          labels[world.node.index] = try ground.labels(for: world.spec, film: film)
        }
      }
    }
    warnings += ground.warnings.map { "compose: warning: " + $0 }
    attribution = ground.attribution
    tileFaults = ground.faults
    do throws(CairoError) { film.creditPlates = try film.creditPlates(worlds) } catch {
      throw ReplayError(error)
    }
    let simulation = simulating.measure {
      FilmSimulation(
        film: film, route: route, facts: facts(route), format: format,
        labels: { labels[$0.index] ?? [] },
        heights: { worlds[$0.index]?.ground.surface ?? FlatField() })
    }
    self.film = film
    self.route = route
    self.simulation = simulation
    self.worlds = worlds
    self.remote = remote
    times = [
      ("template", templating), ("route", routing), ("scene", building), ("ground", grounding),
      ("simulation", simulating),
    ]
  }

  private static func load(_ name: String) throws(ReplayError) -> Template {
    do throws(TemplateFailure) {
      return try Template.load(try TemplateLibrary.bundle(name))
    } catch {
      throw ReplayError(error)
    }
  }

  private static func route(_ session: Session, _ options: RouteOptions) throws(ReplayError) -> ReplayRoute {
    do throws(RouteError) {
      return try ReplayRoute(session: session, options: options)
    } catch {
      throw ReplayError(.input, (session.source.map { $0 + ": " } ?? "") + error.message)
    }
  }

  private static func build(
    _ template: ResolvedTemplate, route: ReplayRoute, format: FormatContext, duration: Double?
  ) throws(ReplayError) -> Film {
    do {
      let measuring = try PangoTextMeasuring(fonts: SceneBuilder.fontAssets(of: template))
      return try SceneBuilder(template: template, route: route, measuring: measuring, format: format)
        .build(duration: duration)
    } catch let error as SceneError {
      throw ReplayError(.input, ReplayError.text(error.diagnostics))
    } catch let error as CairoError where error.isBadFont {
      throw ReplayError(.input, ReplayError.text([Diagnostic(.error, code: "E145", error.message)]))
    } catch let error as CairoError {
      throw ReplayError(error)
    } catch {
      throw ReplayError(.input, "\(error)")
    }
  }

  private static func poster(_ preview: ResolvedMap) -> TimeSelector {
    if case .timePosition(let position) = preview["poster"] {
      switch position {
      case .share(let share): return .share(share)
      case .seconds(let seconds): return .seconds(seconds)
      case .beforeEnd: return .share(1)
      }
    }
    return .share(0.62)
  }

  private static func routeOptions(_ options: ReplayOptions) -> RouteOptions {
    var result = RouteOptions()
    result.splitLength = options.isImperial ? MetricFormatter.metresPerMile : 1000
    result.privacyZones = options.privacyZones.map { circle in
      switch circle {
      case .ends(let radius): .ends(radius: radius)
      case .place(let latitude, let longitude, let radius):
        .around(GeoCoordinate(latitude: latitude, longitude: longitude), radius: radius)
      }
    }
    return result
  }

  /// The zone of clock times: asked for, or the recording's own offset, or UTC.
  private static func format(session: Session, options: ReplayOptions) throws(ReplayError) -> FormatContext {
    var zone = FormatContext.ZoneRule.utc
    let start = session.points.lazy.compactMap { $0.time }.first ?? 0
    if let name = options.timeZone {
      guard let offset = ZoneFile.offset(of: name, at: start) else {
        throw ReplayError(.usage, "unknown time zone '\(name)': write a name such as Europe/Zurich")
      }
      zone = .offset(offset)
    } else if let offset = session.utcOffset {
      zone = .offset(offset)
    }
    return FormatContext(
      units: options.isImperial ? .imperial : .metric, locale: options.locale, timeZone: zone)
  }
}

extension RouteOptions {
  /// The options of a template's `smoothing:`, over those of the user.
  init(smoothing map: ResolvedMap, over base: RouteOptions) {
    self = base
    if case .word(let word) = map["outliers"], let outliers = Outliers(rawValue: word) {
      self.outliers = outliers
    }
    if case .ground(let metres) = map["max_jump"] { maxJump = metres }
    switch map["spacing"] {
    case .ground(let metres): spacing = .metres(metres)
    case .number(let points): spacing = .points(Int(points))
    default: break
    }
    switch map["window"] {
    case .auto: window = .auto
    case .ground(let metres): window = .metres(metres)
    case .number(let points): window = .points(Int(points))
    default: break
    }
    if case .ground(let metres) = map["elevation"] { climbThreshold = metres }
  }
}

extension ReplayError {
  init(_ failure: TemplateFailure) { self.init(.input, ReplayError.text(failure.diagnostics)) }

  /// Diagnostics as a person reads them, without a line end.
  static func text(_ diagnostics: [Diagnostic]) -> String {
    var text = DiagnosticPrinter().string(diagnostics)
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}
