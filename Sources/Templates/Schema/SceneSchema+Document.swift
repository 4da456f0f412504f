extension SceneSchema {
  static var documentElements: [ElementSchema] {
    [
      ElementSchema(
        "document", .document, "the whole file",
        [
          PropertySchema(
            "scene", .int(1...1), required: true, "language major version; must be the first key"),
          PropertySchema("name", .slug, required: true, "template id, `[a-z0-9-]{1,64}`"),
          PropertySchema("version", .version, default: "0.0.0", "the template's own version"),
          PropertySchema("about", .text, default: "\"\"", "one sentence shown by `compose inspect`"),
          PropertySchema("author", .text, default: "\"\"", "free text"),
          PropertySchema("license", .text, default: "\"\"", "SPDX id; `compose pack` refuses an empty one"),
          PropertySchema("min_compose", .version, default: "0.0.0", "oldest engine that may render it"),
          PropertySchema(
            "reads", .list(.word(personalData)), default: "[]",
            "personal data the template may bind; anything else personal is an error"),
          PropertySchema(
            "extends", .templateReference, "one base template: `./base.scene.yaml` or `@builtin/name@1`"),
          PropertySchema("canvas", .map("canvas"), default: "{}", "reference canvas"),
          PropertySchema(
            "params", .dictionary(.name, .map("param")), default: "{}",
            "typed inputs, set with `--set name=value`"),
          PropertySchema("theme", .map("theme"), default: "{}", "colours, fonts, text styles"),
          PropertySchema(
            "themes", .dictionary(.name, .map("theme")), default: "{}",
            "named themes over `theme`: the first is the default, `--theme NAME` chooses"),
          PropertySchema(
            "scales", .dictionary(.name, .map("scale")), default: "{}", "metric → colour scales"),
          PropertySchema(
            "strings", .dictionary(.language, .dictionary(.name, .text)), default: "{}",
            "translations: `strings: {en: {...}, de: {...}}` read as `${t.key}`"),
          PropertySchema(
            "smoothing", .map("smoothing"), default: "{}", "how the recording is cleaned and smoothed"),
          PropertySchema(
            "components", .dictionary(.name, .map("component")), default: "{}",
            "reusable node trees with typed arguments"),
          PropertySchema("scenes", .list(.map("scene")), required: true, "played in order"),
          PropertySchema(
            "variants", .list(.map("variant")), default: "[]", "patches by condition (aspect, units, data)"),
          PropertySchema("preview", .map("preview"), default: "{}", "what CI and the gallery render"),
        ]),
      ElementSchema(
        "canvas", .document, "the picture",
        [
          PropertySchema(
            "size", .canvasSize, unit: "px", default: "1080x1920",
            "output pixels at scale 1; even numbers, 64..4096 each side"),
          PropertySchema("fps", .int(1...60), unit: "1/s", default: "30", "frames a second"),
          PropertySchema(
            "safe", .safeArea, default: "story", "UI-free area; `place: {of: safe}` refers to it"),
          PropertySchema("background", .color, default: "\"#000000\"", .const, "behind every scene"),
          PropertySchema(
            "attribution", .map("attribution"), default: "{}",
            "credit of map data: drawn over everything wherever such data shows"),
        ]),
      ElementSchema(
        "attribution", .document, "credit of map data; it cannot be left out",
        [
          PropertySchema(
            "at", .word(attributionPlaces), default: "auto",
            "edge of the safe area; `auto`: the first that is free of texts"),
          PropertySchema("size", .number(16...40), unit: "u", default: "20", .const, "letter size"),
          PropertySchema(
            "color", .color, default: "text", .const, "letters; replaced where they could not be read"),
          PropertySchema("plate", .color, default: "ground", .const, "soft ground of the letters"),
        ]),
      ElementSchema(
        "edges", .value, "one length for each side",
        ["top", "right", "bottom", "left"].map {
          PropertySchema($0, .length, unit: "u", default: "0", .const, "inset")
        }),
      ElementSchema(
        "param", .document, "a typed input, or an argument of a component",
        [
          PropertySchema(
            "type", .word(parameterTypes), required: true,
            "value type; checked for default, command line and use"
          ),
          PropertySchema(
            "default", .any, .const, "absent = the user must pass it; for `image` a bundle file only"),
          PropertySchema("min", .any, "number/int/duration/distance"),
          PropertySchema("max", .any, "same; for text: most characters"),
          PropertySchema("choices", .list(.text), default: "[]", "for `choice`"),
          PropertySchema("help", .text, default: "\"\"", "shown by `compose params`"),
        ]),
      ElementSchema(
        "theme", .document, "colours, fonts and text styles",
        [
          PropertySchema(
            "dark", .bool, default: "true",
            "whether light colours stand on a dark ground; sets the base tokens"),
          PropertySchema(
            "colors", .dictionary(.name, .color), default: "{}", .const, "colour tokens, used by bare name"),
          PropertySchema(
            "fonts", .dictionary(.name, .map("font")), default: "{}", "bundled font files, used by name"),
          PropertySchema(
            "styles", .dictionary(.name, .map("style")), default: "{}", "text styles, used by name"),
        ]),
      ElementSchema(
        "font", .document, "a font file",
        [
          PropertySchema(
            "file", .fontFile, required: true, "TTF/OTF in the bundle, or `builtin:inter`"),
          PropertySchema("fallback", .fontName, default: "body", "another font name for missing glyphs"),
          PropertySchema("features", .list(.text), default: "[]", "OpenType tags, e.g. `ss01`"),
        ]),
      ElementSchema(
        "style", .document, "how a text is set",
        [PropertySchema("extends", .styleName, "base style")] + textProperties),
      ElementSchema(
        "scale", .document, "colours for the values of a metric",
        [
          PropertySchema("metric", .word(metrics), required: true, "what is coloured"),
          PropertySchema(
            "domain", .domain, unit: "metric's unit", default: "[p5, p95]", .const,
            "ascending stops: values (`4:30/km`, `150bpm`) or percentiles (`p5`)"),
          PropertySchema(
            "colors", .list(.color), required: true, .const, "as many as stops, or 2+ spread evenly"),
          PropertySchema("space", .word(["oklab", "srgb"]), default: "oklab", "interpolation space"),
          PropertySchema(
            "mode", .word(["continuous", "steps"]), default: "continuous", "blend or bands"),
          PropertySchema("reverse", .bool, default: "false", "flip colours (a low pace is fast)"),
          PropertySchema("missing", .color, default: "muted", .const, "where the metric is absent"),
        ]),
      ElementSchema(
        "component", .document, "a reusable node tree",
        [
          PropertySchema(
            "args", .dictionary(.name, .map("param")), default: "{}", "typed arguments, read as `${arg.name}`"
          ),
          PropertySchema("body", .node, required: true, "one root node"),
        ]),
      ElementSchema(
        "smoothing", .document, "how the recording is cleaned and smoothed",
        [
          PropertySchema(
            "outliers", .word(["auto", "classic", "off"]), default: "auto",
            "`classic`: drop jumps above `max_jump`"),
          PropertySchema("max_jump", .ground, unit: "m", default: "150m", "for `classic`"),
          PropertySchema(
            "spacing", .groundOrPoints, unit: "m", default: "5m",
            "distance between points of the shown path, or their number (`600 points`)"),
          PropertySchema(
            "window", .groundOrPointsOrAuto, unit: "m", default: "auto",
            "`auto`: from the recording's own noise; else a distance or `5 points`"),
          PropertySchema(
            "pauses", .word(["compress", "skip", "keep"]), default: "compress", "standing still in the film"),
          PropertySchema("elevation", .ground, unit: "m", default: "10m", "hysteresis of climb"),
        ]),
      ElementSchema(
        "scene", .document, "a part of the film",
        [
          PropertySchema("id", .identifier, required: true, "unique in the document"),
          PropertySchema(
            "duration", .timeOrAuto, unit: "s", required: true, .const,
            "or `auto` = longest enter/exit/keyframe"),
          PropertySchema(
            "background", .colorOr("fill"), default: "none", .const, animates: true,
            "behind the nodes; none shows `canvas.background`"),
          PropertySchema(
            "transition", .map("transition"), default: "{type: cut}",
            "into this scene; overlaps the previous one"),
          PropertySchema("clock", .map("clock"), default: "{mode: hold}", "how run time follows video time"),
          PropertySchema("when", .condition, default: "true", .const, "drop the scene"),
          PropertySchema("nodes", .list(.node), default: "[]", "painted in order, last on top"),
        ]),
      ElementSchema(
        "transition", .document, "how a scene comes in",
        [
          PropertySchema(
            "type",
            .word([
              "cut", "crossfade", "fade-through", "wipe-left", "wipe-right", "wipe-up", "wipe-down", "zoom",
            ]), default: "crossfade", "kind"),
          PropertySchema(
            "duration", .time, unit: "s", default: "500ms", .const, "at most half of either scene"),
          PropertySchema("ease", .ease, default: "in-out-sine", "curve"),
          PropertySchema("color", .color, default: "ink", .const, "for fade-through"),
        ]),
      ElementSchema(
        "clock", .document, "how run time follows video time",
        [
          PropertySchema(
            "mode", .word(["fit", "speed", "hold"]), default: "hold",
            "fit: whole run in the scene; speed: fixed factor; hold: frozen"),
          PropertySchema(
            "speed", .number(1...10000), unit: "×", default: "60", .const, "for `speed`"),
          PropertySchema(
            "from", .runPosition, default: "0%", .const,
            "start of the replayed part (`0%`, `2km`, `600s`)"),
          PropertySchema("to", .runPosition, default: "100%", .const, "end of it"),
          PropertySchema("hold_at", .word(["start", "end"]), default: "end", "for `hold`"),
          PropertySchema("ease", .ease, default: "linear", "slow in/out over the scene"),
          PropertySchema(
            "keys", .list(.map("key")), default: "[]", "speed ramp: `v` is the factor relative to the mean"),
          PropertySchema(
            "pacing", .word(["recorded", "even"]), default: "recorded", "`even`: constant ground speed"),
          PropertySchema(
            "lead_in", .time, unit: "s", default: "0s", .const, "the run stands at its start for so long"),
          PropertySchema(
            "lead_out", .time, unit: "s", default: "0s", .const, "the run stands at its end for so long"),
        ]),
      ElementSchema(
        "variant", .document, "patches under a condition",
        [
          PropertySchema("name", .text, default: "\"\"", "shown by `compose explain`"),
          PropertySchema("when", .condition, required: true, .const, "e.g. `canvas.aspect > 1.2`"),
          PropertySchema(
            "patch", .patches, required: true,
            "`id: {property: value}`, `id: {remove: true}`; an unknown id is an error"),
        ]),
      ElementSchema(
        "preview", .document, "what CI and the gallery render",
        [
          PropertySchema("poster", .timePosition, unit: "s, %", default: "60%", "still for the gallery"),
          PropertySchema(
            "frames", .list(.timePosition), unit: "s, %", default: "[10%, 35%, 60%, 90%]",
            "contact sheet and golden frames"),
          PropertySchema(
            "gif", .list(.timePosition), unit: "s, %", default: "[0%, 100%]",
            "from, to of the animated preview"),
          PropertySchema("fixture", .word(fixtures), default: "hilly-10k", "built-in run used in CI"),
        ]),
    ]
  }
}
