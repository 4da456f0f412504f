import Foundation
import Testing

/// Templates and sizes that broke other tools (C48–C54), as files through the program.
struct RecordedTemplateTests {
  static func template(_ node: String) -> String {
    "scene: 1\nname: t\nscenes:\n  - id: s\n    duration: 1s\n    nodes:\n      - \(node)\n"
  }

  /// The result of drawing a still, and the number of colours in it.
  static func draw(_ template: String, size: String = "128x128") throws -> (Program.Result, Data) {
    try Program.withFolder { folder in
      let file = folder.appendingPathComponent("t.scene.yaml")
      let still = folder.appendingPathComponent("still.png")
      try Data(template.utf8).write(to: file)
      let result = try Program.compose([
        "frame", "-t", file.path, FilmTests.example("flat-5k"), "--size", size, "--at", "50%", "-o",
        still.path,
      ])
      return (result, (try? Data(contentsOf: still)) ?? Data())
    }
  }

  @Test func C48_unquotedColour() throws {
    let (result, _) = try Self.draw(
      Self.template("{ type: text, text: x,\n          color: #ff4500\n        }"))
    #expect(result.status == 1)
    #expect(result.error.contains(":8:11: error[E104]: 'color' has no value"), "\(result.error)")
    #expect(result.error.contains("quote the colour, color: \"#ff4500\""))
  }

  @Test(arguments: [("1030e0", "\"#1030e0\""), ("004721", "\"#004721\""), ("12345678", "\"#12345678\"")])
  func C49_coloursThatLookLikeNumbers(bare: String, quoted: String) throws {
    func text(_ color: String) -> String {
      Self.template("{ type: shape, size: [100%, 100%], fill: \(color) }")
    }
    let (one, other) = (try Self.draw(text(bare)), try Self.draw(text(quoted)))
    #expect(one.0.status == 0 && other.0.status == 0, "\(one.0.error)")
    #expect(!one.1.isEmpty && one.1 == other.1)
  }

  @Test func C51_C54_nothingIsDrawnOfTextWithoutSizeOrLetters() throws {
    let bare = try Self.draw(Self.template("{ type: shape, size: [10, 10], fill: accent }"))
    for node in ["{ type: text, text: \"\", font_size: 40 }", "{ type: text, text: Hello, font_size: 0 }"] {
      let shape = "{ type: shape, size: [10, 10], fill: accent }"
      let drawn = try Self.draw(Self.template("\(node)\n      - \(shape)"))
      #expect(drawn.0.status == 0, "\(node): \(drawn.0.error)")
      #expect(drawn.1 == bare.1 && !bare.1.isEmpty, "\(node)")
    }
  }

  @Test func C52_unusualSizes() throws {
    try Program.withFolder { folder in
      for (size, status) in [("2656x1494", 0), ("5312x2988", 0), ("8192x8192", 2), ("5313x2988", 2)] {
        let still = folder.appendingPathComponent("\(size).png").path
        let result = try Program.compose([
          "frame", FilmTests.example("flat-5k"), "--size", size, "--at", "62%", "-o", still,
        ])
        #expect(Int(result.status) == status, "\(size): \(result.error)")
        #expect(FileManager.default.fileExists(atPath: still) == (status == 0))
      }
    }
  }
}
