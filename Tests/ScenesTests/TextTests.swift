import Formatting
import Geometry
import Templates
import Testing

@testable import Scenes

@Suite("Texts")
struct TextTests {
  private func content(_ node: SceneNode?) throws -> TextContent {
    guard case .text(let text) = try #require(node).content else { throw TestFailure() }
    return text
  }
  private struct TestFailure: Error {}

  @Test("a live text has room for its widest value")
  func widest() throws {
    // 7.4 km at 2.9 m/s take 42 minutes: the clock is widest with two digits of minutes.
    let film = try Sketch.film([
      Sketch.node(
        "text", id: "time",
        ["text": Reading.text("now.time", .duration) { Reading.clock($0) }, "font_size": Sketch.units(100)])
    ])
    #expect(film.node("time")?.box.width == 300)
  }

  @Test("digits never move their neighbours")
  func neighbours() throws {
    let film = try Sketch.film(StorySketch.template())
    let row = try #require(film.node("numbers"))
    let letter = 92 * 0.6
    let samples = RunSamples(route: Sketch.route, sceneDuration: 26)
    for (stat, maximum) in zip(row.children, ["00:00 /km", "00", "000 m"]) {
      let value = try #require(stat.children.last)
      guard case .live(let text) = try content(value).source else { throw TestFailure() }
      for sample in samples.samples {
        let words = TextReader.words(text, sample, format: FormatContext(), missing: "–")
        #expect(Double(words.count) * letter <= value.box.width + 0.5)
        #expect(words.count <= maximum.count)
      }
    }
    for (a, b) in zip(row.children, row.children.dropFirst()) { #expect(a.box.maxX <= b.box.x) }
  }

  @Test("shrink finds the largest size that fits, and stops at the least")
  func shrink() throws {
    func size(_ words: String, lines: Double) throws -> Double {
      let film = try Sketch.film([
        Sketch.node(
          "text", id: "title",
          [
            "text": .text(words), "font_size": Sketch.units(100), "fit": .word("shrink"),
            "max_lines": .number(lines),
            "min_size": Sketch.units(40), "width": Sketch.units(600),
          ])
      ])
      return try content(film.node("title")).style.size
    }
    #expect(try size("short", lines: 1) == 100)
    #expect(abs(try size("twenty letters in all", lines: 1) - 600 / (21 * 0.6)) < 0.5)
    #expect(try size("one two three four five six seven eight nine ten eleven twelve", lines: 1) == 40)
    #expect(try size("ten letters", lines: 2) == 100)
    // A long word is never cut in two.
    #expect(abs(try size("unforgettable", lines: 3) - 600 / (13 * 0.6)) < 0.5)
  }

  @Test("a text wider than its room breaks its lines")
  func wraps() throws {
    let film = try Sketch.film([
      Sketch.node(
        "text", id: "long",
        ["text": .text("one two three four"), "font_size": Sketch.units(100), "width": Sketch.units(500)])
    ])
    let node = try #require(film.node("long"))
    #expect(node.box.height == 3 * 115)
    #expect(try content(node).hasFixedWidth)
  }

  @Test("a style gives what the node leaves out, and the node has the last word")
  func styles() throws {
    var template = Sketch.template(scenes: [
      Sketch.scene(
        "one", [:],
        [
          Sketch.node(
            "text", id: "a", ["text": .text("a"), "style": .word("total"), "font_size": Sketch.units(40)]),
          Sketch.node(
            "text", id: "b", ["text": .text("b"), "style": .word("total"), "font_size": Sketch.units(50)]),
        ])
    ])
    template.styles = [
      "value": Sketch.map(
        "style", ["font_size": Sketch.units(90), "weight": .number(700), "tracking": .length(.em(-0.02))]),
      "total": Sketch.map(
        "style", ["extends": .word("value"), "font_size": Sketch.units(180), "case": .word("upper")]),
    ]
    template.fonts = [
      "body": Sketch.map("font", ["file": .file(BundleFile(name: "builtin:inter", bytes: nil))])
    ]
    let film = try Sketch.film(template)
    let a = try content(film.node("a")).style
    #expect(a.size == 180)
    #expect(a.font == FontSpec(.builtin("inter"), weight: 700))
    #expect(a.tracking == -0.02)
    #expect(a.letterCase == .upper)
    #expect(try content(film.node("b")).style.size == 50)
  }

  @Test("a text stands at the edge its stack holds fast")
  func edges() throws {
    func alignment(_ align: String) throws -> TextStyle.Alignment {
      let film = try Sketch.film([
        Sketch.node("stack", ["align": .word(align)], [Sketch.node("text", id: "x", ["text": .text("x")])])
      ])
      return try content(film.node("x")).style.alignment
    }
    #expect(try alignment("start") == .start)
    #expect(try alignment("center") == .center)
    #expect(try alignment("end") == .end)
  }
}

@Suite("Warnings about texts")
struct TextWarningTests {
  private static let rows: [(words: String, values: [String: ResolvedValue], code: String?)] = [
    ("short", [:], nil),
    ("a text that is much too long", ["max_lines": .number(1), "width": Sketch.units(300)], "W207"),
    (
      "unforgettable", ["fit": .word("shrink"), "min_size": Sketch.units(39), "width": Sketch.units(100)],
      "W207"
    ),
    ("outside", ["place": Sketch.place("top-left", of: "canvas")], "W202"),
  ]

  @Test("texts that are cut, shrunk or outside are named", arguments: rows.indices)
  func warnings(_ index: Int) throws {
    let row = Self.rows[index]
    var values = row.values
    values["text"] = .text(row.words)
    values["place"] = values["place"] ?? Sketch.place("top-left", of: "safe")
    let film = try Sketch.film([Sketch.node("text", id: "x", values)])
    #expect(film.warnings.map(\.code) == (row.code.map { [$0] } ?? []))
  }
}
