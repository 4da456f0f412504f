extension RefusedTemplateTests {
  /// A short form of each mistake that authors make, and of each attack.
  static let shortCases: [Case] = [
    Case(
      number: 5, title: "Nesting bomb", file: "05_deep_nesting.yaml",
      template: "scene: 1\nname: deep\nx_d: " + String(repeating: "[", count: 20_000)
        + String(repeating: "]", count: 20_000) + "\n",
      messages: ["05_deep_nesting.yaml:3:37: error[E004]: nesting deeper than 32 levels"]),
    Case(
      number: 23, title: "400 parentheses", file: "23_parentheses.yaml",
      template: "scene: 1\nname: t\nscenes:\n  - id: a\n    duration: 3s\n    nodes:\n      - text: \"${"
        + String(repeating: "(", count: 400) + "1" + String(repeating: ")", count: 400)
        + "}\"\n        type: text\n",
      messages: ["23_parentheses.yaml:7:34: error[E152]: expression nested deeper than 16"]),
    Case(
      number: 24, title: "A million nodes in eleven lines", file: "24_component_bomb.yaml",
      template: componentBomb,
      messages: [
        "24_component_bomb.yaml:11:9: error[E135]: the scene graph expands to 1111111 nodes, the limit is 5000"
      ]),
    Case(
      number: 16, title: "yes for a bool; the country NO stays a text", file: "16_yes_is_no_bool.yaml",
      template: #"""
        scene: 1
        name: t
        params:
          show: { type: bool, default: yes }
          country: { type: text, default: NO }
        scenes: [ { id: a, duration: 3s, nodes: [ { type: text, text: "${param.country}", when: param.show } ] } ]
        """#,
      messages: [
        #"16_yes_is_no_bool.yaml:4:32: error[E106]: default of parameter 'show' is not a bool: 'yes'"#
      ]),
    Case(
      number: 17, title: "A ternary in an unquoted text", file: "17_ternary.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            nodes:
              - type: text
                text: ${now.split > 1 ? 'seven' : 'one'}
        """#,
      messages: [
        #"17_ternary.yaml:8:41: error[E010]: mapping values are not allowed in this context"#
      ]),
    Case(
      number: 18, title: "${…} unquoted inside { }", file: "18_unquoted_in_flow.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            nodes:
              - { type: text, text: ${run.title} }
        """#,
      messages: [
        #"18_unquoted_in_flow.yaml:7:30: error[E010]: did not find expected ',' or '}'"#
      ]),
    Case(
      number: 19, title: "Second document", file: "19_second_document.yaml",
      template: #"""
        scene: 1
        name: t
        scenes: [ { id: a, duration: 3s } ]
        ---
        scene: 1
        """#,
      messages: [
        #"19_second_document.yaml:4:1: error[E003]: second document in the file"#
      ]),
    Case(
      number: 20, title: "Newer version of the language", file: "20_newer_language.yaml",
      template: #"""
        scene: 2
        name: t
        future: { key: value }
        """#,
      messages: [
        #"20_newer_language.yaml:1:8: error[E110]: this template is written for scene language 2; this engine knows 1"#
      ]),
    Case(
      number: 21, title: "Direction override (Trojan source)", file: "21_bidi_override.yaml",
      template: """
        scene: 1
        name: t
        author: harmless \u{202e}txet
        scenes: [ { id: a, duration: 3s } ]
        """,
      messages: [
        #"21_bidi_override.yaml:3:18: error[E002]: invisible or direction-changing character U+202E"#
      ]),
    Case(
      number: 22, title: "Braces of another template language", file: "22_double_braces.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            nodes:
              - type: text
                text: {{ pace }}
        """#,
      messages: [
        #"22_double_braces.yaml:8:16: error[E009]: a key must be a plain word, not a list or map"#
      ]),
    Case(
      number: 25, title: "Map where a list is needed", file: "25_map_for_list.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          a: { duration: 3s }
        """#,
      messages: [
        #"25_map_for_list.yaml:4:3: error[E105]: 'scenes' takes a map (scene) list, not a map"#
      ]),
    Case(
      number: 26, title: "Dash in the name of a parameter", file: "26_dash_in_name.yaml",
      template: #"""
        scene: 1
        name: t
        params: { run-time: { type: duration, default: 3s } }
        scenes: [ { id: a, duration: "${param.run-time}" } ]
        """#,
      messages: [
        #"26_dash_in_name.yaml:3:11: error[E107]: 'run-time' is not a name"#,
        #"26_dash_in_name.yaml:3:11: warning[W201]: parameter 'run-time' is never used"#,
        #"26_dash_in_name.yaml:4:33: error[E157]: unknown parameter 'run'"#,
      ]),
    Case(
      number: 27, title: "Wrong units, misspelt token", file: "27_wrong_units.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            nodes:
              - { type: shape, size: [50pt, 20], fill: acent, rotate: 45, opacity: 50% }
        """#,
      messages: [
        #"27_wrong_units.yaml:7:31: error[E110]: '50pt' is not a length"#,
        #"27_wrong_units.yaml:7:48: error[E112]: unknown colour 'acent'"#,
        #"27_wrong_units.yaml:7:63: error[E110]: '45' is not an angle"#,
        #"27_wrong_units.yaml:7:76: error[E110]: '50%' is not a number"#,
      ]),
    Case(
      number: 28, title: "Missing what is required, wrong argument", file: "28_missing_required.yaml",
      template: #"""
        scene: 1
        name: t
        components: { stat: { args: { label: { type: text } }, body: { type: text, text: "${arg.label}" } } }
        scenes:
          - id: a
            nodes:
              - { type: text }
              - { use: stat, with: { lable: Pace } }
        """#,
      messages: [
        #"28_missing_required.yaml:5:5: error[E103]: scene 'a' needs 'duration'"#,
        #"28_missing_required.yaml:7:9: error[E103]: text needs 'text'"#,
        #"28_missing_required.yaml:8:28: error[E103]: component 'stat' needs the argument 'label'"#,
        #"28_missing_required.yaml:8:30: error[E118]: unknown argument 'lable' of component 'stat'"#,
      ]),
    Case(
      number: 29, title: "Comparison without unit, &&, wrong kinds", file: "29_unitless_comparison.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            when: run.distance > 10
            nodes:
              - { type: text, text: x, when: "run.has.hr && run.has.time" }
              - { type: text, text: x, when: run.distance }
        """#,
      messages: [
        #"29_unitless_comparison.yaml:6:24: error[E155]: cannot compare distance with number"#,
        #"29_unitless_comparison.yaml:8:50: error[E150]: '&&' is not part of the language"#,
        #"29_unitless_comparison.yaml:9:38: error[E155]: 'when' takes true or false, but this is distance"#,
      ]),
  ]

  /// Seven components, each of which uses the next one ten times.
  static let componentBomb =
    "scene: 1\nname: t\ncomponents:\n"
    + (0..<7).map { level in
      let uses = Array(repeating: "{ use: c\(level + 1) }", count: 10).joined(separator: ", ")
      return "  c\(level): { body: { type: group\(level < 6 ? ", children: [ \(uses) ]" : "") } }\n"
    }.joined() + "scenes: [ { id: a, duration: 3s, nodes: [ { use: c0 } ] } ]\n"
}
