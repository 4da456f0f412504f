import Geometry
import Templates

@testable import Scenes

/// The shape of the shipped story template, resolved by hand.
enum StorySketch {
  static func stat(_ label: String, _ value: ResolvedValue) -> ResolvedMap {
    Sketch.node(
      "stack", ["gap": Sketch.units(6)],
      [
        Sketch.node("text", ["text": .text(label), "style": .word("label")]),
        Sketch.node("text", ["text": value, "style": .word("value")]),
      ])
  }

  private static func move(_ preset: String, duration: Double, delay: Double = 0, children: Bool = false)
    -> ResolvedValue
  {
    .map(
      Sketch.map(
        "move",
        [
          "preset": .word(preset), "duration": .time(duration), "delay": .time(delay),
          "by": .word(children ? "child" : "node"), "stagger": .time(0.08),
        ]))
  }

  static func template(size: (Double, Double) = (1080, 1920)) -> ResolvedTemplate {
    let hud = Sketch.node(
      "stack", id: "hud",
      [
        "gap": Sketch.units(44), "width": Sketch.percent(100), "place": Sketch.place("bottom", of: "safe"),
        "from": .timePosition(.seconds(3)), "to": .timePosition(.beforeEnd(4)),
        "enter": move("fade-up", duration: 0.65, children: true), "exit": move("fade", duration: 0.35),
      ],
      [
        Sketch.node(
          "stack", id: "numbers",
          ["direction": .word("row"), "justify": .word("between"), "width": Sketch.percent(100)],
          [
            stat("Pace", Reading.text("now.pace", .pace) { Reading.clock($0) + " /km" }),
            stat("Distance", Reading.text("now.distance", .distance) { "\(Int($0 / 100))" }),
            stat("Elevation", Reading.text("now.ele", .elevation) { "\(Int($0)) m" }),
          ]),
        Sketch.node(
          "chart", id: "profile",
          ["metric": .word("elevation"), "size": Sketch.size(Sketch.percent(100), Sketch.units(120))]),
      ])
    let opening = Sketch.node(
      "stack", id: "opening",
      [
        "gap": Sketch.units(22), "width": Sketch.percent(100),
        "place": Sketch.place("bottom-left", of: "safe"),
        "to": .timePosition(.seconds(3)),
        "enter": move("fade-up", duration: 0.7, delay: 0.25, children: true),
      ],
      [
        Sketch.node(
          "text", id: "title",
          [
            "text": .text("A long run around the whole of the quiet lake"), "style": .word("title"),
            "fit": .word("shrink"), "min_size": Sketch.units(56), "max_lines": .number(3),
            "width": Sketch.percent(100),
          ]),
        Sketch.node(
          "shape", id: "rule",
          ["size": Sketch.size(Sketch.units(96), Sketch.units(6)), "fill": .word("accent")]),
      ])
    let world = Sketch.node(
      "world", id: "world",
      [
        "size": Sketch.size(Sketch.percent(100), Sketch.percent(100)),
        "camera": .map(
          Sketch.map(
            "camera",
            [
              "distance": .ground(900), "pitch": .angle(58), "intro": .time(3.2), "intro_hold": .time(1.3),
              "outro": .time(4.5), "outro_hold": .time(1.5),
              "anchor": .list([Sketch.percent(50), Sketch.percent(58)]),
            ])),
        "ground": .map(Sketch.map("ground", ["kind": .word("map")])),
        "route": .map(
          Sketch.map(
            "route",
            [
              "width": Sketch.units(10), "color": .map(Sketch.map("by_scale", ["scale": .word("effort")])),
              "ahead": .map(
                Sketch.map(
                  "stroke", ["color": .word("text"), "width": Sketch.units(4), "opacity": .number(0.24)])),
            ])),
        "markers": .list([
          .map(
            Sketch.map("marker", ["at": .word("split"), "shape": .word("tick"), "radius": Sketch.units(7)])),
          .map(Sketch.map("marker", ["at": .word("now"), "radius": Sketch.units(13)])),
        ]),
      ])
    let shade = Sketch.node(
      "shape", id: "shade",
      [
        "size": Sketch.size(Sketch.percent(100), Sketch.units(980)),
        "place": Sketch.place("bottom", of: "canvas"),
        "fill": .map(
          Sketch.map(
            "fill",
            [
              "gradient": .list([.color(.clear), .word("ground_far")]), "angle": .angle(180),
              "opacity": .number(0.9),
            ])),
      ])
    var template = Sketch.template(
      size: size,
      scenes: [
        Sketch.scene(
          "run", duration: 26, ["clock": Sketch.clock("fit", leadIn: 3.2, leadOut: 4.5)],
          [world, shade, opening, hud])
      ])
    template.styles = [
      "title": Sketch.map(
        "style", ["weight": .number(800), "font_size": Sketch.units(104), "leading": .number(0.98)]),
      "value": Sketch.map(
        "style", ["weight": .number(700), "font_size": Sketch.units(92), "leading": .number(1)]),
      "label": Sketch.map(
        "style", ["font_size": Sketch.units(26), "color": .word("muted"), "case": .word("upper")]),
    ]
    template.scales = [
      "effort": Sketch.map(
        "scale",
        [
          "metric": .word("pace"),
          "colors": .list([.color(Color(hex: 0x2f7bff)), .color(Color(hex: 0xff3b30))]),
          "domain": .list([.metric(.percentile(5)), .metric(.percentile(95))]), "reverse": .bool(true),
        ])
    ]
    return template
  }
}
