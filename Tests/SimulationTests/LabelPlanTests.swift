import Geometry
import Routes
import Scenes
import Testing

@testable import Simulation

/// Names on a generated map: chosen once, apart from each other, long enough to be read.
@Suite struct LabelPlanTests {
  static let box = Rect(x: 40, y: 0, width: 540, height: 960)
  static let unit = 0.5

  static func route() throws -> ReplayRoute {
    try SimulatedScene.run(length: 3000, speed: 3) { s in Vec2(250 * Trigonometry.sin(s / 400), s * 0.8) }
  }

  static func label(_ text: String, at position: Vec2, rank: Double, reach: Double = 9000) -> MapLabel {
    MapLabel(
      text: text, style: TextStyle(font: FontSpec(.builtin("inter")), size: 14), color: Color(hex: 0xffffff),
      halo: Color(hex: 0), position: position, size: Vec2(8 * Double(text.count), 18), rank: rank,
      reach: reach,
      isPeak: text.hasSuffix("^"))
  }

  /// Names strewn over and beside the run; some share their words.
  static func strewn(seed: Int, count: Int = 120) -> [MapLabel] {
    var random = RandomRunTests.Random(state: UInt64(seed) &* 977 &+ 5)
    return (0..<count).map { index in
      let place = Vec2(.random(in: -900...900, using: &random), .random(in: -300...3000, using: &random))
      let name = String(repeating: "n", count: .random(in: 2...14, using: &random))
      return label(
        "\(name)\(index % 40)" + (index % 5 == 0 ? "^" : ""), at: place,
        rank: .random(in: 0...5, using: &random))
    }
  }

  static func cover(at time: Double) -> [Rect] {
    // A panel below, and one that comes and goes.
    [Rect(x: 0, y: 640, width: 540, height: 320)]
      + (time.truncatingRemainder(dividingBy: 5) < 2 ? [Rect(x: 300, y: 100, width: 200, height: 120)] : [])
  }

  static func plan(_ labels: [MapLabel], _ scene: (clock: SceneClock, camera: CameraTrack)) -> LabelPlan {
    LabelPlan(
      labels: labels, box: box, unit: unit, clock: scene.clock, camera: scene.camera, heights: FlatField(),
      overlay: cover)
  }

  @Test(arguments: 0..<8) func namesNeverTouch(seed: Int) throws {
    let scene = SimulatedScene.scene(try Self.route(), duration: 24)
    let plan = Self.plan(Self.strewn(seed: seed), scene)
    #expect(plan.lives.count >= 5)
    let view = Rect(x: 0, y: 0, width: Self.box.width, height: Self.box.height)
    var before: [String: Double] = [:]
    for frame in 0...24 * 60 {
      let time = Double(frame) / 60
      let camera = scene.camera.camera(at: time)
      let names = plan.labels(at: time, camera: camera)
      #expect(names.count <= LabelPlan.most)
      let along = scene.clock.shownDistance(at: time)
      let dot = PerspectiveProjection(camera: camera, viewport: view)
        .project(Vec3(scene.clock.route.path.position(at: along), z: 0))
      for (index, name) in names.enumerated() {
        #expect(view.union(name.box) == view)
        for other in names.dropFirst(index + 1) {
          #expect(other.box.intersection(name.box) == nil && other.label.text != name.label.text)
        }
        for cover in Self.cover(at: time) { #expect(name.box.intersection(cover) == nil) }
        if let dot { #expect(!name.box.inset(by: -10).contains(dot.position)) }
        // It comes and goes in steps that are no jump.
        #expect(abs(name.opacity - (before[name.label.text] ?? (frame == 0 ? name.opacity : 0))) < 0.1)
      }
      // Nothing that stood in full is gone in the next frame.
      for (text, opacity) in before where opacity > 0.1 {
        #expect(names.contains { $0.label.text == text }, "\(time): \(text)")
      }
      before = Dictionary(uniqueKeysWithValues: names.map { ($0.label.text, $0.opacity) })
    }
  }

  @Test func livesAreLongAndApart() throws {
    let scene = SimulatedScene.scene(try Self.route(), duration: 24)
    let plan = Self.plan(Self.strewn(seed: 3), scene)
    for (index, life) in plan.lives.enumerated() {
      #expect(life.to - life.from >= LabelPlan.leastLife - 1e-9 && life.from >= 0 && life.to <= 24)
      for other in plan.lives.dropFirst(index + 1)
      where plan.labels[other.label].text == plan.labels[life.label].text {
        #expect(
          other.from >= life.to + LabelPlan.pause - 0.1 || life.from >= other.to + LabelPlan.pause - 0.1)
      }
    }
    // The same film has the same names, in whatever order they were read.
    let again = Self.plan(Self.strewn(seed: 3).reversed(), scene)
    #expect(
      again.lives.map { again.labels[$0.label].text } == plan.lives.map { plan.labels[$0.label].text })
    #expect(again.lives.map(\.from) == plan.lives.map(\.from))
  }

  @Test func rankGoesFirstAndFarNamesStayAway() throws {
    let scene = SimulatedScene.scene(try Self.route(), duration: 24)
    // At every place a city and a hamlet: where there is time for a name it is the city's.
    let places = (0..<24).map { Vec2($0.isMultiple(of: 2) ? 160 : -160, 100 * Double($0)) }
    let rivals = places.enumerated().flatMap { index, place in
      [Self.label("hamlet\(index)", at: place, rank: 5), Self.label("city\(index)", at: place, rank: 0)]
    }
    let plan = Self.plan(rivals, scene)
    // (A hamlet may stand in while its city pauses between two lives.)
    let cities = plan.lives.filter { plan.labels[$0.label].text.hasPrefix("city") }.count
    #expect(cities >= 4 && plan.lives.count - cities <= cities / 4)
    let place = places[4]
    #expect(Self.plan([Self.label("city", at: place, rank: 0, reach: 10)], scene).lives.isEmpty)
    #expect(Self.plan([], scene).lives.isEmpty)
    let camera = scene.camera.camera(at: 3)
    #expect(Self.plan([], scene).labels(at: 3, camera: camera).isEmpty)
  }

  @Test func hillsHideNames() throws {
    struct Wall: HeightField {
      func height(at point: Vec2) -> Double { abs(point.y - 1000) < 60 ? 4000 : 0 }
    }
    let scene = SimulatedScene.scene(try Self.route(), duration: 24)
    let label = Self.label("behind", at: Vec2(-100, 1150), rank: 0)
    let open = Self.plan([label], scene)
    let closed = LabelPlan(
      labels: [label], box: Self.box, unit: Self.unit, clock: scene.clock, camera: scene.camera,
      heights: Wall(),
      overlay: Self.cover)
    func first(_ plan: LabelPlan) -> Double { plan.lives.map(\.from).min() ?? .infinity }
    #expect(first(open) < first(closed))
  }

  @Test func shadesCoverWhereTheyAreDense() {
    func node(_ index: Int) -> SceneNode {
      SceneNode(index: index, id: nil, box: Rect(x: 0, y: 0, width: 100, height: 100), content: .spacer)
    }
    func covers(_ fill: FillStyle, opacity: Double = 1, index: Int = 2) -> [Rect] {
      var item = DrawItem(
        node: node(index), box: Rect(x: 0, y: 0, width: 100, height: 100),
        content: .shape(.rect, PanelState(fill: fill, radius: 0, border: nil)))
      item.opacity = opacity
      return OverlayBoxes.covers(of: [item], over: node(1), plates: []).map(\.box)
    }
    let dark = Color(hex: 0x000000)
    #expect(covers(FillStyle(dark)) == [Rect(x: 0, y: 0, width: 100, height: 100)])
    #expect(covers(FillStyle(dark), opacity: 0.2).isEmpty && covers(FillStyle(dark), index: 0).isEmpty)
    let shade = covers(FillStyle(colors: [dark.opacity(0), dark], angle: 180))
    #expect(shade.count == 1 && abs((shade.first?.y ?? 0) - 100 * OverlayBoxes.dense) < 2)
    let left = covers(FillStyle(colors: [dark, dark.opacity(0)], angle: 90))
    #expect(left.count == 1 && abs((left.first?.maxX ?? 0) - 100 * (1 - OverlayBoxes.dense)) < 2)
  }
}
