import Geometry
import Templates
import Testing

@testable import Scenes

/// A small generator whose sequence is the same everywhere (SplitMix64; Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Templates of random nodes with random values, fitting or not.
struct RandomTemplate {
  var random: SplitMix
  private static let numbers: [Double] = [
    0, 1, -1, 0.5, 12, 100, 1080, 1e6, 1e18, 1e300, -1e300, .infinity, -.infinity, .nan, 1e-300,
  ]
  private static let words = [
    "row", "column", "between", "around", "center", "end", "baseline", "stretch", "shrink", "none", "wrap",
    "safe",
    "canvas", "prev", "parent", "top-left", "bottom", "a", "b", "merge", "cut", "widest", "start-up", "north",
    "now",
    "all", "runner", "route", "orbit", "accent", "ground", "effort", "child", "word", "fade-up", "split",
    "high-point",
    "map", "satellite", "upper", "arc", "ring", "line", "ellipse", "elevation", "pace", "heart-rate", "time",
    "classic",
    "on", "off", "",
  ]

  mutating func number() -> Double {
    Bool.random(using: &random)
      ? Double.random(in: -50...2000, using: &random) : Self.numbers.randomElement(using: &random) ?? 0
  }

  mutating func length() -> Length {
    let value = number()
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .percent(value)
    case 1: return .vw(value)
    case 2: return .vh(value)
    case 3: return .vmin(value)
    case 4: return .em(value)
    case 5: return .pixels(value)
    case 6: return .auto
    default: return .units(value)
    }
  }

  mutating func position() -> TimePosition {
    [.seconds(number()), .share(number()), .beforeEnd(number())].randomElement(using: &random) ?? .seconds(0)
  }

  mutating func value(_ depth: Int) -> ResolvedValue {
    switch Int.random(in: 0..<(depth > 3 ? 14 : 17), using: &random) {
    case 0: return .none
    case 1: return .auto
    case 2:
      return .text(
        ["", "word", "a long text of many words\nand lines", "8:88"].randomElement(using: &random) ?? "")
    case 3: return .bool(Bool.random(using: &random))
    case 4: return .number(number())
    case 5: return .length(length())
    case 6: return .time(number())
    case 7: return .timePosition(position())
    case 8: return .angle(number())
    case 9: return .ground(number())
    case 10: return .color(Color(red: number(), green: 0.5, blue: 1, alpha: 0.5))
    case 11: return .word(Self.words.randomElement(using: &random) ?? "")
    case 12: return .metric(Bool.random(using: &random) ? .value(number(), .number) : .percentile(number()))
    case 13: return Reading.live("now.distance", .distance)
    case 14: return Reading.text("now.pace", .pace) { "\($0)" }
    case 15: return .list((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth + 1) })
    default: return .map(map(depth + 1))
    }
  }

  mutating func map(_ depth: Int) -> ResolvedMap {
    let elements = [
      "group", "stack", "text", "image", "shape", "world", "minimap", "chart", "gauge", "table", "repeat",
      "spacer",
    ]
    let element = elements.randomElement(using: &random) ?? "group"
    var values: [String: ResolvedValue] = [:]
    for name in Self.names where Int.random(in: 0..<3, using: &random) == 0 { values[name] = value(depth) }
    if depth < 4 {
      values["children"] = .list(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in .map(map(depth + 1)) })
    }
    if element == "table" {
      values["rows"] = .rows(SplitRows(route: Sketch.route).rows)
      values["columns"] = .list((0..<3).map { _ in .map(map(4)) })
    }
    var animations: [String: [ResolvedKey]] = [:]
    for name in ["opacity", "width", "fill", "place.offset", "camera.pitch", "font_size"]
    where Int.random(in: 0..<4, using: &random) == 0 {
      animations[name] = (0..<3).map { _ in ResolvedKey(time: position(), value: value(3), easing: .linear) }
    }
    return ResolvedMap(
      element: element, id: ["a", "b", nil].randomElement(using: &random) ?? nil, values: values,
      animations: animations)
  }

  static let names = [
    "size", "width", "height", "place", "grow", "from", "to", "enter", "exit", "appear", "opacity", "rotate",
    "scale",
    "origin", "padding", "fill", "radius", "border", "direction", "gap", "align", "justify", "wrap", "text",
    "font_size",
    "fit", "min_size", "max_lines", "leading", "tracking", "text_align", "count_up", "metric", "over",
    "window", "range",
    "line", "color_by", "cursor", "value", "min", "max", "track", "kind", "row_height", "max_rows",
    "overflow",
    "highlight", "camera", "ground", "route", "markers", "fog", "sky", "inset", "rotate_to", "dot", "at",
    "of", "offset",
    "color", "gradient", "angle", "delay", "duration", "stagger", "by", "preset", "distance", "intro",
    "intro_hold",
    "anchor", "when", "item", "bar", "title", "style", "hold", "each", "dash", "scale",
  ]
}

@Suite("Random templates")
struct RandomTemplateTests {
  @Test("any values make a film of finite boxes or an error", arguments: 0..<16)
  func build(_ seed: Int) throws {
    var maker = RandomTemplate(random: SplitMix(state: UInt64(seed)))
    for _ in 0..<4 {
      var template = Sketch.template(scenes: [
        Sketch.scene("one", duration: 5, ["clock": maker.value(0)], (0..<3).map { _ in maker.map(0) }),
        Sketch.scene("two", duration: 5, ["transition": maker.value(0)], [maker.map(2)]),
      ])
      template.scales = ["effort": maker.map(3)]
      template.styles = ["a": maker.map(3), "b": maker.map(3)]
      guard
        let film = try? Sketch.film(
          template, duration: Bool.random(using: &maker.random) ? maker.number() : nil)
      else { continue }
      for node in film.allNodes {
        let box = node.box
        #expect([box.x, box.y, box.width, box.height].allSatisfy { $0.isFinite })
        #expect(node.motion.from <= node.motion.to)
        if case .text(let text) = node.content { #expect((0.01...4096).contains(text.style.size)) }
      }
      _ = SceneDump(film).description
    }
  }

  @Test("nests and crowds are built in time")
  func large() throws {
    var nest = Sketch.node(
      "text", ["text": .text("deep in the row, and too wide for it by far, so that it must shrink")])
    for level in 0..<60 {
      nest = Sketch.node(
        "stack", ["direction": .word(level % 2 == 0 ? "row" : "column"), "width": Sketch.percent(98)],
        [nest, nest].dropLast(level > 3 ? 1 : 0).map { $0 })
    }
    let crowd = (0..<4000).map { Sketch.node("text", ["text": .text("number \($0)")]) }
    let clock = ContinuousClock()
    let time = try clock.measure {
      _ = try Sketch.film([nest, Sketch.node("stack", id: "s", ["width": Sketch.units(500)], crowd)])
    }
    #expect(time < .seconds(20))
  }
}
