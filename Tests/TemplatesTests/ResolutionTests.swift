import Formatting
import Geometry
import Testing

@testable import Templates

/// What a template becomes for one request.
struct ResolutionTests {
  static func scene(
    _ template: Template, _ request: TemplateRequest = TemplateRequest(), run: SampleRun = SampleRun()
  )
    throws -> ResolvedMap
  {
    try template.resolve(request, source: run).scenes[0]
  }

  /// The node of an id, anywhere in a map.
  static func find(_ id: String, in map: ResolvedMap) -> ResolvedMap? {
    if map.id == id { return map }
    for name in ["nodes", "children"] {
      guard case .list(let items) = map[name] else { continue }
      for case .map(let child) in items {
        if let found = find(id, in: child) { return found }
      }
    }
    return nil
  }

  static func children(_ map: ResolvedMap?, _ name: String = "children") -> [ResolvedMap] {
    guard case .list(let items) = map?[name] else { return [] }
    return items.compactMap {
      if case .map(let child) = $0 { return child }
      return nil
    }
  }

  static func color(_ value: ResolvedValue?) -> Color? {
    if case .color(let color) = value { return color }
    return nil
  }

  @Test func storyHasItsTypesAndDefaults() throws {
    let template = try Samples.shipped("story")
    #expect(template.parameters.map(\.name) == ["title", "length", "accent", "labels", "distance"])
    #expect(template.parameters[1].defaultText == "26s" && template.parameters[1].minimum == "8s")
    let resolved = try template.resolve(TemplateRequest(), source: SampleRun())
    #expect(resolved.themeName == "night")
    let scene = resolved.scenes[0]
    guard case .time(26) = scene["duration"] else { return fail("\(scene["duration"])") }
    let world = try #require(Self.find("world", in: scene))
    guard case .map(let camera) = world["camera"] else { return fail("no camera") }
    guard case .ground(900) = camera["distance"], case .angle(58) = camera["pitch"],
      case .time(3.2) = camera["intro"]
    else { return fail("\(camera.values)") }
    // The theme decides where the template says nothing.
    guard case .map(let ground) = world["ground"], case .word("midnight") = ground["style"] else {
      return fail("no style")
    }
    guard case .map(let route) = world["route"] else { return fail("no route") }
    #expect(Self.color(route["color"]) == Color(hex: 0xff5a36))
    // A gradient fill with a token made transparent.
    guard case .map(let fill) = Self.find("bottom_shade", in: scene)?["fill"],
      case .list(let stops) = fill["gradient"]
    else {
      return fail("no gradient")
    }
    #expect(
      stops.count > 1 && Self.color(stops[0]) == Color(hex: 0x0b0e13, alpha: 0))
    // The style is merged into the text.
    let title = try #require(
      Self.children(Self.find("opening", in: scene)).first {
        $0.element == "text" && $0["fit"].isWord("shrink")
      })
    guard case .word("display") = title["font"], case .number(800) = title["weight"],
      case .length(.units(104)) = title["font_size"],
      case .text("Morning run") = title["text"], case .none = title["style"],
      case .length(.em(-0.02)) = title["tracking"]
    else { return fail("\(title.values)") }
    // A component's instance with a live argument.
    let numbers = Self.children(Self.find("numbers", in: scene))
    #expect(numbers.count == 3)
    let pace = Self.children(numbers.first)
    guard case .text("Pace") = pace[0]["text"], case .liveText(let live) = pace[1]["text"],
      live.pieces.count == 1
    else {
      return fail("\(pace)")
    }
  }

  @Test func whenDecidesWhatIsThere() throws {
    var run = SampleRun()
    run.values["run.has.elevation"] = .bool(false)
    let scene = try Self.scene(try Samples.shipped("story"), run: run)
    #expect(Self.find("profile", in: scene) == nil)
    #expect(Self.find("progress", in: scene) != nil)
    run.values["run.has.time"] = .bool(false)
    #expect(Self.find("split_pop", in: try Self.scene(try Samples.shipped("story"), run: run)) == nil)
  }

  @Test func variantsFollowTheShape() throws {
    var request = TemplateRequest()
    request.size = (1920, 1080)
    let template = try Samples.shipped("story")
    let scene = try Self.scene(template, request)
    guard case .map(let camera) = Self.find("world", in: scene)?["camera"],
      case .list(let anchor) = camera["anchor"],
      case .length(.percent(0.62)) = anchor[0], case .ground(900) = camera["distance"]
    else { return fail("the patch did not merge") }
    guard case .map(let place) = Self.find("hud", in: scene)?["place"],
      case .word("bottom-left") = place["at"],
      case .word("bottom-left") = place["self"], case .word("safe") = place["of"]
    else { return fail("no place") }
  }

  @Test func setsAreCheckedData() throws {
    let template = try Samples.shipped("story")
    var request = TemplateRequest()
    request.sets = [("title", "${now.hr}"), ("length", "12s"), ("accent", "#00ff00"), ("distance", "2km")]
    let scene = try Self.scene(template, request)
    guard case .time(12) = scene["duration"] else { return fail("\(scene["duration"])") }
    let title = Self.children(Self.find("opening", in: scene)).compactMap { node -> String? in
      if case .text(let text) = node["text"] { return text }
      return nil
    }
    #expect(title.contains("${now.hr}"))

    request.sets = [
      ("titel", "x"), ("length", "3"), ("accent", "gren"), ("distance", "90km"), ("length", "2s"),
    ]
    let failure = #expect(throws: TemplateFailure.self) { try template.resolve(request, source: SampleRun()) }
    let messages = failure.map(printed) ?? ""
    for line in [
      "error[E172]: template 'story' has no parameter 'titel'", "did you mean 'title'?",
      "error[E173]: parameter 'length' is not a duration: '3'", "did you mean '3s'?",
      "error[E173]: parameter 'accent' is not a colour: 'gren'",
      "error[E173]: parameter 'distance' must be at most 6km, not 90km",
      "error[E173]: parameter 'length' must be at least 8s, not 2s",
    ] {
      #expect(messages.contains(line), "\(line)\n\(messages)")
    }
    request.sets = []
    request.theme = "nigth"
    let theme = #expect(throws: TemplateFailure.self) { try template.resolve(request, source: SampleRun()) }
    #expect(theme.map(printed)?.contains("did you mean 'night'?") ?? false)
  }

  @Test func longTitlesAreCut() throws {
    var run = SampleRun()
    run.values["run.title"] = .text(String(repeating: "A very long title ", count: 20))
    let scene = try Self.scene(try Samples.shipped("story"), run: run)
    let title = Self.children(Self.find("opening", in: scene)).first { $0["fit"].isWord("shrink") }
    guard case .text(let text) = title?["text"] else { return fail("no title") }
    #expect(text.count == 60 && text.hasSuffix("…"))
  }

  @Test func stringsFollowTheLanguage() throws {
    let template = try Samples.shipped("race")
    for (locale, word) in [("de-CH", "Abschnitt"), ("fr", "Partiel"), ("ja", "Split")] {
      var request = TemplateRequest()
      request.format.locale = locale
      let scenes = try template.resolve(request, source: SampleRun()).scenes
      guard case .list(let columns) = Self.find("splits", in: scenes[1])?["columns"],
        case .map(let first) = columns.first,
        case .text(word) = first["title"]
      else { return fail("\(locale)") }
    }
  }

  @Test func tablesKeepTheirRowsOpen() throws {
    let scenes = try Samples.shipped("race").resolve(TemplateRequest(), source: SampleRun()).scenes
    let table = try #require(Self.find("splits", in: scenes[1]))
    guard case .rows(let rows) = table["rows"], rows.count == 10,
      case .map(let highlight) = table["highlight"],
      case .live(let fastest) = highlight["when"]
    else { return fail("\(table.values)") }
    #expect(fastest.body.bindings.map(\.name) == ["row.fastest"])
    guard case .list(let columns) = table["columns"], case .map(let pace) = columns[1],
      case .liveText = pace["value"],
      case .map(let bar) = pace["bar"], case .live = bar["value"], case .map(let scale) = bar["color"],
      case .word("effort") = scale["scale"]
    else { return fail("no column") }
  }

  @Test func repeatsBecomeStacks() throws {
    let template = try Samples.load(
      """
      scene: 1
      name: t
      scenes:
        - id: a
          duration: 2s
          nodes:
            - id: list
              type: repeat
              over: run.splits
              max: 3
              direction: row
              item: { type: text, id: cell, text: "${row.label}: ${row.pace | pace}" }
      """)
    let list = try #require(Self.find("list", in: try Self.scene(template)))
    #expect(list.element == "stack")
    guard case .word("row") = list["direction"] else { return fail("no direction") }
    let texts = Self.children(list).compactMap { node -> String? in
      if case .text(let text) = node["text"] { return text }
      return nil
    }
    #expect(texts == ["1: 5:31\u{202f}/km", "2: 5:32\u{202f}/km", "3: 5:33\u{202f}/km"])
    #expect(Set(Self.children(list).compactMap(\.id)).count == 3)
  }

  @Test func componentsSeeOnlyTheirArguments() throws {
    let template = try Samples.load(
      """
      scene: 1
      name: t
      components:
        outer:
          args: { label: { type: text, default: none given }, w: { type: number, default: 40 } }
          body:
            type: stack
            id: root
            children:
              - { type: text, id: line, text: "<${arg.label}>", width: "${arg.w * 2}" }
              - { use: inner, with: { value: "${arg.label}!" }, place: { of: line } }
        inner:
          args: { value: { type: text } }
          body: { type: text, text: "[${arg.value}]" }
      scenes:
        - id: a
          duration: 2s
          nodes:
            - { use: outer, id: one, with: { label: "${now.split}" }, opacity: 0.5 }
            - { use: outer, with: { w: 10 } }
      """)
    let nodes = Self.children(try Self.scene(template), "nodes")
    #expect(nodes[0].id == "one" && nodes[1].id != "root" && nodes[1].id != nil)
    guard case .number(0.5) = nodes[0]["opacity"] else { return fail("no opacity") }
    let first = Self.children(nodes[0])
    guard case .length(.units(80)) = first[0]["width"], case .liveText(let live) = first[0]["text"],
      live.pieces.count == 3
    else {
      return fail("\(first[0].values)")
    }
    let second = Self.children(nodes[1])
    guard case .length(.units(20)) = second[0]["width"], case .text("<none given>") = second[0]["text"],
      case .text("[none given!]") = second[1]["text"], case .map(let place) = second[1]["place"],
      case .word(let of) = place["of"]
    else { return fail("\(second)") }
    #expect(of == second[0].id && first[0].id != second[0].id)
  }

  @Test func framesBecomeSeconds() throws {
    let template = try Samples.load(
      """
      scene: 1
      name: t
      canvas: { fps: 25 }
      scenes:
        - id: a
          duration: 50f
          nodes:
            - { id: x, type: spacer, from: 5f, to: end-10f, animate: { opacity: [ { t: 0f, v: 0 }, { t: 25f, v: 1, ease: [0.2, 0, 0, 1] } ] } }
      """)
    let scene = try Self.scene(template)
    let node = try #require(Self.find("x", in: scene))
    guard case .time(2) = scene["duration"], case .timePosition(.seconds(0.2)) = node["from"],
      case .timePosition(.beforeEnd(0.4)) = node["to"], let keys = node.animations["opacity"], keys.count == 2
    else { return fail("\(scene.values)") }
    #expect(keys[1].time == .seconds(1) && keys[1].easing == .bezier(0.2, 0, 0, 1))
  }

  @Test func removedNodesMustNotBeAnchors() throws {
    let template = try Samples.load(
      """
      scene: 1
      name: t
      scenes:
        - id: a
          duration: 2s
          nodes:
            - { id: one, type: spacer }
            - { id: two, type: spacer, place: { of: one } }
      variants: [ { when: canvas.portrait, patch: { one: { remove: true } } } ]
      """)
    let failure = #expect(throws: TemplateFailure.self) { try Self.scene(template) }
    #expect(failure.map(printed)?.contains("E114") ?? false)
  }

  @Test func scalesColourText() throws {
    #expect(
      Samples.messages(
        """
        scene: 1
        name: t
        scales: { effort: { metric: pace, domain: [5:00/km, 6:00/km], colors: ["#000000", "#ffffff"] } }
        scenes: [ { id: a, duration: 2s, nodes: [ { type: text, text: x, color: "${scale('effort', now.pace)}" } ] } ]
        """
      ).isEmpty)
    let scale = ColorScale(
      stops: [0, 1, 3], colors: [Color(hex: 0), Color(hex: 0x808080), Color(hex: 0xffffff)], isStepped: false,
      usesOKLab: false, missing: .clear)
    #expect(scale.color(-1) == Color(hex: 0))
    #expect(scale.color(1) == Color(hex: 0x808080))
    #expect(scale.color(9) == Color(hex: 0xffffff))
    #expect(scale.color(nil) == .clear)
  }
}

private func fail(_ message: String, at location: SourceLocation = #_sourceLocation) {
  Issue.record("\(message)", sourceLocation: location)
}

extension ResolvedValue {
  func isWord(_ word: String) -> Bool {
    if case .word(word) = self { return true }
    return false
  }
}
