import Formatting
import Geometry
import Recordings
import Routes
import Templates

@testable import Scenes

/// Short forms for templates, runs and measures that tests are written with.
enum Sketch {
  /// A map of the template.
  static func map(
    _ element: String, id: String? = nil, _ values: [String: ResolvedValue] = [:],
    animations: [String: [ResolvedKey]] = [:]
  ) -> ResolvedMap {
    ResolvedMap(element: element, id: id, values: values, animations: animations)
  }
  static func node(
    _ element: String, id: String? = nil, _ values: [String: ResolvedValue] = [:],
    _ children: [ResolvedMap] = [],
    animations: [String: [ResolvedKey]] = [:]
  ) -> ResolvedMap {
    var values = values
    if !children.isEmpty { values["children"] = .list(children.map { .map($0) }) }
    return map(element, id: id, values, animations: animations)
  }
  static func units(_ value: Double) -> ResolvedValue { .length(.units(value)) }
  static func percent(_ value: Double) -> ResolvedValue { .length(.percent(value / 100)) }
  static func size(_ width: ResolvedValue, _ height: ResolvedValue) -> ResolvedValue {
    .list([width, height])
  }
  static func place(
    _ at: String, of target: String = "parent", own: String? = nil, offset: (Double, Double)? = nil
  ) -> ResolvedValue {
    var values: [String: ResolvedValue] = ["at": .word(at), "of": .word(target)]
    if let own { values["self"] = .word(own) }
    if let offset { values["offset"] = .list([units(offset.0), units(offset.1)]) }
    return .map(map("place", values))
  }

  static func template(
    size: (Double, Double) = (1080, 1920), scenes: [ResolvedMap]
  ) -> ResolvedTemplate {
    var template = ResolvedTemplate(
      name: "sketch",
      canvas: map(
        "canvas",
        ["size": .list([.number(size.0), .number(size.1)]), "fps": .number(30), "safe": .word("story")]))
    template.scenes = scenes
    return template
  }
  static func scene(
    _ id: String, duration: Double = 10, _ values: [String: ResolvedValue] = [:], _ nodes: [ResolvedMap]
  ) -> ResolvedMap {
    var values = values
    values["duration"] = .time(duration)
    values["nodes"] = .list(nodes.map { .map($0) })
    return map("scene", id: id, values)
  }
  static func clock(_ mode: String, leadIn: Double = 0, leadOut: Double = 0) -> ResolvedValue {
    .map(map("clock", ["mode": .word(mode), "lead_in": .time(leadIn), "lead_out": .time(leadOut)]))
  }
  static func transition(_ type: String, _ duration: Double) -> ResolvedValue {
    .map(map("transition", ["type": .word(type), "duration": .time(duration)]))
  }

  /// A hilly run of 7.4 km on a great bend, with a fix every three seconds.
  static let route: ReplayRoute = {
    do { return try makeRoute(length: 7400, hasTime: true) } catch { preconditionFailure("\(error)") }
  }()
  /// Long enough for more splits than a table shows.
  static let marathon: ReplayRoute = {
    do { return try makeRoute(length: 42_195, hasTime: true) } catch { preconditionFailure("\(error)") }
  }()
  static let timeless: ReplayRoute = {
    do { return try makeRoute(length: 3000, hasTime: false) } catch { preconditionFailure("\(error)") }
  }()

  private static func makeRoute(length: Double, hasTime: Bool) throws -> ReplayRoute {
    let speed = 2.9
    let count = Int(length / speed / 3) + 1
    let points = (0..<count).map { index -> TrackPoint in
      let along = Double(index) * 3 * speed
      let angle = along / 2000
      let latitude = 47 + Trigonometry.degrees(1500 * Trigonometry.sin(angle) / GeoCoordinate.earthRadius)
      let radius = GeoCoordinate.earthRadius * Trigonometry.cos(Trigonometry.radians(47))
      let longitude = 8 + Trigonometry.degrees(2500 * Trigonometry.cos(angle) / radius)
      var point = TrackPoint(latitude: latitude, longitude: longitude)
      if hasTime { point.time = 1_700_000_000 + Double(index) * 3 }
      point.elevation = 420 + 40 * Trigonometry.sin(along / 700)
      return point
    }
    return try ReplayRoute(session: Session(points: points, sport: "running"))
  }

  static func film(
    _ template: ResolvedTemplate, route: ReplayRoute = Sketch.route, duration: Double? = nil,
    measuring: any TextMeasuring = Letters()
  ) throws -> Film {
    try SceneBuilder(template: template, route: route, measuring: measuring, format: FormatContext())
      .build(duration: duration)
  }

  /// A film of one portrait scene.
  static func film(_ nodes: [ResolvedMap], size: (Double, Double) = (1080, 1920)) throws -> Film {
    try film(template(size: size, scenes: [scene("one", [:], nodes)]))
  }
}

/// Letters of one width: 0.6 em, lines of 1 em times the leading.
struct Letters: TextMeasuring {
  func measure(_ text: String, style: TextStyle, width: Double?, wraps: Bool, maxLines: Int) -> TextMeasure {
    let letter = style.size * 0.6
    let most = width.map { max(1, Int($0 / letter + 1e-6)) } ?? .max
    var lines: [Int] = []
    var isTruncated = false
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard wraps else {
        lines.append(min(paragraph.count, most))
        isTruncated = isTruncated || paragraph.count > most
        continue
      }
      var pen = 0
      for word in paragraph.split(separator: " ") {
        if pen > 0, pen + 1 + word.count > most {
          lines.append(pen)
          pen = 0
        }
        pen += (pen > 0 ? 1 : 0) + word.count
      }
      lines.append(pen)
    }
    if lines.count > maxLines {
      isTruncated = true
      lines = Array(lines.prefix(maxLines))
    }
    return TextMeasure(
      width: Double(lines.max() ?? 0) * letter, height: Double(lines.count) * style.size * style.leading,
      baseline: style.size * 0.8, lineCount: lines.count, isTruncated: isTruncated)
  }
}

/// A live expression of one binding, as a number or as words.
struct Reading: LiveEvaluating {
  let binding: Binding
  var words: (@Sendable (Double) -> String)?
  var kind: ExpressionKind { words == nil ? binding.kind : .text }
  var bindings: [Binding] { [binding] }

  func evaluate(_ source: some BindingSource, format: FormatContext) -> ExpressionValue {
    let value = source.value(of: binding)
    guard let words else { return value }
    if case .number(let number) = value { return .text(words(number)) }
    return value
  }

  static func live(_ name: String, _ kind: ExpressionKind) -> ResolvedValue {
    .live(LiveExpression(Reading(binding: Binding(name: name, kind: kind))))
  }
  static func text(_ name: String, _ kind: ExpressionKind, _ words: @escaping @Sendable (Double) -> String)
    -> ResolvedValue
  {
    .liveText(
      LiveText(pieces: [
        .live(LiveExpression(Reading(binding: Binding(name: name, kind: kind), words: words)))
      ]))
  }
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension Film {
  /// The first node of an id.
  func node(_ id: String) -> SceneNode? {
    func find(_ nodes: [SceneNode]) -> SceneNode? {
      for node in nodes {
        if node.id == id { return node }
        if let found = find(node.children) { return found }
      }
      return nil
    }
    return find(scenes.flatMap(\.nodes))
  }
  var allNodes: [SceneNode] {
    func all(_ node: SceneNode) -> [SceneNode] { [node] + node.children.flatMap(all) }
    return scenes.flatMap(\.nodes).flatMap(all)
  }
}
