import Foundation
import Pixels
import Recordings
import Testing

@testable import ReplayComposer

/// Recordings that broke other tools (the C cases), as films.
@Suite struct RecordedCaseFilmTests {
  static func gpx(_ body: String) -> [UInt8] { Array("<gpx version=\"1.1\">\(body)</gpx>".utf8) }

  static func points(_ range: Range<Int>, tag: String = "trkpt", step: Double = 3, time: Bool = true)
    -> String
  {
    range.map { index in
      let angle = Double(index) * step / 400
      let stamp = "2025-05-04T\(clock(index / 3600 + 6)):\(clock(index / 60 % 60)):\(clock(index % 60))Z"
      return "<\(tag) lat=\"\(48 + sin(angle) / 250)\" lon=\"\(9 + cos(angle * 0.7) / 160)\">"
        + (time ? "<time>\(stamp)</time>" : "") + "</\(tag)>"
    }.joined()
  }
  private static func clock(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func replay(_ body: String, template: String = "story") throws -> Replay {
    let session = try RecordingReader.read(bytes: Self.gpx(body), file: "case.gpx")
    var options = ReplayOptions()
    options.size = ReplayOptions.PixelSize(width: 108, height: 192)
    options.duration = 6
    options.framesPerSecond = 10
    options.isOffline = true
    return try Replay(session, template: template, options: options)
  }

  @Test(
    "C12, C24: a route of eight points without times and elevation", arguments: ["story", "classic", "trail"])
  func routeIsAFilm(template: String) throws {
    let replay = try replay(
      "<rte>\(Self.points(0..<8, tag: "rtept", step: 100, time: false))</rte>", template: template)
    #expect(!replay.route.hasTime && !replay.route.hasElevation)
    for number in [0, replay.frameCount / 2, replay.frameCount - 1] { _ = try replay.frame(number) }
  }

  /// One scene from first to last frame: its line grows, and nothing else changes.
  static let oneScene = """
    scene: 1
    name: flat
    canvas: { size: 270x480, background: ground_far }
    scenes:
      - id: run
        duration: 6s
        clock: { mode: fit }
        nodes:
          - id: ground
            type: world
            size: [100vw, 100vh]
            camera: { follow: runner }
            route: { width: 9, ahead: { width: 4 } }
            markers:
              - { at: now, shape: dot, radius: 13 }
    """

  private func pixels(of replay: Replay, _ number: Int) throws -> [UInt32] {
    try replay.frame(number).withPixels { span in span.indices.map { span[$0] } }
  }

  @Test("C15: an empty segment changes no pixel") func emptySegments() throws {
    let halves = ["<trkseg>\(Self.points(0..<60))</trkseg>", "<trkseg>\(Self.points(61..<120))</trkseg>"]
    let plain = try replay("<trk>\(halves.joined())</trk>")
    for place in 0...2 {
      var segments = halves
      segments.insert("<trkseg/>", at: place)
      let other = try replay("<trk>\(segments.joined())</trk>")
      for number in [10, 30, 50] {
        let pictures = try [plain, other].map { try pixels(of: $0, number) }
        #expect(pictures[0] == pictures[1], "frame \(number)")
      }
    }
  }

  @Test("C21: many waypoints, many tracks: a frame costs the same from first to last")
  func framesCostTheSame() throws {
    let waypoints = String(repeating: "<wpt lat=\"48\" lon=\"9\"><name>Hut</name></wpt>", count: 600)
    let tracks = (0..<300).map { "<trk><trkseg>\(Self.points($0 * 40..<$0 * 40 + 39))</trkseg></trk>" }
      .joined()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flat-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("flat.scene.yaml").path
    try Self.oneScene.write(toFile: file, atomically: true, encoding: .utf8)
    for body in [waypoints + "<trk><trkseg>\(Self.points(0..<600))</trkseg></trk>", tracks] {
      let replay = try replay(body, template: file)
      let painter = try replay.makePainter()
      let picture = PixelBuffer(width: replay.width, height: replay.height)
      func cost(_ frames: Range<Int>) throws -> Double {
        var best = Double.infinity
        for _ in 0..<4 {
          let start = Self.processorTime()
          for number in frames { try painter(number, picture) }
          best = min(best, Self.processorTime() - start)
        }
        return best
      }
      let count = replay.frameCount
      let early = try cost(count / 4..<count / 4 + 5)
      let late = try cost(count * 3 / 4..<count * 3 / 4 + 5)
      #expect(late < early * 1.5, "\(late) s after \(early) s")
    }
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
