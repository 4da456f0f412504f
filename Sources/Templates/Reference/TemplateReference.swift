import Geometry

/// The reference page, made from the schema table.
package enum TemplateReference {
  /// `docs/template-reference.md`.
  package static func markdown() -> String {
    var page = """
      # Template reference, scene \(SceneSchema.languageVersion)

      Made by `compose schema --format markdown` from the table that the program itself reads templates with; do not edit.
      `compose schema` gives the same as JSON Schema, for editors.

      Legend: *`${}`* - may the property be an expression: `-` no, `const` known before the first frame, `live` each frame.
      *Anim.* - `y`: may stand in `animate`.

      - [Values](#values)
      - [Document](#document-level-maps), [nodes](#node-types), [shared maps](#shared-value-maps)
      - [Expressions](#expressions): [names](#names), [functions](#functions), [formatters](#formatters)
      - [Colour tokens](#colour-tokens)
      - [Messages](#messages)

      ## Values

      | Kind | Written | Note |
      |---|---|---|
      | length | `120`, `120u`, `50%`, `4vw`, `4vh`, `4vmin`, `4vmax`, `1.2em`, `2px`, `auto` | a bare number is a design unit: 1080 are the short side of the picture. `%` of the parent's content box |
      | time | `500ms`, `3s`, `2min`, `12f`, `auto` | of the film; a bare number is an error |
      | time position | `0s`, `50%`, `end`, `end-1s`, `12f` | in the scene |
      | run position | `0%`, `2km`, `600s` | in the run |
      | angle | `55deg` | |
      | ground distance | `900m`, `4km`, `0.5mi` | in the world |
      | colour | token, `"#rrggbb"`, `"#rrggbbaa"`, `none`, `transparent` | hexadecimal in quotes: `#` begins a comment |
      | size | `1080x1920` | even, 64 to 4096 a side |
      | metric value | `10km`, `90s`, `5:30/km`, `150bpm`, `180spm`, `250W`, `12%`, `p5` | in expressions and domains |
      | nine-point | \(SceneSchema.ninePoints.map { "`\($0)`" }.joined(separator: " ")) | |
      | metric | \(SceneSchema.metrics.map { "`\($0)`" }.joined(separator: " ")) | |
      | ease | \(SceneSchema.easings.map { "`\($0)`" }.joined(separator: " ")), `[x1, y1, x2, y2]` | |

      """
    for group in ElementSchema.Group.allCases {
      page += "\n## \(group.rawValue)\n"
      if group == .node {
        page += "\n### Properties of every node\n\n" + table(SceneSchema.common)
      }
      for element in SceneSchema.elements where element.group == group {
        page +=
          "\n### `\(element.name)`\n\n\(element.about.prefix(1).uppercased())\(element.about.dropFirst()).\n"
        page +=
          element.properties.isEmpty ? "\nOnly the common properties.\n" : "\n" + table(element.properties)
      }
    }
    page += expressions()
    page += colors()
    page += messages()
    return page
  }

  private static func table(_ properties: [PropertySchema]) -> String {
    var text = "| Property | Type | Unit | Default | `${}` | Anim. | Note |\n|---|---|---|---|---|---|---|\n"
    for property in properties {
      let standard = property.isRequired ? "required" : property.defaultText.map { "`\($0)`" } ?? "none"
      let cells = [
        "`\(property.name)`", describe(property.type), property.unit, standard, property.phase.rawValue,
        property.isAnimatable ? "y" : "-", property.note,
      ]
      text +=
        "| "
        + cells.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
        .joined(separator: " | ") + " |\n"
    }
    return text
  }

  static func describe(_ type: PropertyType) -> String {
    switch type {
    case .text: "text"
    case .bool: "bool"
    case .number(let range):
      "number(\(TemplateDecoder.show(range.lowerBound))..\(TemplateDecoder.show(range.upperBound)))"
    case .int(let range): "int(\(range.lowerBound)..\(range.upperBound))"
    case .length: "length"
    case .time: "time"
    case .timeOrAuto: "time or `auto`"
    case .timePosition: "time position"
    case .runPosition: "run position"
    case .angle: "angle"
    case .ground: "ground distance"
    case .groundOrAuto: "ground distance or `auto`"
    case .groundOrPoints: "ground distance or `N points`"
    case .groundOrPointsOrAuto: "`auto`, ground distance or `N points`"
    case .color: "colour"
    case .word(let words):
      words.isEmpty
        ? "node type"
        : words == SceneSchema.metrics ? "metric" : words.map { "`\($0)`" }.joined(separator: " ")
    case .identifier: "name"
    case .slug: "template name"
    case .version: "version"
    case .canvasSize: "size"
    case .fontFile: "font file"
    case .imageFile: "image file"
    case .fontName: "font name"
    case .styleName: "style name"
    case .scaleName: "scale name"
    case .componentName: "component name"
    case .templateReference: "template reference"
    case .ninePoint: "nine-point"
    case .anchor: "anchor"
    case .ease: "ease"
    case .domain: "list of metric values or `pN`"
    case .domainOrAuto: "two metric values, or `auto`"
    case .rows: "list expression"
    case .condition: "bool expression"
    case .quantity: "number expression"
    case .map(let element): "→ [`\(element)`](#\(element))"
    case .list(let item): "list of \(describe(item))"
    case .pair: "[length, length]"
    case .node: "node"
    case .colorOr(let element): "colour or → [`\(element)`](#\(element))"
    case .lengthOrEdges: "length or → [`edges`](#edges)"
    case .safeArea: SceneSchema.safeAreas.map { "`\($0)`" }.joined(separator: " ") + " or → [`edges`](#edges)"
    case .ninePointOrPlace: "nine-point or → [`place`](#place)"
    case .dictionary(let rule, let value): "map \(rule.rawValue) → \(describe(value))"
    case .any: "any"
    case .patches: "map id → properties"
    case .arguments: "map of arguments"
    case .animations: "map property → list of [`key`](#key)"
    }
  }

  private static func expressions() -> String {
    var text = """

      ## Expressions

      `${…}` as a whole value or inside a text; `$${` is a literal `${`. `when`, `value`, `min`, `max`, `rows` and `over` take the
      expression without `${}`, too. Operators, weakest first: `or`, `and`, `??`, `== != < <= > >=`, `+ -`, `* / %`, `not`, unary
      `-`; `|` applies a formatter. Every number has a kind; kinds that do not go together are refused. What is not known (a
      sensor gap, a division by zero) is absent: it spreads, is false in a comparison, is replaced by `??` and tested by
      `has(x)`. Limits: 64 parts, 16 levels, 4 KiB of text.

      ### Names

      | Name | Kind | `reads` | Note |
      |---|---|---|---|

      """
    for entry in BindingCatalogue.entries {
      text +=
        "| `\(entry.name)` | \(entry.kind.rawValue) | \(entry.personal.map { "`\($0)`" } ?? "") | \(entry.note) |\n"
    }
    text += """
      | `param.NAME` `arg.NAME` `t.KEY` `theme.COLOUR` | as declared | | parameters, arguments, strings, colour tokens; `t.unit` is always there: `km` or `mi` |

      ### Functions

      """
    text +=
      ExpressionFunction.allCases.map { "`\($0.signature)`" }.joined(separator: " ")
      + "\n\n### Formatters\n\n| Formatter | Of |\n|---|---|\n"
    for entry in ExpressionFormatter.signatures {
      text += "| `\(entry.signature)` | \(entry.kinds.map(\.rawValue).joined(separator: ", ")) |\n"
    }
    return text + "\nA last argument `'bare'` leaves the unit out.\n"
  }

  private static func colors() -> String {
    var text =
      "\n## Colour tokens\n\nThere in every theme; a theme may set each anew and add its own.\n\n| Token | Dark | Light |\n|---|---|---|\n"
    for base in SceneSchema.baseColors {
      text += "| `\(base.name)` | `\(hex(base.dark))` | `\(hex(base.light))` |\n"
    }
    return text
  }

  private static func messages() -> String {
    var text = "\n## Messages\n\n`compose explain CODE` prints one of these.\n"
    var last = ""
    for entry in DiagnosticCatalogue.entries {
      let title = DiagnosticCatalogue.groups.first { entry.code.hasPrefix($0.prefix) }?.title ?? ""
      if title != last { text += "\n### \(title)\n\n" }
      last = title
      text += "- **\(entry.code)** \(entry.title). \(entry.text)\n"
    }
    return text
  }
}

extension TemplateReference {
  static func hex(_ color: Color) -> String {
    let parts = [color.red, color.green, color.blue].map { value -> String in
      let text = String(Int((value * 255).rounded()), radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    return "#" + parts.joined()
  }
}
