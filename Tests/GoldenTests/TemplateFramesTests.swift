import Foundation
import Pixels
import ReplayComposer
import Testing

/// Frames of the shipped templates, light and dark, tall, square and wide; they stand beside each template.
@Suite struct TemplateFramesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var template: String
    var theme: String
    var size: ReplayOptions.PixelSize
    var shape: String
    var at: String
    var testDescription: String { "\(template)-\(theme)-\(shape)-\(at)" }
  }

  static let cases: [Case] = ["story", "classic", "race", "trail", "minimal", "poster"].flatMap { template in
    let tall = ReplayOptions.PixelSize(width: 216, height: 384)
    let square = ReplayOptions.PixelSize(width: 270, height: 270)
    let wide = ReplayOptions.PixelSize(width: 384, height: 216)
    return [
      Case(template: template, theme: "night", size: tall, shape: "tall", at: "62%"),
      Case(template: template, theme: "paper", size: tall, shape: "tall", at: "62%"),
      Case(template: template, theme: "night", size: tall, shape: "tall", at: "97%"),
      Case(template: template, theme: "night", size: square, shape: "square", at: "62%"),
      Case(template: template, theme: "paper", size: wide, shape: "wide", at: "62%"),
    ]
  }

  @Test(arguments: cases) func frame(_ item: Case) throws {
    let recording = GoldenPicture.root.appendingPathComponent("examples/recordings/hilly-10k.gpx").path
    var options = ReplayOptions()
    options.theme = item.theme
    options.size = item.size
    let replay = try Replay(
      Session(file: recording),
      template: GoldenPicture.root.appendingPathComponent(
        "templates/\(item.template)/\(item.template).scene.yaml"
      )
      .path, options: options)
    let picture = try replay.frame(replay.frameNumber(at: TimeSelector(item.at)))
    let folder = GoldenPicture.root.appendingPathComponent("templates/\(item.template)/frames")
    // Text is set by the machine's Pango and fonts, which may differ by a fraction of a pixel.
    try GoldenPicture.expect(
      picture, is: "\(item.theme)-\(item.shape)-\(item.at.dropLast())", in: folder, tolerance: 24, share: 0.01
    )
  }
}
