import Encoding
import Foundation
import Geometry
import Pixels
import Scenes
import Testing

@Suite struct BringUp {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STILLS"] != nil)) func stills() throws {
    let out = ProcessInfo.processInfo.environment["STILLS"]!
    for run in ProcessInfo.processInfo.environment["RUNS"]!.split(separator: ",") {
      for dark in [true, false] {
        var camera = CameraSpec()
        camera.pitch = 58
        camera.anchor = Vec2(0.5, 0.58)
        camera.intro = .init(hold: 1.3, blend: 1.9)
        camera.outro = .init(hold: 1.5, blend: 3)
        let start = Date()
        let film = try SampleFilm(
          recording: String(run), width: 1080, height: 1920, isDark: dark, camera: camera)
        print("prepare", Date().timeIntervalSince(start))
        for t in [0.5, 6.0, 13, 25.9] {
          let begin = Date()
          let picture = try film.frame(at: t)
          print("frame", Date().timeIntervalSince(begin))
          let name =
            "\(out)/\(URL(fileURLWithPath: String(run)).deletingPathExtension().lastPathComponent)-\(dark ? "n" : "p")-\(t).png"
          let options = EncoderOptions(
            width: 1080, height: 1920, frameRate: FrameRate(30), extent: FilmExtent(filmFrames: 1))
          let sink = try FrameOutput.open(
            OutputFormat(path: name, purpose: .still), path: name, options: options)
          try sink.append(picture)
          try sink.finish()
        }
      }
    }
  }
}
