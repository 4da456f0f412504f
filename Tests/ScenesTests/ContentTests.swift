import Geometry
import Routes
import Templates
import Testing

@testable import Scenes

@Suite("Contents")
struct ContentTests {
  @Test("the story's world has camera, line, colours and marks")
  func world() throws {
    let film = try Sketch.film(StorySketch.template())
    guard case .world(let world)? = film.node("world")?.content else {
      Issue.record("no world")
      return
    }
    let spec = world.spec
    #expect(spec.camera.distance == 900)
    #expect(spec.camera.pitch == 58)
    #expect(spec.camera.intro == CameraSpec.Overview(hold: 1.3, blend: 1.9000000000000001))
    #expect(spec.camera.outro == CameraSpec.Overview(hold: 1.5, blend: 3))
    #expect(spec.camera.anchor == Vec2(0.5, 0.58))
    #expect(spec.camera.safeArea.contains(spec.camera.anchor))
    // The texts below stay free.
    #expect(spec.camera.safeArea.maxY < 0.66)
    #expect(spec.ground.kind == .map)
    #expect(spec.ground.mapStyle == "midnight")
    #expect(spec.route.width == 10)
    #expect(spec.route.ahead?.width == 4)
    #expect(spec.route.vertexColors?.count == Sketch.route.path.positions.count)
    #expect(spec.markers.map(\.shape) == [.tick, .dot])
  }

  @Test("a world's line and marks may change with the frame")
  func changes() throws {
    let still = try Sketch.film(StorySketch.template())
    guard case .world(let plain)? = still.node("world")?.content else {
      Issue.record("no world")
      return
    }
    #expect(plain.changes == nil)
    let keys = [
      ResolvedKey(time: .seconds(0), value: .length(.units(4)), easing: .linear),
      ResolvedKey(time: .seconds(10), value: .length(.units(20)), easing: .linear),
    ]
    let marker = Sketch.map(
      "marker", ["at": .word("now"), "label": Reading.text("now.distance", .distance) { "\(Int($0))" }])
    let film = try Sketch.film(
      [
        Sketch.node(
          "world", id: "w", ["markers": .list([.map(marker)])], animations: ["route.width": keys])
      ], size: (540, 960))
    guard case .world(let world)? = film.node("w")?.content, let changes = world.changes,
      case .keys(let width) = changes.width
    else {
      Issue.record("nothing changes")
      return
    }
    #expect(width.value(at: 5) == 12)
    #expect(changes.markers.count == 1)
    #expect(changes.markers[0].label != nil)
  }

  @Test("a chart spans the run and stays inside its box")
  func chart() throws {
    for metric in RouteMetric.allCases {
      let film = try Sketch.film([Sketch.node("chart", id: "c", ["metric": .word(metric.rawValue)])])
      guard case .chart(let chart)? = film.node("c")?.content else {
        Issue.record("no chart")
        return
      }
      #expect(chart.points.count <= 600)
      #expect(chart.points.first?.x == 0 && chart.points.last?.x == 1)
      #expect(chart.points.allSatisfy { $0.y.map { (0...1).contains($0) } ?? true })
      #expect(chart.points.contains { $0.y != nil } == Sketch.route.has(metric))
    }
  }

  @Test("a run without times has no pace and no split times")
  func timeless() throws {
    let template = Sketch.template(scenes: [
      Sketch.scene(
        "one", [:],
        [Sketch.node("chart", id: "c", ["metric": .word("pace")]), Sketch.node("minimap", id: "m")])
    ])
    let film = try Sketch.film(template, route: Sketch.timeless)
    guard case .chart(let chart)? = film.node("c")?.content else {
      Issue.record("no chart")
      return
    }
    #expect(chart.points.allSatisfy { $0.y == nil })
  }

  @Test("an overview lies inside its box, in order, north up unless turning pays")
  func minimap() throws {
    let film = try Sketch.film([
      Sketch.node("minimap", id: "m", ["size": Sketch.size(Sketch.units(300), Sketch.units(600))])
    ])
    guard case .minimap(let map)? = film.node("m")?.content else {
      Issue.record("no map")
      return
    }
    #expect(map.points.count == map.distances.count)
    #expect(map.points.count <= 1502)
    #expect(map.points.allSatisfy { (0...300).contains($0.x) && (0...600).contains($0.y) })
    #expect(zip(map.distances, map.distances.dropFirst()).allSatisfy { $0 < $1 })
    let extent = try #require(Rect(bounding: map.points))
    // A wide route in a tall box is turned so that it fills it.
    #expect(extent.height > extent.width)
  }

  @Test("too many splits are joined and still add up")
  func merged() throws {
    let rows = SplitRows(route: Sketch.route).rows
    #expect(rows.count == 8)
    let few = SplitRows.merged(rows, limit: 4)
    #expect(few.map { $0["label"] } == [.text("1–2"), .text("3–4"), .text("5–6"), .text("7–7.3")])
    for name in ["distance", "time", "ascent", "descent"] {
      let all = rows.reduce(0) { $0 + ($1[name]?.numberValue ?? 0) }
      let joined = few.reduce(0) { $0 + ($1[name]?.numberValue ?? 0) }
      #expect(abs(all - joined) < 1e-6)
    }
    #expect(few.count { $0["fastest"] == .bool(true) } >= 1)
    #expect(SplitRows.merged(rows, limit: 20) == rows)
  }

  @Test("a table has a row a split, cells in columns and marks the fastest")
  func table() throws {
    func column(
      _ title: String, _ value: ResolvedValue, _ width: Double, _ values: [String: ResolvedValue] = [:]
    )
      -> ResolvedValue
    {
      var values = values
      values["title"] = .text(title)
      values["value"] = value
      values["width"] = Sketch.percent(width)
      return .map(Sketch.map("column", values))
    }
    let rows = SplitRows(route: Sketch.route).rows
    let bar = Sketch.map("bar", ["value": Reading.live("row.pace", .pace)])
    let film = try Sketch.film([
      Sketch.node(
        "table", id: "t",
        [
          "rows": .rows(rows), "width": Sketch.units(800), "row_height": Sketch.units(60),
          "max_rows": .number(12),
          "columns": .list([
            column("Km", Reading.text("row.index", .int) { "\(Int($0))" }, 20),
            column("Pace", Reading.text("row.pace", .pace) { Reading.clock($0) }, 50, ["bar": .map(bar)]),
            column(
              "Up", Reading.text("row.ascent", .elevation) { "\(Int($0))" }, 30, ["text_align": .word("end")]),
          ]),
          "highlight": .map(
            Sketch.map(
              "highlight",
              ["when": Reading.live("row.fastest", .bool), "color": .color(Color(hex: 0xff0000))])),
        ])
    ])
    let node = try #require(film.node("t"))
    guard case .table(let table) = node.content else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.count == 9)
    #expect(node.box.height == 9 * 60)
    #expect(table.rows[0].cells.map(\.text) == ["Km", "Pace", "Up"])
    #expect(table.rows[3].cells[0].text == "3")
    #expect(table.rows.allSatisfy { $0.cells.allSatisfy { (0...800.5).contains($0.box.maxX) } })
    #expect(table.rows.dropFirst().allSatisfy { $0.bars.count == 1 })
    let red = table.rows.count { $0.cells.contains { $0.color == Color(hex: 0xff0000) } }
    #expect(red == 1)
  }

  @Test("a repeat makes one item a row")
  func repeated() throws {
    let item = Sketch.node("text", ["text": Reading.text("row.index", .int) { "no \(Int($0))" }])
    let film = try Sketch.film([
      Sketch.node(
        "repeat", id: "r",
        ["over": .rows(SplitRows(route: Sketch.route).rows), "item": .map(item), "max": .number(3)])
    ])
    let words = film.node("r")?.children.compactMap { node -> String? in
      if case .text(let text) = node.content, case .constant(let words) = text.source { return words }
      return nil
    }
    #expect(words == ["no 1", "no 2", "no 3"])
  }

  @Test("scale colours: ends, middle, reversal, steps")
  func scale() throws {
    func color(_ value: Double, _ values: [String: ResolvedValue]) throws -> Color {
      var values = values
      values["metric"] = .word("grade")
      values["domain"] = .list([.metric(.value(0, .ratio)), .metric(.value(0.1, .ratio))])
      values["colors"] = .list([.color(Color(hex: 0x000000)), .color(Color(hex: 0xffffff))])
      var template = Sketch.template(scenes: [])
      template.scales = ["s": Sketch.map("scale", values)]
      let film = Film(width: 1080, height: 1920, framesPerSecond: 30, background: .clear)
      let scope = BuildScope(
        template: template, route: Sketch.route, format: .init(), measuring: Letters(), canvas: film.bounds,
        safe: film.bounds, unit: 1, palette: Palette(colors: [:]), ledger: BuildLedger())
      return try #require(MetricScale("s", scope: scope)).color(value)
    }
    #expect(try color(-1, [:]) == Color(hex: 0x000000))
    #expect(try color(0.2, [:]) == Color(hex: 0xffffff))
    #expect(try color(0.2, ["reverse": .bool(true)]) == Color(hex: 0x000000))
    let middle = try color(0.05, [:])
    #expect(abs(middle.oklab.0 - 0.5) < 1e-6)
    #expect(try color(0.099, ["mode": .word("steps")]) == Color(hex: 0x000000))
  }

  @Test("facts of a run")
  func facts() {
    let facts = RunFacts(route: Sketch.route, title: " ", place: nil, athlete: "A", startTime: nil)
    func value(_ name: String) -> ExpressionValue { facts.value(of: Binding(name: name, kind: .text)) }
    #expect(value("run.title") == .text("Run"))
    #expect(value("run.athlete") == .text("A"))
    #expect(value("run.place") == .absent)
    #expect(value("run.distance") == .number(Sketch.route.totalDistance))
    #expect(value("run.has.hr") == .bool(false))
    #expect(value("run.hr_avg") == .absent)
    #expect(value("run.date") == .number(1_700_000_000))
    #expect(value("now.distance") == .absent)
    #expect(value("run.percentile.pace.5") == .number(Sketch.route.percentile(5, of: .pace) ?? 0))
    #expect(value("run.percentile.pace") == .absent)
    guard case .list(let rows) = value("run.splits") else {
      Issue.record("no splits")
      return
    }
    #expect(rows.count == Sketch.route.splits.count)
    #expect(
      Set(rows[0].keys)
        == [
          "index", "label", "distance", "time", "pace", "ascent", "descent", "hr", "fastest", "slowest",
          "partial",
        ])
  }
}

@Suite("Pictures")
struct PictureTests {
  @Test("a picture without a size keeps its shape; other files are square")
  func shape() throws {
    let png: [UInt8] =
      [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0x40, 0,
        0, 0, 0xA0,
      ]
    let jpeg: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 100, 0, 50, 1, 0, 0, 0]
    for (bytes, height) in [
      (png, 160.0), (jpeg, 640), ([1, 2, 3], 320), ([0xFF, 0xD8, 0xFF, 0xC0, 0, 1], 320),
    ] {
      let film = try Sketch.film([
        Sketch.node(
          "image", id: "i", ["file": .file(BundleFile(name: "a", bytes: bytes)), "width": Sketch.units(320)])
      ])
      #expect(film.node("i")?.box.height == height)
      #expect(film.images.count == 1)
    }
  }
}
