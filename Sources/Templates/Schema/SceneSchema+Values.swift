extension SceneSchema {
  static var valueElements: [ElementSchema] {
    [
      ElementSchema(
        "place", .value, "where a node stands",
        [
          PropertySchema("at", .ninePoint, default: "center", .const, "point on the target"),
          PropertySchema(
            "of", .anchor, default: "parent",
            "`parent`, `canvas`, `safe`, `prev` or a node id in the same scene"),
          PropertySchema(
            "self", .ninePoint, .const, "point of this node put there; the same as `at` where not set"),
          PropertySchema(
            "offset", .pair, unit: "u", default: "[0, 0]", .live, animates: true, "x right, y down"),
        ]),
      ElementSchema(
        "move", .value, "an entrance or exit",
        [
          PropertySchema(
            "preset",
            .word([
              "none", "fade", "fade-up", "fade-down", "fade-left", "fade-right", "scale", "wipe", "blur",
              "type-on",
            ]), default: "fade", "named motion"),
          PropertySchema("duration", .time, unit: "s", default: "500ms", .const, "length"),
          PropertySchema(
            "delay", .time, unit: "s", default: "0s", .const,
            "after the scene (or `from`) starts / before it ends"),
          PropertySchema("ease", .ease, default: "out-cubic", "curve"),
          PropertySchema(
            "stagger", .time, unit: "s", default: "0s", .const, "extra delay per child / word / row"),
          PropertySchema(
            "by", .word(["node", "child", "line", "word", "letter"]), default: "node", "what is staggered"),
          PropertySchema(
            "distance", .length, unit: "u", default: "48", .const, "travel of the directional presets"),
        ]),
      ElementSchema(
        "appear", .value, "shows a node after events of the run",
        [
          PropertySchema(
            "each", .word(["split", "pause", "best-split", "high-point"]), required: true, "run event"),
          PropertySchema("hold", .time, unit: "s", default: "2s", .const, "how long after each event"),
        ]),
      ElementSchema(
        "key", .value, "a key of an animation",
        [
          PropertySchema(
            "t", .timePosition, unit: "s, %, end", required: true, .const,
            "strictly ascending: `0s`, `50%`, `end-1s`, `12f`"),
          PropertySchema("v", .any, unit: "of the property", required: true, .const, "value"),
          PropertySchema(
            "ease", .ease, default: "out-cubic",
            "curve INTO this key; outside the keys the value is clamped"),
        ]),
      ElementSchema(
        "stroke", .value, "a line",
        [
          PropertySchema("color", .color, default: "ink", .live, animates: true, "line colour"),
          PropertySchema("width", .length, unit: "u", default: "2", .live, animates: true, "line width"),
          PropertySchema(
            "opacity", .number(0...1), default: "1", .live, animates: true, "alpha multiplier"),
          PropertySchema("dash", .list(.length), unit: "u", default: "[]", .const, "on/off lengths"),
        ]),
      ElementSchema(
        "shadow", .value, "a legibility shadow",
        [
          PropertySchema("color", .color, default: "\"#000000\"", .const, animates: true, "colour"),
          PropertySchema("blur", .length, unit: "u", default: "12", .const, animates: true, "radius"),
          PropertySchema("offset", .pair, unit: "u", default: "[0, 2]", .const, animates: true, "x, y"),
          PropertySchema("opacity", .number(0...1), default: "0.5", .const, animates: true, "alpha"),
        ]),
      ElementSchema(
        "fill", .value, "a flat colour or a gradient",
        [
          PropertySchema("color", .color, default: "none", .live, animates: true, "flat fill"),
          PropertySchema(
            "gradient", .list(.color), default: "[]", .const, "two or more stops, evenly spread"),
          PropertySchema(
            "angle", .angle, unit: "deg", default: "180deg", .const, animates: true,
            "gradient direction: 180deg runs from top to bottom"),
          PropertySchema("opacity", .number(0...1), default: "1", .live, animates: true, "alpha"),
        ]),
      ElementSchema(
        "camera", .value, "of a `world`",
        [
          PropertySchema(
            "style", .word(["cinematic", "classic"]), default: "cinematic",
            "classic: the damped camera of 60 ticks a second"),
          PropertySchema(
            "follow", .word(["runner", "route", "none"]), default: "runner",
            "runner: keep the tip in view; route: whole route; none: fixed"),
          PropertySchema(
            "pitch", .angle, unit: "deg", default: "55deg", .live, animates: true,
            "0 = top-down, 85 = near the ground"),
          PropertySchema(
            "distance", .groundOrAuto, unit: "m", default: "auto", .live, animates: true,
            "from the target; `auto` from the speed over the ground"),
          PropertySchema(
            "fov", .angle, unit: "deg", default: "36.87deg", .live, animates: true, "vertical field of view"),
          PropertySchema(
            "heading", .word(["course", "north", "orbit"]), default: "course",
            "course: smoothed direction of travel"),
          PropertySchema(
            "heading_offset", .angle, unit: "deg", default: "0deg", .live, animates: true, "added to heading"),
          PropertySchema(
            "smooth", .time, unit: "s", default: "1500ms", .const,
            "video-time constant of the follow filter"),
          PropertySchema(
            "lead", .length, unit: "%", default: "12%", .const, animates: true,
            "look-ahead as a share of the view height"),
          PropertySchema(
            "anchor", .pair, unit: "%", default: "[50%, 60%]", .const,
            "where the runner stands in the node's box"),
          PropertySchema(
            "max_turn_rate", .angle, unit: "deg", default: "25deg", .const, "most a second, cinematic"),
          PropertySchema(
            "ease", .number(0...1), default: "0.15", .const, "classic: share of the gap closed a tick"),
          PropertySchema("lookahead", .ground, unit: "m", default: "800m", .const, "classic"),
          PropertySchema(
            "turn_gain", .number(0...1), default: "0.006", .const, "classic: share of the angle turned a tick"
          ),
          PropertySchema("max_turn", .angle, unit: "deg", default: "0.6deg", .const, "classic: most a tick"),
          PropertySchema(
            "intro", .time, unit: "s", default: "0s", .const,
            "opens on the whole route and is with the runner after so long; 0s: no opening"),
          PropertySchema(
            "intro_hold", .time, unit: "s", default: "0s", .const, "part of `intro` that stands still"),
          PropertySchema(
            "outro", .time, unit: "s", default: "0s", .const,
            "leaves the runner for the whole route so long before the scene's end; 0s: no closing"),
          PropertySchema(
            "outro_hold", .time, unit: "s", default: "0s", .const, "part of `outro` that stands still"),
        ]),
      ElementSchema(
        "ground", .value, "what lies under the run",
        [
          PropertySchema(
            "kind", .word(["plain", "grid", "relief", "map", "satellite"]), default: "grid",
            "relief: shaded from the recorded elevation; map and satellite need the user's data, else relief or grid"
          ),
          PropertySchema(
            "color", .color, .const, animates: true,
            "base; the theme's `ground` and `ground_far` where not set"),
          PropertySchema(
            "line_color", .color, .const, animates: true, "grid / contour; the theme's where not set"),
          PropertySchema("spacing", .ground, unit: "m", default: "500m", "grid step"),
          PropertySchema(
            "exaggeration", .number(0...10), unit: "×", default: "1.5", .const, animates: true,
            "elevation scale"),
          PropertySchema(
            "style", .word(["midnight", "paper", "satellite-like"]),
            default: "${if(theme.dark, 'midnight', 'paper')}", .const,
            "look of a vector map; from the theme where not set"),
          PropertySchema(
            "terrain", .word(["auto", "on", "off"]), default: "auto", "3D, where the user's data allow it"),
          PropertySchema(
            "buildings", .word(["auto", "on", "off"]), default: "auto", "3D, where the user's data allow it"),
          PropertySchema(
            "labels", .word(["off", "few"]), default: "off", .const,
            "place names on a vector map: few, each shown long enough to be read, never under what covers the world"
          ),
          PropertySchema(
            "light", .word(["day", "golden", "night", "auto"]), default: "auto",
            "`auto`: the run's own time and place"),
        ]),
      ElementSchema(
        "route", .value, "the run's line",
        [
          PropertySchema(
            "width", .length, unit: "u", default: "8", .live, animates: true, "drawn width at the target"),
          PropertySchema(
            "color", .colorOr("by_scale"), default: "accent", .live, animates: true, "flat, or by metric"),
          PropertySchema("draw", .word(["now", "all", "none"]), default: "now", "now: self-drawing"),
          PropertySchema("ahead", .map("stroke"), .const, animates: true, "the part not yet run"),
          PropertySchema("casing", .map("stroke"), .const, animates: true, "wider line below"),
          PropertySchema("glow", .number(0...1), default: "0", .live, animates: true, "additive halo"),
        ]),
      ElementSchema(
        "by_scale", .value, "colours from a scale",
        [PropertySchema("scale", .scaleName, required: true, "name from `scales`")]),
      ElementSchema(
        "marker", .value, "a symbol at a place of the run",
        [
          PropertySchema(
            "at", .word(["start", "finish", "now", "split", "best-split", "high-point"]), required: true,
            "where"),
          PropertySchema(
            "shape", .word(["dot", "ring", "pin", "tick", "none"]), default: "dot", "symbol"),
          PropertySchema("radius", .length, unit: "u", default: "10", .live, animates: true, "size"),
          PropertySchema("color", .color, default: "accent", .live, animates: true, "fill"),
          PropertySchema("label", .text, default: "\"\"", .live, "caption"),
          PropertySchema("style", .styleName, "of the label"),
        ]),
      ElementSchema(
        "column", .value, "of a table",
        [
          PropertySchema("title", .text, default: "\"\"", .const, "header"),
          PropertySchema("value", .text, required: true, .const, "cell, a `${row.…}` with a formatter"),
          PropertySchema("width", .length, unit: "u, %", default: "auto", .const, "column width"),
          PropertySchema(
            "text_align", .word(["start", "center", "end"]), default: "start", "cell alignment"),
          PropertySchema("bar", .map("bar"), "bar behind the cell"),
        ]),
      ElementSchema(
        "bar", .value, "a bar behind a table's cell",
        [
          PropertySchema("value", .quantity, required: true, .const, "any kind; longest row = full width"),
          PropertySchema("color", .colorOr("by_scale"), default: "accent", .const, "fill"),
          PropertySchema("from_zero", .bool, default: "false", "else scaled between min and max"),
        ]),
      ElementSchema(
        "highlight", .value, "marks rows of a table",
        [
          PropertySchema("when", .condition, required: true, .const, "e.g. `row.fastest`"),
          PropertySchema("color", .color, default: "accent", .const, "text colour"),
          PropertySchema("fill", .color, default: "none", .const, "row fill"),
        ]),
    ]
  }
}
