import Geometry
import Templates
import Testing

@testable import Scenes

@Suite("Layout")
struct LayoutTests {
  private static func box(_ width: Double, _ height: Double, _ values: [String: ResolvedValue] = [:])
    -> ResolvedMap
  {
    var values = values
    values["size"] = Sketch.size(Sketch.units(width), Sketch.units(height))
    return Sketch.node("shape", id: "box", values)
  }

  /// A place on the canvas, and where a box of 100 by 40 lands.
  private static let places: [(at: String, target: String, x: Double, y: Double)] = [
    ("center", "parent", 490, 940), ("top-left", "canvas", 0, 0), ("bottom-right", "canvas", 980, 1880),
    ("top-left", "safe", 64, 220), ("bottom-right", "safe", 916, 1540), ("bottom", "safe", 490, 1540),
    ("left", "canvas", 0, 940),
  ]

  @Test("a node stands at a point of its target", arguments: places.indices)
  func place(_ index: Int) throws {
    let row = Self.places[index]
    let film = try Sketch.film([Self.box(100, 40, ["place": Sketch.place(row.at, of: row.target)])])
    let box = try #require(film.node("box")?.box)
    #expect(box == Rect(x: row.x, y: row.y, width: 100, height: 40))
  }

  @Test("a node stands relative to another that comes later, and shares refer to that one")
  func relative() throws {
    let below = Sketch.node(
      "shape", id: "below",
      [
        "size": Sketch.size(Sketch.percent(50), Sketch.units(10)),
        "place": Sketch.place("bottom-left", of: "box", own: "top-left", offset: (5, 7)),
      ])
    let film = try Sketch.film([below, Self.box(200, 40, ["place": Sketch.place("top-left", of: "canvas")])])
    #expect(film.node("below")?.box == Rect(x: 5, y: 47, width: 100, height: 10))
  }

  @Test("a circle of places is an error and not an endless loop")
  func cycle() throws {
    func node(_ id: String, _ target: String) -> ResolvedMap {
      Sketch.node("shape", id: id, ["place": Sketch.place("top", of: target)])
    }
    #expect(throws: SceneError.self) { try Sketch.film([node("a", "b"), node("b", "a")]) }
  }

  /// Lengths of a width, and pixels on a canvas of 540 by 960 (half a pixel a unit).
  private static let lengths: [(length: Length, pixels: Double)] = [
    (.units(100), 50), (.percent(0.5), 270), (.vw(10), 54), (.vh(10), 96), (.vmin(10), 54), (.vmax(10), 96),
    (.pixels(3), 3),
  ]

  @Test("every unit of length", arguments: lengths.indices)
  func lengthUnits(_ index: Int) throws {
    let row = Self.lengths[index]
    let film = try Sketch.film(
      [Sketch.node("shape", id: "box", ["width": .length(row.length), "height": Sketch.units(10)])],
      size: (540, 960))
    #expect(film.node("box")?.box.width == row.pixels)
  }

  /// Justify, and where three boxes of 100 begin in a row of 500 with a gap of 10.
  private static let justified: [(justify: String, starts: [Double])] = [
    ("start", [0, 110, 220]), ("center", [90, 200, 310]), ("end", [180, 290, 400]),
    ("between", [0, 200, 400]),
    ("around", [30, 200, 370]),
  ]

  @Test("a row shares its free space", arguments: justified.indices)
  func justify(_ index: Int) throws {
    let row = Self.justified[index]
    let film = try Sketch.film([
      Sketch.node(
        "stack", id: "row",
        [
          "direction": .word("row"), "width": Sketch.units(500), "gap": Sketch.units(10),
          "justify": .word(row.justify),
          "place": Sketch.place("top-left", of: "canvas"),
        ], [Self.box(100, 20), Self.box(100, 30), Self.box(100, 10)])
    ])
    let stack = try #require(film.node("row"))
    #expect(stack.children.map(\.box.x) == row.starts)
    #expect(stack.box.height == 30)
  }

  /// Align, and where boxes of width 100 and 40 begin in a column of 200 with a padding of 20.
  private static let aligned: [(align: String, starts: [Double])] = [
    ("start", [20, 20]), ("center", [50, 80]), ("end", [80, 140]),
  ]

  @Test("a column aligns its children", arguments: aligned.indices)
  func align(_ index: Int) throws {
    let row = Self.aligned[index]
    let film = try Sketch.film([
      Sketch.node(
        "stack", id: "column",
        [
          "width": Sketch.units(200), "padding": Sketch.units(20), "align": .word(row.align),
          "place": Sketch.place("top-left", of: "canvas"),
        ], [Self.box(100, 20), Self.box(40, 30)])
    ])
    let stack = try #require(film.node("column"))
    #expect(stack.children.map(\.box.x) == row.starts)
    #expect(stack.children.map(\.box.y) == [20, 56])
    #expect(stack.box.height == 106)
  }

  @Test("a spacer and grow take the free space")
  func grow() throws {
    let film = try Sketch.film([
      Sketch.node(
        "stack", id: "row", ["direction": .word("row"), "width": Sketch.units(400), "gap": Sketch.units(0)],
        [Self.box(100, 20), Sketch.node("spacer"), Self.box(60, 20, ["grow": .number(1)])])
    ])
    #expect(film.node("row")?.children.map(\.box.width) == [100, 120, 180])
  }

  @Test("a row that wraps goes on below")
  func wrap() throws {
    let film = try Sketch.film([
      Sketch.node(
        "stack", id: "row",
        [
          "direction": .word("row"), "width": Sketch.units(250), "gap": Sketch.units(10), "wrap": .bool(true),
          "place": Sketch.place("top-left", of: "canvas"),
        ], [Self.box(100, 20), Self.box(100, 30), Self.box(100, 20)])
    ])
    let stack = try #require(film.node("row"))
    #expect(stack.children.map(\.box.x) == [0, 110, 0])
    #expect(stack.children.map(\.box.y) == [0, 0, 40])
    #expect(stack.box.height == 60)
  }

  @Test("what a row cannot hold becomes smaller together")
  func fitting() throws {
    func text(_ words: String) -> ResolvedMap {
      Sketch.node("text", ["text": .text(words), "font_size": Sketch.units(100)])
    }
    let film = try Sketch.film([
      Sketch.node(
        "stack", id: "row", ["direction": .word("row"), "width": Sketch.units(600), "gap": Sketch.units(20)],
        [text("123456"), text("1234"), text("12")])
    ])
    let row = try #require(film.node("row"))
    let sizes = row.children.compactMap { node -> Double? in
      if case .text(let text) = node.content { return text.style.size }
      return nil
    }
    #expect(Set(sizes).count == 1)
    #expect(sizes[0] < 100)
    #expect(row.children[2].box.maxX <= row.box.maxX + 1)
  }

  @Test("the same composition at every size")
  func sizes() throws {
    let sizes: [(Double, Double)] = [(1080, 1920), (540, 960), (2160, 3840)]
    let films = try sizes.map { try Sketch.film(StorySketch.template(size: $0)) }
    let boxes = films.map { film in film.allNodes.map { ($0.box, film.unit) } }
    for other in boxes.dropFirst() {
      for (a, b) in zip(boxes[0], other) {
        #expect(abs(a.0.x / a.1 - b.0.x / b.1) <= 4)
        #expect(abs(a.0.y / a.1 - b.0.y / b.1) <= 4)
        #expect(abs(a.0.width / a.1 - b.0.width / b.1) <= 4)
        #expect(abs(a.0.height / a.1 - b.0.height / b.1) <= 4)
      }
    }
  }

  @Test(
    "children lie inside their parents",
    arguments: [(1080.0, 1920.0), (1080, 1080), (1920, 1080), (540, 960)])
  func inside(size: (Double, Double)) throws {
    let film = try Sketch.film(StorySketch.template(size: size))
    func check(_ node: SceneNode) {
      for child in node.children {
        #expect(child.box.x >= node.box.x - 1 && child.box.maxX <= node.box.maxX + 1, "\(SceneDump(film))")
        #expect(child.box.y >= node.box.y - 1 && child.box.maxY <= node.box.maxY + 1)
        check(child)
      }
    }
    for node in film.scenes.flatMap(\.nodes) { check(node) }
    #expect(film.allNodes.map(\.index) == Array(0..<film.allNodes.count))
  }
}
