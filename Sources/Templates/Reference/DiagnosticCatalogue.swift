/// What each code of a message about a template means: `compose explain E155`.
package enum DiagnosticCatalogue {
  package struct Entry: Sendable {
    package var code: String
    package var title: String
    /// Why it is refused and what to write instead; Markdown.
    package var text: String
  }

  package static let groups: [(prefix: String, title: String)] = [
    ("E00", "The file"), ("E01", "The file"), ("E10", "Structure"), ("E11", "Values"), ("E12", "Animation"),
    ("E13", "References"), ("E14", "Files"), ("E15", "Expressions"), ("E16", "Personal data"),
    ("E17", "The run and the request"),
    ("W20", "Warnings"), ("W21", "Warnings"),
  ]

  package static subscript(_ code: String) -> Entry? { entries.first { $0.code == code.uppercased() } }

  package static let entries: [Entry] = [
    entry(
      "E001", "not a readable template file",
      "The file is empty, larger than 256 KiB, not UTF-8 or cannot be opened."),
    entry(
      "E002", "invisible or direction-changing character",
      "Such characters make a text look different from what it is. Remove it; right-to-left text needs no override characters. Joiners inside emoji and Persian words are fine."
    ),
    entry("E003", "second document", "A template is one YAML document. Remove the `---`."),
    entry("E004", "nested too deep", "Lists and maps may stand 32 levels deep in each other."),
    entry(
      "E005", "too many or too long values", "A file has at most 20 000 values, and a value at most 8 KiB."),
    entry(
      "E006", "anchor, alias or merge key",
      "`&name`, `*name` and `<<` are not part of this language. Use `theme.styles` for looks, `components` for node trees, `extends` for whole templates."
    ),
    entry(
      "E007", "YAML tag",
      "Values get their type from the property, so `!tag` has no meaning. For a negation write `not run.has.hr`."
    ),
    entry(
      "E008", "duplicate key", "The later value would silently win in most YAML tools. Remove one of them."),
    entry("E009", "a key that is no word", "Usually quotes are missing around `${…}` or `{…}`."),
    entry(
      "E010", "not YAML",
      "The YAML parser stopped here. Values with `: ` need quotes; inside `[ ]` and `{ }` every value with `${…}` needs quotes; indent with spaces."
    ),
    entry("E011", "YAML directive", "Lines with `%YAML` or `%TAG` are not allowed."),
    entry(
      "E100", "`scene` is not the first key",
      "Begin the file with `scene: 1`, so that every reader knows the language first."),
    entry("E101", "`type` and `use` together", "A node is either of a type or a use of a component."),
    entry(
      "E102", "unknown property",
      "Nothing is ignored: a misspelt property would leave its default in force without a word. The hint names the nearest one."
    ),
    entry("E103", "something required is missing", "The property or argument has no default."),
    entry(
      "E104", "no value",
      "Nothing stands after the colon. An unquoted `#` begins a comment: write colours as `\"#14171c\"`."),
    entry("E105", "wrong shape", "A list, a map or a single value stands where another is needed."),
    entry(
      "E106", "wrong type of a bool, parameter or argument",
      "Booleans are `true` and `false` only. Parameters and arguments take what their `type` says."),
    entry(
      "E107", "not a name",
      "Names are lower case letters, digits and `_`; a `-` would read as minus inside `${…}`. Template names take `-`, too."
    ),
    entry("E108", "unknown node type", "See the list of node types in the reference."),
    entry(
      "E110", "not a value of this property",
      "Lengths, times, angles and distances carry their unit; numbers stay in the property's range."),
    entry("E111", "too long a time", "A scene lasts at most ten minutes."),
    entry(
      "E112", "unknown colour",
      "Colours are tokens of the theme, or hexadecimal in quotes: `\"#rrggbb\"`, `\"#rrggbbaa\"`."),
    entry(
      "E113", "unknown font, style or scale",
      "It must be defined under `theme.fonts`, `theme.styles` or `scales`."),
    entry(
      "E114", "`of` names no node",
      "A node can be placed by `parent`, `canvas`, `safe`, `prev` or a node id of the same scene or component."
    ),
    entry("E115", "id used twice", "Ids are unique in a template."),
    entry(
      "E116", "placement cycle",
      "Two nodes are placed by each other. Anchor one of them to parent, safe or canvas."),
    entry("E117", "unknown component", "It must be defined under `components`."),
    entry("E118", "unknown argument", "A component takes the arguments under its `args`."),
    entry(
      "E119", "clock and duration disagree",
      "With `mode: speed` the run decides how long the scene lasts: write `duration: auto`."),
    entry(
      "E120", "keys out of order", "Keys must be strictly ascending in time. For a jump use `ease: hold`."),
    entry("E121", "no such property to animate", "Paths into maps have dots: `camera.pitch`."),
    entry(
      "E122", "cannot be animated",
      "Only properties marked in the reference can be. Layout and text are known before the first frame."),
    entry("E130", "patch of an unknown id", "A patch names a node or scene by its id."),
    entry("E131", "cannot be patched", "`id`, `type` and `use` stay. Remove the node and add another one."),
    entry("E132", "removed and changed", "`remove: true` stands alone."),
    entry(
      "E133", "definition uses itself",
      "Parameters, colours and styles may use each other, but not in a circle."),
    entry("E134", "component uses itself", "Components may not recurse. Use `repeat` over a list."),
    entry(
      "E135", "too many nodes", "Components and repeats multiply; all scenes together may have 5000 nodes."),
    entry("E136", "components nested too deep", "Eight levels."),
    entry(
      "E137", "base template",
      "`extends` takes `./base.scene.yaml` or `@builtin/name@1`, at most four in a chain."),
    entry(
      "E140", "file outside the template's folder",
      "Templates are shared between strangers: files are opened beneath the template's folder only, without `..`, links, devices or the network."
    ),
    entry(
      "E141", "unknown built-in file",
      "Built-in fonts are `builtin:inter`, `builtin:inter-display` and `builtin:noto-sans`."),
    entry("E142", "not an acceptable picture", "PNG or JPEG, at most 24 million pixels and 8 MiB."),
    entry("E145", "not a font", "TTF or OTF, at most 4 MiB."),
    entry(
      "E147", "no such template",
      "A path to a `.scene.yaml` file or its folder, or the name of a template that ships."),
    entry("E150", "syntax of an expression", "One spelling only: `and`, `or`, `not`, `if(a, b, c)`, `==`."),
    entry("E151", "expression too large", "At most 64 parts."),
    entry("E152", "expression nested too deep", "At most 16 levels."),
    entry("E153", "`${` never closed", "For the characters themselves write `$${`."),
    entry(
      "E154", "unknown function, or wrong number of arguments", "See the list of functions in the reference."),
    entry(
      "E155", "kinds that do not go together",
      "Every number has a kind: pace, distance, duration, elevation … `${now.pace | distance}` would show nonsense, `run.distance > 10` could mean anything. Give literals their unit (`10km`, `90s`, `5:30/km`, `150bpm`) and use the formatter of the kind."
    ),
    entry(
      "E156", "unknown formatter or wrong arguments of one", "See the list of formatters in the reference."),
    entry(
      "E157", "unknown name",
      "See the list of names in the reference. `row.*` exists in tables and repeats, `arg.*` in components."),
    entry(
      "E158", "live value where it must be known before",
      "Lengths of scenes and layout are known before the first frame. `now.*` and `scene.*` change every frame; use a `run.*` total or a parameter."
    ),
    entry(
      "E160", "coordinates",
      "Templates never see coordinates: a shared template could print where somebody lives, in nearly invisible text."
    ),
    entry(
      "E161", "personal data not declared",
      "Heart rate, cadence, power, places, clock times and names must stand in `reads:`, which users see before they render."
    ),
    entry("E170", "no scene left", "The `when` of every scene is false for this run."),
    entry("E171", "film too long", "All scenes together last at most ten minutes."),
    entry("E172", "no such parameter", "`compose params TEMPLATE` lists them."),
    entry("E173", "wrong value of a parameter", "`compose params TEMPLATE` shows types and limits."),
    entry("E174", "parameter missing", "It has no default: pass `--set name=value`."),
    entry("E175", "no such theme", "`compose inspect TEMPLATE` lists them."),
    entry("W201", "never used", "A misspelt definition leaves the built-in one in force."),
    entry("W202", "text outside the safe area", "Feeds lay their own buttons over it."),
    entry(
      "W204", "unit written into a text",
      "Readers choose their units. Use a formatter, or a string of `strings`."),
    entry("W205", "px", "Pixels do not grow with the picture. They are for hairlines."),
    entry(
      "W206", "a comment in a text",
      "` #` begins a YAML comment. Put the text in quotes if the rest belongs to it."),
    entry(
      "W208", "default outside its limits",
      "The parameter's default is not allowed by its own `min` or `max`."),
    entry(
      "W209", "scene shorter than its entrances and exits",
      "They are cut off. Make the scene longer or the motions shorter."),
    entry(
      "W210", "no variant for other shapes",
      "Templates that are shared should look right at 1:1 and 16:9, too."),
  ]

  private static func entry(_ code: String, _ title: String, _ text: String) -> Entry {
    Entry(code: code, title: title, text: text)
  }
}
