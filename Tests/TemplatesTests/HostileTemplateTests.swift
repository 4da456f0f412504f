import Testing

@testable import Templates

/// Mistakes beside those of `RefusedTemplateTests`, bombs, and what is merely unusual.
struct HostileTemplateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var title: String
    var template: String
    /// Begins so, behind the file's name.
    var message: String
    var help: String?
    var testDescription: String { title }
  }

  @Test(arguments: cases) func refuses(_ refused: Case) {
    let text = Samples.messages(refused.template)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("t.scene.yaml:\(refused.message)") }, "\(text)")
    if let help = refused.help { #expect(lines.contains { $0.contains("= help: \(help)") }, "\(text)") }
  }

  static let head = "scene: 1\nname: t\nscenes:\n  - id: a\n    duration: 3s\n    nodes:\n"
  static let cases = [
    Case(
      title: "bidi override behind an escape",
      template: "scene: 1\nname: t\nabout: \"harmless \\u202etxet\"\n",
      message: "3:8: error[E002]: invisible or direction-changing character U+202E"),
    Case(
      title: "merge key", template: "scene: 1\nname: t\ntheme:\n  <<: { }\n",
      message: "4:3: error[E006]: merge keys are not allowed"),
    Case(
      title: "directive", template: "%YAML 1.1\n---\nscene: 1\n",
      message: "1:1: error[E011]: YAML directives are not allowed"),
    Case(
      title: "argument misspelt",
      template:
        "scene: 1\nname: t\ncomponents: { stat: { args: { label: { type: text } }, body: { type: text, text: \"${arg.label}\" } } }\nscenes: [ { id: a, duration: 3s, nodes: [ { use: stat, with: { lable: x } } ] } ]\n",
      message: "4:64: error[E118]: unknown argument 'lable' of component 'stat'",
      help: "did you mean 'label'?"),
    Case(
      title: "live argument where the component needs a const",
      template:
        "scene: 1\nname: t\ncomponents: { bar: { args: { w: { type: number } }, body: { type: shape, width: \"${arg.w}\" } } }\nscenes: [ { id: a, duration: 3s, nodes: [ { use: bar, with: { w: \"${now.progress}\" } } ] } ]\n",
      message: "4:69: error[E158]: 'now.progress' changes every frame"),
    Case(
      title: "the clock in a date needs a declaration",
      template: head + "      - { type: text, text: \"${run.date | date('HH:mm')}\" }\n",
      message: "7:43: error[E161]: a clock time is personal data the template has not declared"),
    Case(
      title: "heart rate as a metric needs a declaration",
      template: head + "      - { type: chart, metric: heart-rate }\n",
      message: "7:32: error[E161]: metric 'heart-rate' is personal data"),
    Case(
      title: "tokens in a circle",
      template:
        "scene: 1\nname: t\nparams: { a: { type: color, default: \"${theme.accent}\" } }\ntheme: { colors: { accent: \"${param.a}\" } }\nscenes: [ { id: a, duration: 3s, background: accent } ]\n",
      message: "3:11: error[E133]: definition uses itself: param.a → theme.accent → param.a"),
    Case(
      title: "styles in a circle",
      template:
        "scene: 1\nname: t\ntheme: { styles: { a: { extends: b }, b: { extends: a } } }\nscenes: [ { id: a, duration: 3s } ]\n",
      message: "3:34: error[E133]: definition uses itself: style.a → style.b → style.a"),
    Case(
      title: "property of another node type", template: head + "      - { type: stack, font_size: 20 }\n",
      message: "7:24: error[E102]: unknown property 'font_size' on stack",
      help: "'font_size' belongs to text, this is stack"),
    Case(
      title: "id twice",
      template: head + "      - { id: x, type: spacer }\n      - { id: x, type: spacer }\n",
      message: "8:9: error[E115]: id 'x' is used twice"),
  ]

  @Test func bombsAreCheap() {
    let clock = ContinuousClock()
    let nesting = clock.measure {
      _ = Samples.messages("scene: 1\nx_d: " + String(repeating: "[", count: 200_000))
    }
    #expect(nesting < .milliseconds(200))
    for line in ["- ", "? ", "a: ", "{", "[{", "\"\\u", "| ", "&a ", "!!a ", "%", "\t", "'"] {
      let bomb = clock.measure {
        _ = Samples.messages("scene: 1\n" + String(repeating: line, count: 200_000 / line.count))
      }
      #expect(bomb < .seconds(2), "\(line)")
    }
  }

  @Test func largeAndStrangeFilesAreRefused() {
    let long = "scene: 1\nname: t\nabout: \"" + String(repeating: "x", count: 300_000) + "\"\n"
    #expect(Samples.messages(long).contains("error[E001]"))
    let value = "scene: 1\nname: t\nabout: " + String(repeating: "x", count: 9000) + "\n"
    #expect(Samples.messages(value).contains("error[E005]"))
    let many = "scene: 1\nx: [" + String(repeating: "1,", count: 25_000) + "]\n"
    #expect(Samples.messages(many).contains("error[E005]"))
    #expect(Samples.messages("").contains("error[E001]"))
    #expect(Samples.messages("- 1\n").contains("error[E105]: a template is a map"))
  }

  @Test func acceptsWhatIsMerelyUnusual() throws {
    let text =
      "\u{feff}# comment\r\nscene: 1 # one\r\nname: t\r\nabout: \"שלום 🏃‍♀️ é\"\r\nscenes:\r\n  - id: a\r\n    duration: 3s\r\n    nodes:\r\n      - { type: text, text: \"عربي 日本語\" }\r\n"
    _ = try Samples.load(text)
    // 32 levels: the document, scenes, scene, nodes and 14 groups with their lists.
    var deep = "{ type: group, children: [] }"
    for _ in 0..<13 { deep = "{ type: group, children: [ \(deep) ] }" }
    _ = try Samples.load("scene: 1\nname: t\nscenes: [ { id: a, duration: 3s, nodes: [ \(deep) ] } ]\n")
  }
}
