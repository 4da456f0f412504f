import Foundation
import Testing

/// Memory is bounded by the length of the run plus that of the film, and a film's by neither.
struct MemoryTests {
  @Test func framesDoNotGrowIt() throws {
    try Program.withFolder { folder in
      func peak(_ duration: String) throws -> Int {
        let film = folder.appendingPathComponent("film.y4m").path
        let measured = try Program.composeMemory([
          FilmTests.example("hilly-10k"), "-o", film, "--size", "540x960", "--duration", duration, "--jobs",
          "2",
        ])
        try #require(measured.status == 0)
        return measured.peak
      }
      let (short, long) = (try peak("2s"), try peak("20s"))
      #expect(short > 40_000)
      #expect(long < short + 25_000, "\(short) KB for 2 s, \(long) KB for 20 s")
    }
  }

  /// The whole of an H.264 film in full size, encoder and all, fits in 400 MB; memory of an encoder that is done goes
  /// back, or each of the film's parts would add its holes.
  @Test(arguments: ["1s", "6s"]) func encodedFilmFitsIn400MB(length: String) throws {
    try Program.withFolder { folder in
      let measured = try Program.composeMemory([
        FilmTests.example("hilly-10k"), "-o", folder.path + "/film.mp4", "--size", "1080x1920", "--duration",
        length, "--jobs", "2", "--fps", "15",
      ])
      try #require(measured.status == 0)
      #expect(measured.peak > 150_000)
      #expect(measured.peak < 400_000, "\(measured.peak) KB")
    }
  }

  /// Reading, route, clock and camera: kilobytes a point and a tick would show.
  @Test func simulationIsProportionalToPointsPlusTicks() throws {
    try Program.withFolder { folder in
      func peak(points: Int, film: String) throws -> Int {
        let run = folder.appendingPathComponent("\(points).gpx")
        var text = "<gpx version=\"1.1\"><trk><trkseg>"
        for k in 0..<points {
          let (east, north) = (sin(Double(k) / 900) * 0.02, Double(k) * 2e-5)
          let (hour, minute, second) = (k / 3600, k / 60 % 60, k % 60)
          text += "<trkpt lat=\"\(40 + north)\" lon=\"\(8 + east)\"><ele>\(400 + k % 300)</ele><time>"
          text += String(format: "2026-05-%02dT%02d:%02d:%02dZ", 1 + hour / 24, hour % 24, minute, second)
          text += "</time></trkpt>"
        }
        try Data((text + "</trkseg></trk></gpx>").utf8).write(to: run)
        let measured = try Program.composeMemory(["trace", run.path, "--summary", "--duration", film])
        try #require(measured.status == 0)
        return measured.peak
      }
      let base = try peak(points: 10_000, film: "20s")
      let points = try peak(points: 60_000, film: "20s")
      let ticks = try peak(points: 10_000, film: "150s")
      print(
        "simulation: \((points - base) * 1024 / 50_000) bytes a point, \((ticks - base) * 1024 / 7800) a tick"
      )
      #expect(points - base < 50_000 * 2, "\(base) KB, \(points) KB with 50,000 points more")
      #expect(ticks - base < 7800 * 2, "\(base) KB, \(ticks) KB with 130 s more")
    }
  }
}
