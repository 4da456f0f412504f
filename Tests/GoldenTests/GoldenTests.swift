import Foundation
import Geometry
import Pixels
import Scenes
import Testing

/// Worlds without any text: what changes here is geometry, light or line.
@Suite struct WorldGoldenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var recording: String
    var isDark: Bool
    var time: Double
    var testDescription: String { name }
  }
  static let cases = [
    Case(name: "follow-night", recording: "hilly-10k", isDark: true, time: 13),
    Case(name: "follow-paper", recording: "hilly-10k", isDark: false, time: 13),
    Case(name: "overview-night", recording: "hilly-10k", isDark: true, time: 25.9),
    Case(name: "opening-paper", recording: "flat-5k", isDark: false, time: 0.7),
    Case(name: "laps-night", recording: "track-laps", isDark: true, time: 12),
    Case(name: "antimeridian-night", recording: "antimeridian", isDark: true, time: 25.9),
  ]

  @Test(arguments: cases) func world(_ item: Case) throws {
    var camera = CameraSpec()
    camera.pitch = 58
    camera.intro = .init(hold: 1.3, blend: 1.9)
    camera.outro = .init(hold: 1.5, blend: 3)
    let path = GoldenPicture.root.appendingPathComponent("examples/recordings/\(item.recording).gpx").path
    let film = try SampleFilm(recording: path, width: 270, height: 480, isDark: item.isDark, camera: camera)
    try GoldenPicture.expect(film.frame(at: item.time), is: item.name)
  }

  /// A frame does not know which frames were drawn before it.
  @Test func framesAreIndependent() throws {
    let path = GoldenPicture.root.appendingPathComponent("examples/recordings/hilly-10k.gpx").path
    let film = try SampleFilm(recording: path, width: 180, height: 320, camera: CameraSpec())
    let alone = try film.frame(at: 11)
    for time in [3.0, 20, 11] {
      let picture = try film.frame(at: time)
      if time == 11 { #expect(bytes(picture) == bytes(alone)) }
    }
  }

  private func bytes(_ picture: PixelBuffer) -> [UInt32] {
    picture.withPixels { span in span.indices.map { span[$0] } }
  }
}
