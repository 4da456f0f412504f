import Diagnostics
import Glibc
import Testing

@testable import Templates

/// Short mistakes, bombs and attempts to get out of the bundle.
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
      title: "yes is not a bool",
      template:
        "scene: 1\nname: t\nparams:\n  show: { type: bool, default: yes }\nscenes: [ { id: a, duration: 3s } ]\n",
      message: "4:32: error[E106]: default of parameter 'show' is not a bool: 'yes'",
      help: "booleans are `true` and `false` only"),
    Case(
      title: "ternary", template: head + "      - type: text\n        text: ${now.split > 1 ? 'b' : 'c'}\n",
      message: "8:37: error[E010]: mapping values are not allowed in this context",
      help:
        "a plain value cannot contain ': '; put it in quotes - and there is no `a ? b : c`, write if(a, b, c)"
    ),
    Case(
      title: "expression unquoted in a flow map",
      template: head + "      - { type: text, text: ${run.title} }\n",
      message: "7:30: error[E010]: did not find expected ',' or '}'",
      help: "inside [ ] and { } a value with '${…}' must be quoted: [\"${a}\", \"${b}\"]"),
    Case(
      title: "second document",
      template: "scene: 1\nname: t\nscenes: [ { id: a, duration: 3s } ]\n---\nscene: 1\n",
      message: "4:1: error[E003]: second document in the file",
      help: "a template is one document; remove the '---'"),
    Case(
      title: "newer language", template: "scene: 2\nname: t\n",
      message: "1:8: error[E110]: this template is written for scene language 2; this engine knows 1",
      help: "update the engine, or ask the author for an older version"),
    Case(
      title: "bidi override",
      template: "scene: 1\nname: t\nabout: harmless \u{202e}txet\nscenes: [ { id: a, duration: 3s } ]\n",
      message: "3:17: error[E002]: invisible or direction-changing character U+202E"),
    Case(
      title: "bidi override behind an escape",
      template: "scene: 1\nname: t\nabout: \"harmless \\u202etxet\"\n",
      message: "3:8: error[E002]: invisible or direction-changing character U+202E"),
    Case(
      title: "Jinja braces", template: head + "      - type: text\n        text: {{ pace }}\n",
      message: "8:16: error[E009]: a key must be a plain word, not a list or map",
      help: "did you forget quotes around '${…}' or '{…}'?"),
    Case(
      title: "400 parentheses",
      template: head + "      - { type: text, text: \"${" + String(repeating: "(", count: 400) + "1"
        + String(repeating: ")", count: 400) + "}\" }\n",
      message: "7:48: error[E152]: expression nested deeper than 16"),
    Case(
      title: "component multiplication",
      template: "scene: 1\nname: t\ncomponents:\n"
        + (0..<7).map { level in
          let uses = Array(repeating: "{ use: c\(level + 1) }", count: 10).joined(separator: ", ")
          return "  c\(level): { body: { type: group\(level < 6 ? ", children: [ \(uses) ]" : "") } }\n"
        }.joined() + "scenes: [ { id: a, duration: 3s, nodes: [ { use: c0 } ] } ]\n",
      message: "11:9: error[E135]: the scene graph expands to 1111111 nodes, the limit is 5000",
      help: "components multiply: reduce nested `use`"),
    Case(
      title: "map where a list is needed", template: "scene: 1\nname: t\nscenes:\n  a: { duration: 3s }\n",
      message: "4:3: error[E105]: 'scenes' takes a map (scene) list, not a map"),
    Case(
      title: "dash in a name",
      template: "scene: 1\nname: t\nparams: { run-time: { type: duration, default: 3s } }\n",
      message: "3:11: error[E107]: 'run-time' is not a name",
      help: "names are lower case letters, digits and _ (no '-', which would read as minus in ${…})"),
    Case(
      title: "wrong unit", template: head + "      - { type: shape, size: [50pt, 20] }\n",
      message: "7:31: error[E110]: '50pt' is not a length",
      help: "did you mean '50px'? units: u (default), %, vw, vh, vmin, vmax, em, px"),
    Case(
      title: "misspelt token", template: head + "      - { type: shape, fill: acent }\n",
      message: "7:30: error[E112]: unknown colour 'acent'", help: "did you mean 'accent'?"),
    Case(
      title: "no duration", template: "scene: 1\nname: t\nscenes:\n  - id: a\n    nodes: []\n",
      message: "4:5: error[E103]: scene 'a' needs 'duration'", help: "or `auto` = longest enter/exit/keyframe"
    ),
    Case(
      title: "comparison without unit",
      template: "scene: 1\nname: t\nscenes:\n  - id: a\n    duration: 3s\n    when: run.distance > 10\n",
      message: "6:24: error[E155]: cannot compare distance with number",
      help: "give the literal its unit: 10km, 90s, 5:30/km, 150bpm"),
    Case(
      title: "&&",
      template:
        "scene: 1\nname: t\nscenes:\n  - id: a\n    duration: 3s\n    when: run.has.hr && run.has.time\n",
      message: "6:22: error[E150]: '&&' is not part of the language", help: "write `and`"),
    Case(
      title: "nesting bomb", template: "scene: 1\nname: deep\nx_d: " + String(repeating: "[", count: 20_000),
      message: "3:37: error[E004]: nesting deeper than 32 levels"),
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

  // MARK: Files

  /// A folder with a template in it, removed afterwards.
  private func withBundle(_ template: String, _ prepare: (String) -> Void, _ body: (String) throws -> Void)
    throws
  {
    var name = Array("/tmp/bundleXXXXXX".utf8CString)
    try #require(mkdtemp(&name) != nil)
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { removeTree(folder) }
    write(Array(template.utf8), to: folder + "/t.scene.yaml")
    prepare(folder)
    try body(folder)
  }
  private func removeTree(_ path: String) {
    if unlink(path) == 0 { return }
    for name in BundleFolder.names(in: path) { removeTree(path + "/" + name) }
    rmdir(path)
  }
  private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
  private func messages(_ folder: String) -> String {
    do throws(TemplateFailure) {
      return DiagnosticPrinter(limit: 100).string(
        try Template.load(try TemplateBundle(path: folder + "/t.scene.yaml")).warnings)
    } catch {
      return DiagnosticPrinter(limit: 100).string(error.diagnostics)
    }
  }

  @Test func nothingOutsideTheFolderIsOpened() throws {
    let template = """
      scene: 1
      name: t
      theme:
        fonts:
          a: { file: ../../../home/me/.ssh/id_rsa }
          b: { file: fonts/link.ttf }
          c: { file: "https://evil.example/f.ttf" }
          d: { file: /etc/passwd }
          e: { file: linked/passwd }
          f: { file: fifo.ttf }
          g: { file: empty.ttf }
          h: { file: "a/./../../b.ttf" }
      scenes: [ { id: a, duration: 3s } ]
      """
    try withBundle(template) { folder in
      mkdir(folder + "/fonts", 0o755)
      symlink("/etc/passwd", folder + "/fonts/link.ttf")
      symlink("/etc", folder + "/linked")
      mkfifo(folder + "/fifo.ttf", 0o644)
      write([], to: folder + "/empty.ttf")
    } _: { folder in
      let text = messages(folder)
      for line in [
        ":5:16: error[E140]: '../../../home/me/.ssh/id_rsa' points outside the template's folder",
        ":6:16: error[E140]: 'fonts/link.ttf' goes through a symbolic link",
        ":7:16: error[E140]: 'https://evil.example/f.ttf' is a URL; templates never use the network",
        ":8:16: error[E140]: '/etc/passwd' points outside the template's folder",
        ":9:16: error[E140]: 'linked/passwd' goes through a symbolic link",
        ":10:16: error[E140]: 'fifo.ttf' is not a regular file",
        ":11:16: error[E145]: 'empty.ttf': content is not a TTF or OTF font",
        ":12:16: error[E140]: 'a/./../../b.ttf' points outside the template's folder",
      ] {
        #expect(text.contains(line), "\(line)\n\(text)")
      }
    }
  }

  @Test func picturesAreCheckedByTheirHeader() throws {
    let template = """
      scene: 1
      name: t
      scenes:
        - id: a
          duration: 3s
          nodes:
            - { type: image, file: huge.png }
            - { type: image, file: gif.png }
            - { type: image, file: good.png }
            - { type: image, file: good.jpg }
      """
    func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
      var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
      for value in [width, height] {
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
      }
      return bytes + [8, 6, 0, 0, 0, 0, 0, 0, 0]
    }
    try withBundle(template) { folder in
      write(png(60_000, 60_000), to: folder + "/huge.png")
      write(Array("GIF89a........................................".utf8), to: folder + "/gif.png")
      write(png(640, 480), to: folder + "/good.png")
      write(
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 1, 0, 2, 0, 3, 0, 0, 0, 0],
        to: folder + "/good.jpg")
    } _: { folder in
      let text = messages(folder)
      #expect(
        text.contains(":7:30: error[E142]: 'huge.png': 60000×60000 pixels, the limit is 24 million"),
        "\(text)")
      #expect(text.contains(":8:30: error[E142]: 'gif.png': content is not PNG or JPEG"), "\(text)")
      #expect(text.contains("2 errors"), "\(text)")
    }
  }
}
