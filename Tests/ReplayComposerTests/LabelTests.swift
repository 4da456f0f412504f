import Foundation
import Geometry
import Pixels
import Recordings
import Routes
import Scenes
import Simulation
import Testing

@testable import ReplayComposer

/// Names on the maps of whole films, over the shared archives where they are present.
@Suite struct LabelTests {
  static let folder: String? = {
    let root = #filePath.dropLast("/Tests/ReplayComposerTests/LabelTests.swift".count)
    let path = String(root) + "/../shared/maps"
    guard FileManager.default.fileExists(atPath: path + "/LOG.md") else {
      print("shared maps are not present: names on real maps were not tested")
      return nil
    }
    return path
  }()
  static var isPresent: Bool { folder != nil }

  static func replay(
    _ run: String, map: String, size: String = "540x960", _ change: (inout ReplayOptions) -> Void = { _ in }
  )
    throws -> Replay
  {
    let folder = try #require(folder)
    var options = ReplayOptions(size: size)
    options.maps = [folder + "/" + map]
    options.isOffline = true
    change(&options)
    let template =
      String(#filePath.dropLast("/Tests/ReplayComposerTests/LabelTests.swift".count)) + "/templates/story"
    return try Replay(
      Session(file: folder + "/runs/synth-" + run + ".gpx"), template: template, options: options)
  }

  /// The world of a frame and the boxes of all that lies over it.
  static func world(_ state: FrameState) -> WorldState? {
    for item in state.layers.last?.items ?? [] {
      if case .world(let world) = item.content { return world }
    }
    return nil
  }

  /// Every frame of whole films: no name over another, none under what covers the map, none on the dot.
  @Test(
    .enabled(if: isPresent),
    arguments: [
      ("sf", "vector/sf-omt.pmtiles", "540x960"), ("paris", "vector/paris-omt.pmtiles", "540x540"),
      ("firenze", "vector/firenze-vector.pmtiles", "960x540"),
      ("monaco", "vector/monaco-omt.mbtiles", "540x960"),
    ])
  func namesKeepOutOfTheWay(run: String, map: String, size: String) throws {
    let replay = try Self.replay(run, map: map, size: size)
    var shown: Set<String> = []
    var last: [String: Double] = [:]
    for number in 0..<replay.frameCount {
      let time = replay.time(ofFrame: number)
      let state = replay.simulation.state(at: time)
      let world = try #require(Self.world(state))
      #expect(world.labels.count <= LabelPlan.most)
      let projection = PerspectiveProjection(camera: world.camera, viewport: replay.film.bounds)
      let height = replay.worlds.values.first?.ground.surface.height(at: world.runner) ?? 0
      let dot = projection.project(Vec3(world.runner, z: height))
      let covers = Self.covers(state) + replay.film.creditPlates
      for (index, name) in world.labels.enumerated() {
        shown.insert(name.label.text)
        #expect(
          replay.film.bounds.union(name.box) == replay.film.bounds, "frame \(number): \(name.label.text)")
        for other in world.labels.dropFirst(index + 1) {
          #expect(name.box.intersection(other.box) == nil, "frame \(number)")
          #expect(name.label.text != other.label.text)
        }
        for cover in covers {
          #expect(name.box.intersection(cover) == nil, "frame \(number): \(name.label.text)")
        }
        if let dot { #expect(!name.box.inset(by: -20 * replay.film.unit).contains(dot.position)) }
        // No step in opacity: at most a frame's share of the fade, eased.
        if let before = last[name.label.text] { #expect(abs(name.opacity - before) < 0.2) }
      }
      last = Dictionary(uniqueKeysWithValues: world.labels.map { ($0.label.text, $0.opacity) })
    }
    #expect(replay.film.creditPlates.count == 1)
    #expect(shown.count >= 3, "\(run): \(shown)")
    let plan = try #require(Self.plan(replay))
    #expect(plan.lives.allSatisfy { $0.to - $0.from >= LabelPlan.leastLife - 1e-9 })
  }

  /// Boxes of words, charts and gauges of a frame, as they are drawn.
  static func covers(_ state: FrameState) -> [Rect] {
    var result: [Rect] = []
    func collect(_ item: DrawItem, _ outer: Affine) {
      let transform = item.transform.map { $0.then(outer) } ?? outer
      switch item.content {
      case .text(let text) where text.text.isEmpty: break
      case .text, .chart, .gauge, .table:
        let corners = [Vec2(0, 0), Vec2(1, 1)].map { transform.apply(item.box.point(at: $0)) }
        if let box = Rect(bounding: corners) { result.append(box) }
      default: break
      }
      for child in item.children { collect(child, transform) }
    }
    for item in state.layers.last?.items ?? [] { collect(item, .identity) }
    return result
  }

  static func plan(_ replay: Replay) -> LabelPlan? {
    FilmSimulation.worlds(in: replay.film.scenes[0].nodes).first.flatMap {
      replay.simulation.labelPlan(scene: 0, node: $0.node.index)
    }
  }

  @Test(.enabled(if: isPresent)) func namesAreAChoice() throws {
    let off = try Self.replay("monaco", map: "vector/monaco-omt.mbtiles") { $0.parameters["labels"] = "off" }
    #expect(Self.plan(off) == nil)
    let few = try Self.replay("monaco", map: "vector/monaco-omt.mbtiles") { $0.parameters["labels"] = "few" }
    #expect(Self.plan(few)?.lives.isEmpty == false)
    // A private zone takes its names along.
    let secret = try Self.replay("monaco", map: "vector/monaco-omt.mbtiles") {
      $0.privacyZones = [.place(latitude: 43.7384, longitude: 7.4246, radius: 5000)]
    }
    #expect(Self.plan(secret) == nil)
  }

  @Test(.enabled(if: isPresent)) func aFrameAloneIsTheFrameInTheFilm() throws {
    let replay = try Self.replay("monaco", map: "vector/monaco-omt.mbtiles", size: "270x480") { _ in }
    let numbers = [20, 60, 600, 24]
    func words(_ picture: PixelBuffer) -> [UInt32] {
      picture.withPixels { span in span.indices.map { span[$0] } }
    }
    let alone = try numbers.map { words(try replay.frame($0)) }
    let painter = try replay.makePainter()
    for (index, number) in numbers.enumerated().reversed() {
      let picture = PixelBuffer(width: replay.width, height: replay.height)
      try painter(number, picture)
      #expect(words(picture) == alone[index])
    }
    // And the names are there at all.
    let bare = try Self.replay("monaco", map: "vector/monaco-omt.mbtiles", size: "270x480") {
      $0.parameters["labels"] = "off"
    }
    #expect(words(try bare.frame(600)) != alone[2])
  }
}
