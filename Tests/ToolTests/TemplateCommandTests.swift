import Foundation
import Testing

/// The commands about templates through the built program.
struct TemplateCommandTests {
  static let shipped = ["classic", "minimal", "poster", "race", "story", "trail"]

  @Test func shippedTemplatesPassTheStrictCheckQuickly() throws {
    let start = ContinuousClock.now
    let result = try Program.compose(["check", "--strict"] + Self.shipped)
    let time = ContinuousClock.now - start
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output == Self.shipped.map { "\($0): ok\n" }.joined())
    #expect(time < .seconds(3))
  }

  @Test func mistakesAreToldInThreeForms() throws {
    try Program.withFolder { folder in
      let path = folder.appendingPathComponent("bad.scene.yaml").path
      try "scene: 1\nname: t\nscenes:\n  - id: a\n    duration: 3\n".write(
        toFile: path, atomically: true, encoding: .utf8)
      let text = try Program.compose(["check", path])
      #expect(text.status == 1 && text.output.isEmpty)
      #expect(
        text.error.hasPrefix("\(path):5:15: error[E110]: '3' is not a duration\n     5 |     duration: 3\n"))
      let json = try Program.compose(["check", path, "--format", "json"])
      #expect(json.status == 1 && json.error.isEmpty)
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(object?["code"] as? String == "E110" && object?["line"] as? Int == 5)
      let github = try Program.compose(["check", path, "--format", "github"])
      #expect(github.output.hasPrefix("::error file=") && github.output.contains("line=5,col=15"))
      #expect(try Program.compose(["check", path, "--format", "xml"]).status == 2)
      #expect(try Program.compose(["check"]).status == 2)
      // Rendering says the same.
      let render = try Program.compose([
        "--template", path, FilmTests.example("hilly-10k"), "-o", folder.path + "/f.mp4",
      ])
      #expect(render.status == 1 && render.error.contains("error[E110]: '3' is not a duration"))
    }
  }

  @Test func listsExplainsAndDescribes() throws {
    let list = try Program.compose(["templates", "--json"])
    let rows = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
    #expect(rows?.compactMap { $0["name"] as? String } == Self.shipped)
    let params = try Program.compose(["params", "story"])
    #expect(params.output.contains("length    duration  default 26s, from 8s, to 180s"))
    #expect(try Program.compose(["explain", "E155"]).output.contains("5:30/km"))
    let value = try Program.compose(["explain", "story", "hud.width", "--size", "1920x1080"])
    #expect(value.output.contains("* variant landscape  40vw"))
    #expect(try Program.compose(["explain", "story", "hud.widht"]).error.contains("did you mean 'width'?"))
    #expect(try Program.compose(["inspect", "race"]).output.contains("reads     heart-rate"))
    let schema = try Program.compose(["schema"])
    #expect(try JSONSerialization.jsonObject(with: Data(schema.output.utf8)) is [String: Any])
    let timeline = try Program.compose(["check", "race", "--timeline"])
    #expect(timeline.output.contains("table     23.40     29.40      6.00      0.60"))
  }

  @Test func formattingKeepsCommentsAndMeaning() throws {
    try Program.withFolder { folder in
      let path = folder.appendingPathComponent("t.scene.yaml").path
      try
        "scene: 1   \r\nname: t # name,{x}\r\n\r\n\r\ncanvas: {size: 1080x1920,fps: 30}\r\nscenes: [{id: a,duration: 3s, nodes: [ {type: text,text: \"a,b {c}\"} ]}]\r\n\r\n"
        .write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try Program.compose(["fmt", "--check", path]).status == 1)
      #expect(try Program.compose(["fmt", path]).status == 0)
      #expect(
        try String(contentsOfFile: path, encoding: .utf8) == """
          scene: 1
          name: t # name,{x}

          canvas: { size: 1080x1920, fps: 30 }
          scenes: [{ id: a, duration: 3s, nodes: [ { type: text, text: "a,b {c}" } ] }]

          """)
      #expect(try Program.compose(["fmt", "--check", path]).status == 0)
      let shipped = Self.shipped.map { Program.root.path + "/templates/\($0)/\($0).scene.yaml" }
      #expect(try Program.compose(["fmt", "--check"] + shipped).status == 0)
    }
  }
}
