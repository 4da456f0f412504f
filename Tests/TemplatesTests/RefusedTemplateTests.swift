import Testing

@testable import Templates

/// Templates that must be refused, and the first line of each message about them.
struct RefusedTemplateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// In the list of templates that must be refused.
    var number: Int
    var title: String
    var file: String
    var template: String
    var messages: [String]
    var testDescription: String { "\(number) \(title)" }
  }

  @Test(arguments: cases + shortCases) func tellsEveryMistake(_ refused: Case) {
    let text = Samples.messages(refused.template, name: refused.file)
    let firstLines = text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("\(refused.file):") }
    #expect(firstLines == refused.messages, "\(text)")
  }

  @Test func noCaseIsMissing() {
    // Paths out of the folder (6) need a folder: see TemplateFileTests.
    let numbers = (Self.cases + Self.shortCases).map(\.number).sorted()
    #expect(numbers == (1...29).filter { $0 != 6 })
  }

  static let cases: [Case] = [
    Case(
      number: 1, title: "Misspelt property, style and type", file: "01_typo_property.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            nodes:
              - { type: text, text: Hello, colour: accent, style: hero }
              - { type: lable, text: Hi }
        """#,
      messages: [
        #"01_typo_property.yaml:7:36: error[E102]: unknown property 'colour' on text"#,
        #"01_typo_property.yaml:7:59: error[E113]: unknown style 'hero'"#,
        #"01_typo_property.yaml:8:17: error[E108]: unknown node type 'lable'"#,
      ]),
    Case(
      number: 2, title: "Unquoted hex colour", file: "02_hash_colour.yaml",
      template: #"""
        scene: 1
        name: t
        canvas: { size: 1080x1920 }
        theme:
          colors:
            ink: #14171c
            paper: "#fff"
        scenes: [ { id: a, duration: 3s } ]
        """#,
      messages: [
        #"02_hash_colour.yaml:6:5: error[E104]: 'ink' has no value"#,
        #"02_hash_colour.yaml:6:5: warning[W201]: colour 'ink' is never used"#,
        #"02_hash_colour.yaml:7:5: warning[W201]: colour 'paper' is never used"#,
        #"02_hash_colour.yaml:7:12: error[E110]: '#fff' is not a colour"#,
      ]),
    Case(
      number: 3, title: "Duplicate key", file: "03_duplicate_key.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            nodes: []
            duration: 30s
        """#,
      messages: [
        #"03_duplicate_key.yaml:7:5: error[E008]: duplicate key 'duration'"#
      ]),
    Case(
      number: 4, title: "Alias bomb (billion laughs)", file: "04_alias_bomb.yaml",
      template: #"""
        scene: 1
        name: lol
        x_a: &a [l, l, l, l, l, l, l, l, l, l]
        x_b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
        x_c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
        scenes: [ { id: a, duration: 3s } ]
        """#,
      messages: [
        #"04_alias_bomb.yaml:3:6: error[E006]: anchor '&a' is not allowed"#
      ]),
    Case(
      number: 7, title: "YAML tags (!x, !include, object construction)", file: "07_tag_code.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            when: !run.has.hr
            nodes: !include secrets.yaml
        """#,
      messages: [
        #"07_tag_code.yaml:6:11: error[E007]: YAML tag '!run.has.hr' is not allowed"#
      ]),
    Case(
      number: 8, title: "Unknown bindings", file: "08_unknown_binding.yaml",
      template: #"""
        scene: 1
        name: t
        params: { title: { type: text, default: Run } }
        scenes:
          - id: a
            duration: 3s
            nodes:
              - type: text
                text: Now ${now.pcae | pace} and ${param.titel}
        """#,
      messages: [
        #"08_unknown_binding.yaml:3:11: warning[W201]: parameter 'title' is never used"#,
        #"08_unknown_binding.yaml:9:21: error[E157]: unknown name 'now.pcae'"#,
        #"08_unknown_binding.yaml:9:44: error[E157]: unknown parameter 'titel'"#,
      ]),
    Case(
      number: 9, title: "Wrong kinds and missing units", file: "09_type_error.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            nodes:
              - { type: text, text: "${now.pace | distance(2)}" }
              - { type: text, text: "${run.distance + run.moving_time}" }
              - { type: text, text: slow, when: "now.pace > 6" }
        """#,
      messages: [
        #"09_type_error.yaml:7:43: error[E155]: formatter 'distance' takes distance, but this is pace"#,
        #"09_type_error.yaml:8:45: error[E155]: cannot add duration to distance"#,
        #"09_type_error.yaml:9:51: error[E155]: cannot compare pace with number"#,
      ]),
    Case(
      number: 10, title: "A live value where the timeline must be known", file: "10_live_where_const.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: ${now.time}
            nodes:
              - { type: text, text: x, width: "${now.progress * 100}%" }
        """#,
      messages: [
        #"10_live_where_const.yaml:5:17: error[E158]: 'now.time' changes every frame; this property must be known before rendering starts"#,
        #"10_live_where_const.yaml:7:39: error[E110]: 'width' takes one value or one ${…}, not a mixture"#,
      ]),
    Case(
      number: 11, title: "Component recursion", file: "11_component_recursion.yaml",
      template: #"""
        scene: 1
        name: t
        components:
          ring: { body: { type: group, children: [ { use: spin } ] } }
          spin: { body: { type: group, children: [ { use: ring } ] } }
        scenes: [ { id: a, duration: 3s, nodes: [ { use: ring } ] } ]
        """#,
      messages: [
        #"11_component_recursion.yaml:5:51: error[E134]: component uses itself: ring → spin → ring"#
      ]),
    Case(
      number: 12, title: "Resource bomb by plain numbers", file: "12_resource_bomb.yaml",
      template: #"""
        scene: 1
        name: t
        canvas: { size: 60000x60000, fps: 1000 }
        scenes:
          - id: a
            duration: 90min
            nodes:
              - { type: repeat, over: run.splits, max: 1000000, item: { type: spacer } }
        """#,
      messages: [
        #"12_resource_bomb.yaml:3:17: error[E110]: canvas 60000x60000: each side must be even and between 64 and 4096"#,
        #"12_resource_bomb.yaml:3:35: error[E110]: 'fps' must be between 1 and 60, not 1000"#,
        #"12_resource_bomb.yaml:6:15: error[E111]: 90min: a scene lasts at most 10min"#,
        #"12_resource_bomb.yaml:8:48: error[E110]: 'max' must be between 1 and 60, not 1000000"#,
      ]),
    Case(
      number: 13, title: "Broken keyframes", file: "13_keyframes.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3
            nodes:
              - type: text
                text: x
                animate:
                  opacity: [ { t: 2s, v: 1 }, { t: 1s, v: 0 } ]
                  text: [ { t: 0s, v: a } ]
                  opcity: [ { t: 0s, v: a } ]
        """#,
      messages: [
        #"13_keyframes.yaml:5:15: error[E110]: '3' is not a duration"#,
        #"13_keyframes.yaml:10:44: error[E120]: keys must be strictly ascending: 1s comes after 2s"#,
        #"13_keyframes.yaml:11:11: error[E122]: 'text' cannot be animated"#,
        #"13_keyframes.yaml:12:11: error[E121]: cannot animate 'opcity': no such property"#,
      ]),
    Case(
      number: 14, title: "Dangling and cyclic references", file: "14_dangling_and_cycles.yaml",
      template: #"""
        scene: 1
        name: t
        scenes:
          - id: a
            duration: 3s
            nodes:
              - { id: one, type: text, text: x, place: { at: top, of: two } }
              - { id: two, type: text, text: y, place: { at: top, of: one } }
              - { id: tri, type: text, text: z, place: { at: top, of: titel } }
        variants:
          - { when: canvas.aspect > 1, patch: { tree: { opacity: 0 }, tri: { opacty: 0 } } }
        """#,
      messages: [
        #"14_dangling_and_cycles.yaml:7:63: error[E116]: placement cycle: one → two → one"#,
        #"14_dangling_and_cycles.yaml:8:63: error[E116]: placement cycle: two → one → two"#,
        #"14_dangling_and_cycles.yaml:9:63: error[E114]: 'of: titel' names no node"#,
        #"14_dangling_and_cycles.yaml:11:41: error[E130]: patch of unknown id 'tree'"#,
        #"14_dangling_and_cycles.yaml:11:70: error[E102]: unknown property 'opacty' on text 'tri'"#,
      ]),
    Case(
      number: 15, title: "Privacy theft", file: "15_privacy.yaml",
      template: #"""
        scene: 1
        name: t
        reads: [cadence]
        scenes:
          - id: a
            duration: 3s
            nodes:
              - { type: text, text: "${now.lat}, ${now.lon}" }
              - { type: text, text: "${now.hr | hr}", opacity: 0.01 }
        """#,
      messages: [
        #"15_privacy.yaml:8:32: error[E160]: 'now.lat' is not available: templates never see coordinates"#,
        #"15_privacy.yaml:8:44: error[E160]: 'now.lon' is not available: templates never see coordinates"#,
        #"15_privacy.yaml:9:32: error[E161]: 'now.hr' is personal data the template has not declared"#,
      ]),
  ]
}
