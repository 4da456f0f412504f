import Foundation
import Testing

/// Attacks on templates that only show while a film is made. The numbers are those of the list of templates that must
/// be refused.
struct TemplateAttackTests {
  private static let title = """
    scene: 1
    name: t
    params: { headline: { type: text, default: "${run.title}", max: 40 } }
    scenes:
      - id: a
        duration: 3s
        nodes:
          - { id: line, type: text, text: "${param.headline}", place: { at: left, of: safe } }

    """

  /// The picture of a template's first frame, as bytes of its file.
  private func picture(_ template: String, _ recording: String, _ words: [String] = [], in folder: URL) throws
    -> Data
  {
    let path = folder.appendingPathComponent("t.scene.yaml").path
    try template.write(toFile: path, atomically: true, encoding: .utf8)
    let file = folder.appendingPathComponent("\(UUID().uuidString).png").path
    let result = try Program.compose(
      ["frame", "--template", path, recording, "--at", "50%", "--size", "270x480", "-o", file] + words)
    try #require(result.status == 0, "\(result.error)")
    return try Data(contentsOf: URL(fileURLWithPath: file))
  }

  @Test("34 A font whose tables are rubbish") func rubbishFont() throws {
    try Program.withFolder { folder in
      let table: [UInt8] = Array("glyf".utf8) + [0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 0, 4] + Array("junk".utf8)
      try Data([0, 1, 0, 0, 0, 1, 0, 16, 0, 0, 0, 0] + table).write(
        to: folder.appendingPathComponent("bad.ttf"))
      let path = folder.appendingPathComponent("t.scene.yaml").path
      try """
      scene: 1
      name: t
      theme: { fonts: { body: { file: bad.ttf } } }
      scenes: [ { id: a, duration: 3s, nodes: [ { type: text, text: Hello } ] } ]

      """.write(toFile: path, atomically: true, encoding: .utf8)
      let result = try Program.compose([
        "frame", "--template", path, FilmTests.example("flat-5k"), "-o", folder.path + "/f.png",
      ])
      #expect(result.status == 1)
      #expect(result.error.hasPrefix("error[E145]: 'bad.ttf': the font is damaged"), "\(result.error)")
    }
  }

  @Test("36 Expressions and markup in parameters and recordings are text") func textIsNeverEvaluated() throws
  {
    try Program.withFolder { folder in
      // What is passed is drawn letter by letter, as if the template had escaped it.
      for words in ["${now.hr}", "${run.athlete}", "</svg>", "<b>x</b>", "&amp;", "$${x}"] {
        let escaped = words.replacingOccurrences(of: "${", with: "$${")
        let literal = Self.title.replacingOccurrences(of: "\"${param.headline}\"", with: "\"\(escaped)\"")
          .replacingOccurrences(
            of: "params: { headline: { type: text, default: \"${run.title}\", max: 40 } }", with: "about: x")
        let expected = try picture(literal, FilmTests.example("flat-5k"), in: folder)
        #expect(
          try picture(Self.title, FilmTests.example("flat-5k"), ["--set", "headline=\(words)"], in: folder)
            == expected,
          "\(words)")
        let gpx = try String(contentsOfFile: FilmTests.example("flat-5k"), encoding: .utf8)
          .replacingOccurrences(of: "Harbour five", with: "<![CDATA[\(words)]]>")
        let recording = folder.appendingPathComponent("named.gpx").path
        try gpx.write(toFile: recording, atomically: true, encoding: .utf8)
        #expect(try picture(Self.title, recording, in: folder) == expected, "\(words)")
      }
    }
  }

  @Test("36 A name of ten megabytes is cut to the parameter's limit") func longName() throws {
    try Program.withFolder { folder in
      func recording(_ name: String) throws -> String {
        let gpx = try String(contentsOfFile: FilmTests.example("flat-5k"), encoding: .utf8)
          .replacingOccurrences(of: "Harbour five", with: name)
        let path = folder.appendingPathComponent("\(name.utf8.count).gpx").path
        try gpx.write(toFile: path, atomically: true, encoding: .utf8)
        return path
      }
      let start = ContinuousClock.now
      let long = try picture(
        Self.title, recording(String(repeating: "word ", count: 2_000_000)), in: folder)
      #expect(ContinuousClock.now - start < .seconds(5))
      #expect(long == (try picture(Self.title, recording(String(repeating: "word ", count: 20)), in: folder)))
    }
  }

  @Test(
    "38 A good template and a run without times, with one place or 900 splits",
    arguments: TemplateCommandTests.shipped)
  func strangeRuns(_ template: String) throws {
    try Program.withFolder { folder in
      func point(_ index: Int, time: Bool, step: Double) -> String {
        let second = index * 30
        let clock = String(
          format: "2025-05-%02dT%02d:%02d:%02dZ", 1 + second / 86_400, second / 3600 % 24, second / 60 % 60,
          second % 60)
        return "<trkpt lat=\"47.1\" lon=\"\(8 + Double(index) * step)\"><ele>400</ele>"
          + (time ? "<time>\(clock)</time>" : "") + "</trkpt>"
      }
      func gpx(_ points: [String]) -> String {
        "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
          + points.joined() + "</trkseg></trk></gpx>"
      }
      let runs = [
        "timeless": gpx((0..<200).map { point($0, time: false, step: 0.0005) }),
        // 900 splits: a hundred metres every half a minute.
        "long": gpx((0...9000).map { point($0, time: true, step: 0.001322) }),
      ]
      for (name, text) in runs {
        let path = folder.appendingPathComponent(name + ".gpx").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        for position in ["50%", "97%"] {
          let result = try Program.compose([
            "frame", "--template", template, path, "--at", position, "--size", "270x480", "-o",
            folder.path + "/f.png",
          ])
          #expect(result.status == 0, "\(name): \(result.error)")
        }
      }
      // One point is no run: the fault is the recording's, not the template's.
      let path = folder.appendingPathComponent("one.gpx").path
      try gpx([point(0, time: true, step: 1)]).write(toFile: path, atomically: true, encoding: .utf8)
      let result = try Program.compose(["frame", "--template", template, path, "-o", folder.path + "/f.png"])
      #expect(result.status == 1 && result.error.contains("one.gpx: "), "\(result.error)")
      #expect(!result.error.contains("error[E"))
    }
  }

  @Test("39 Thirty-two scenes of ten minutes at 4096 by 4096") func longestFilm() throws {
    try Program.withFolder { folder in
      let path = folder.appendingPathComponent("t.scene.yaml").path
      let scenes = (0..<32).map { "  - { id: s\($0), duration: 10min }\n" }.joined()
      try "scene: 1\nname: t\ncanvas: { size: 4096x4096 }\nscenes:\n\(scenes)".write(
        toFile: path, atomically: true, encoding: .utf8)
      let line = "\(path):6:5: error[E171]: the film lasts 19200 s, the limit is 600 s\n"
      let check = try Program.compose(["check", path])
      #expect(check.status == 1 && check.error.hasPrefix(line), "\(check.error)")
      let start = ContinuousClock.now
      let film = folder.path + "/f.mp4"
      let render = try Program.compose(["--template", path, FilmTests.example("flat-5k"), "-o", film])
      #expect(render.status == 1 && render.error.hasPrefix(line), "\(render.error)")
      #expect(ContinuousClock.now - start < .seconds(5) && !FileManager.default.fileExists(atPath: film))
    }
  }
}
