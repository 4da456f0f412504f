extension SceneSchema {
  /// Properties of every node.
  package static let common: [PropertySchema] = [
    PropertySchema("type", .word([]), "node type; or `use`"),
    PropertySchema("id", .identifier, "unique in the document; target of `of`, `patch`"),
    PropertySchema(
      "when", .condition, default: "true", .live, "visible? a const false removes it from layout too"),
    PropertySchema("collapse", .bool, default: "false", "a live false also gives up its space"),
    PropertySchema(
      "place", .ninePointOrPlace, .const, "where; center in a group, ignored in a stack"),
    PropertySchema(
      "size", .pair, unit: "u, %", default: "[auto, auto]", .const, animates: true,
      "`[w, h]`; `auto` allowed"),
    PropertySchema(
      "width", .length, unit: "u, %", default: "auto", .const, animates: true, "overrides `size`"),
    PropertySchema(
      "height", .length, unit: "u, %", default: "auto", .const, animates: true, "overrides `size`"),
    PropertySchema(
      "grow", .number(0...100), unit: "fr", default: "0", .const, "share of free space in a stack"),
    PropertySchema(
      "opacity", .number(0...1), default: "1", .live, animates: true, "alpha of the node and its children"),
    PropertySchema(
      "rotate", .angle, unit: "deg", default: "0deg", .live, animates: true, "clockwise about `origin`"),
    PropertySchema(
      "scale", .number(0...10), unit: "×", default: "1", .live, animates: true, "about `origin`"),
    PropertySchema("origin", .ninePoint, default: "center", "pivot"),
    PropertySchema("clip", .bool, default: "false", "clip children to the box"),
    PropertySchema(
      "from", .timePosition, unit: "s, %", default: "0s", .const, "visible from (scene time)"),
    PropertySchema("to", .timePosition, unit: "s, %", default: "end", .const, "visible until"),
    PropertySchema("enter", .map("move"), "entrance"),
    PropertySchema("exit", .map("move"), "exit"),
    PropertySchema("appear", .map("appear"), "show only after run events"),
    PropertySchema(
      "animate", .animations, default: "{}",
      "`property: [keys]`; dotted paths allowed (`camera.pitch`)"),
  ]

  /// Of `text` and of a style.
  static let textProperties: [PropertySchema] = [
    PropertySchema("font", .fontName, default: "body", "name from `theme.fonts`"),
    PropertySchema("weight", .int(100...900), default: "400", "weight of the font's strokes"),
    PropertySchema("font_size", .length, unit: "u", default: "40", .const, animates: true, "em size"),
    PropertySchema("color", .color, default: "text", .live, animates: true, "text fill"),
    PropertySchema("leading", .number(0.5...3), unit: "×", default: "1.15", .const, "line height"),
    PropertySchema(
      "tracking", .length, unit: "em", default: "0", .const, animates: true, "letter spacing"),
    PropertySchema(
      "case", .word(["none", "upper", "lower", "title"]), default: "none", "locale-aware"),
    PropertySchema(
      "text_align", .word(["start", "center", "end"]), default: "start", "inside the text box"),
    PropertySchema(
      "digits", .word(["tabular", "proportional"]), default: "tabular",
      "tabular so live numbers do not jitter"),
    PropertySchema(
      "unit_size", .number(0.1...1), unit: "×", default: "1", .const,
      "size of a unit beside its number, as a share of the number's"),
    PropertySchema("stroke", .map("stroke"), .const, animates: true, "outline behind the fill"),
    PropertySchema("shadow", .map("shadow"), .const, animates: true, "legibility shadow"),
  ]

  private static let panelProperties: [PropertySchema] = [
    PropertySchema("padding", .lengthOrEdges, unit: "u", default: "0", .const, animates: true, "inner space"),
    PropertySchema("fill", .colorOr("fill"), default: "none", .live, animates: true, "background"),
    PropertySchema("radius", .length, unit: "u", default: "0", .const, animates: true, "corner radius"),
    PropertySchema("border", .map("stroke"), .const, animates: true, "outline"),
  ]

  static var nodeElements: [ElementSchema] {
    [
      ElementSchema(
        "group", .node, "free placement: children are placed by `place`",
        panelProperties + [PropertySchema("children", .list(.node), default: "[]", "painted in order")]),
      ElementSchema(
        "stack", .node, "row or column",
        panelProperties + [
          PropertySchema("direction", .word(["column", "row"]), default: "column", "main axis"),
          PropertySchema("gap", .length, unit: "u", default: "16", .const, "between children"),
          PropertySchema(
            "align", .word(["start", "center", "end", "stretch", "baseline"]), default: "start", "cross axis"),
          PropertySchema(
            "justify", .word(["start", "center", "end", "between", "around"]), default: "start", "main axis"),
          PropertySchema("wrap", .bool, default: "false", "wrap into lines"),
          PropertySchema("children", .list(.node), default: "[]", "in order"),
        ]),
      ElementSchema(
        "text", .node, "one paragraph, optionally live",
        [
          PropertySchema(
            "text", .text, required: true, .live, "literal with `${…}` bindings; newlines kept"),
          PropertySchema("style", .styleName, "named style, the properties below override it"),
        ] + textProperties + [
          PropertySchema(
            "fit", .word(["none", "shrink", "wrap"]), default: "wrap", "shrink: down to `min_size`"),
          PropertySchema("min_size", .length, unit: "u", default: "24", .const, "floor for `shrink`"),
          PropertySchema(
            "max_lines", .int(1...50), unit: "lines", default: "50", "then an ellipsis and a warning"),
          PropertySchema("missing", .text, default: "–", "shown for an absent value"),
          PropertySchema(
            "count_up", .time, unit: "s", default: "0s", .const,
            "numbers run from 0 to their value after `from`"),
        ]),
      ElementSchema(
        "image", .node, "bitmap from the bundle or an `image` parameter",
        [
          PropertySchema("file", .imageFile, required: true, .const, "PNG or JPEG, or `${param.photo}`"),
          PropertySchema(
            "fit", .word(["cover", "contain", "stretch", "none"]), default: "cover", "into the box"),
          PropertySchema(
            "focus", .pair, unit: "%", default: "[50%, 50%]", .const, animates: true,
            "point kept in view by `cover`"),
          PropertySchema("radius", .length, unit: "u", default: "0", .const, animates: true, "corner radius"),
          PropertySchema("tint", .color, default: "none", .live, animates: true, "multiply colour"),
        ]),
      ElementSchema(
        "shape", .node, "vector primitive",
        [
          PropertySchema("kind", .word(["rect", "ellipse", "line"]), default: "rect", "geometry"),
          PropertySchema("fill", .colorOr("fill"), default: "none", .live, animates: true, "inside"),
          PropertySchema("border", .map("stroke"), .live, animates: true, "outline / the line itself"),
          PropertySchema("radius", .length, unit: "u", default: "0", .const, animates: true, "rect corners"),
        ]),
      ElementSchema(
        "world", .node, "perspective view of the run",
        [
          PropertySchema("camera", .map("camera"), default: "{}", animates: true, "see below"),
          PropertySchema("ground", .map("ground"), default: "{}", animates: true, "see below"),
          PropertySchema("route", .map("route"), default: "{}", animates: true, "see below"),
          PropertySchema("markers", .list(.map("marker")), default: "[]", "see below"),
          PropertySchema("fog", .number(0...1), default: "0.3", .live, animates: true, "distance haze"),
          PropertySchema(
            "sky", .colorOr("fill"), default: "none", .const, animates: true,
            "above the horizon; none: the theme's `sky` and `haze`"),
        ]),
      ElementSchema(
        "minimap", .node, "flat overview of the route",
        [
          PropertySchema("route", .map("route"), default: "{}", animates: true, "as in `world`"),
          PropertySchema("dot", .map("marker"), default: "{at: now}", completes: true, "the runner"),
          PropertySchema(
            "rotate_to", .word(["north", "start-up", "widest"]), default: "widest", "orientation"),
          PropertySchema("inset", .length, unit: "u", default: "12", .const, "margin inside the box"),
        ]),
      ElementSchema(
        "chart", .node, "metric along the run",
        [
          PropertySchema("metric", .word(metrics), required: true, "y"),
          PropertySchema("over", .word(["distance", "time"]), default: "distance", "x"),
          PropertySchema("reveal", .word(["now", "all"]), default: "now", "now: grows with the run"),
          PropertySchema(
            "line", .map("stroke"), default: "{color: accent, width: 4}", .live, animates: true,
            completes: true, "curve"),
          PropertySchema("color_by", .scaleName, "colour the curve by a scale"),
          PropertySchema("fill", .colorOr("fill"), default: "none", .live, animates: true, "below the curve"),
          PropertySchema(
            "range", .domainOrAuto, unit: "metric's unit", default: "auto", .const, "`[min, max]`"),
          PropertySchema(
            "window", .time, unit: "s of run", default: "30s", .const, "smoothing of the plotted metric"),
          PropertySchema(
            "cursor", .map("marker"), default: "{at: now}", completes: true, "moving point"),
        ]),
      ElementSchema(
        "gauge", .node, "value on an arc, ring or bar",
        [
          PropertySchema("kind", .word(["bar", "arc", "ring"]), default: "bar", "shape"),
          PropertySchema(
            "value", .quantity, required: true, .live,
            "number or quantity, e.g. `now.progress`; same kind as `min`, `max`"),
          PropertySchema("min", .quantity, default: "0", .const, "left end"),
          PropertySchema("max", .quantity, default: "1", .const, "right end"),
          PropertySchema(
            "track", .map("stroke"), default: "{color: muted, width: 12}", .const, animates: true,
            completes: true, "background"),
          PropertySchema(
            "line", .map("stroke"), default: "{color: accent, width: 12}", .live, animates: true,
            completes: true, "filled part"),
          PropertySchema(
            "sweep", .angle, unit: "deg", default: "240deg", .const, animates: true, "for `arc`"),
        ]),
      ElementSchema(
        "table", .node, "rows from a list",
        [
          PropertySchema("rows", .rows, required: true, .const, "`run.splits`; each item is `row`"),
          PropertySchema("columns", .list(.map("column")), required: true, "left to right"),
          PropertySchema("header", .bool, default: "true", "title row"),
          PropertySchema("style", .styleName, "cells"),
          PropertySchema("header_style", .styleName, "title row; the same as `style` where not set"),
          PropertySchema("row_height", .length, unit: "u", default: "56", .const, "fixed row height"),
          PropertySchema("row_gap", .length, unit: "u", default: "0", .const, "between rows"),
          PropertySchema("max_rows", .int(1...60), unit: "rows", default: "12", .const, "limit"),
          PropertySchema(
            "overflow", .word(["merge", "cut", "shrink"]), default: "merge",
            "merge: join neighbours (km 1–2, 3–4 …) so all still add up"),
          PropertySchema("highlight", .map("highlight"), "mark rows"),
        ]),
      ElementSchema(
        "repeat", .node, "a stack made from a list",
        [
          PropertySchema("over", .rows, required: true, .const, "list; each item is `row`"),
          PropertySchema("item", .node, required: true, "template node"),
          PropertySchema("max", .int(1...60), unit: "items", default: "12", "limit"),
          PropertySchema("direction", .word(["column", "row"]), default: "column", "main axis"),
          PropertySchema("gap", .length, unit: "u", default: "16", .const, "between items"),
        ]),
      ElementSchema("spacer", .node, "takes free space in a stack", []),
      ElementSchema(
        "use", .node, "a component's instance",
        [
          PropertySchema("use", .componentName, required: true, "component name"),
          PropertySchema(
            "with", .arguments, default: "{}", .live, "arguments, checked against the component's `args`"),
        ]),
    ]
  }
}
