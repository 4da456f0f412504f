import Foundation
import Synchronization
import Testing

@testable import Basemap

/// The whole way: the program asks a server on this machine, alone and twice at once.
struct SharedCacheTests {
  private struct Run {
    var status: Int32
    var error: String
    var picture: Data
  }

  /// A `compose frame` that was started.
  private final class Film {
    let process = Process()
    let folder: URL
    private let error: URL

    init(_ server: ScriptedServer, _ cache: URL, _ words: [String] = []) throws {
      let path = #filePath
      let root = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
      let own = bundle ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
      folder = cache.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      error = folder.appendingPathComponent("error")
      _ = FileManager.default.createFile(atPath: error.path, contents: nil)
      process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
        .appendingPathComponent("compose")
      process.arguments =
        [
          "frame", root.path + "/examples/recordings/hilly-10k.gpx", "--at", "40%", "--size", "216x384",
          "--map",
          server.base + "/{z}/{x}/{y}.pbf", "-o", folder.path + "/still.png",
        ] + words
      process.environment = ProcessInfo.processInfo.environment.merging([
        "XDG_CACHE_HOME": cache.path, "XDG_CONFIG_HOME": folder.path,
      ]) { $1 }
      process.standardError = try FileHandle(forWritingTo: error)
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    func end() throws -> Run {
      process.waitUntilExit()
      return Run(
        status: process.terminationStatus,
        error: String(decoding: try Data(contentsOf: error), as: UTF8.self),
        picture: (try? Data(contentsOf: folder.appendingPathComponent("still.png"))) ?? Data())
    }
  }

  private static func withCache<R>(_ body: (URL) throws -> R) throws -> R {
    let cache = FileManager.default.temporaryDirectory.appendingPathComponent("cache-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: cache) }
    return try body(cache)
  }

  @Test func twoProcessesShareOneCache() throws {
    let server = ScriptedServer { _, _ in .init(body: TileFetchTests.tile, delay: 0.02) }
    defer { server.stop() }
    try Self.withCache { cache in
      let both = try [Film(server, cache), Film(server, cache)]
      let runs = try both.map { try $0.end() }
      for run in runs {
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.contains("fetching ") && run.error.contains("--max-tiles"), "\(run.error)")
        #expect(!run.error.contains("warning"), "\(run.error)")
        #expect(!run.picture.isEmpty && run.picture == runs[0].picture)
      }
      // A third one finds all of it.
      let count = server.requests.count
      let third = try Film(server, cache).end()
      #expect(third.status == 0 && third.picture == runs[0].picture && !third.error.contains("fetching"))
      let offline = try Film(server, cache, ["--offline"]).end()
      #expect(offline.status == 0 && offline.picture == runs[0].picture, "\(offline.error)")
      #expect(server.requests.count == count)
    }
  }

  @Test func budgetsAndFaultsAreOneLine() throws {
    let server = ScriptedServer { _, _ in .init(body: TileFetchTests.tile) }
    defer { server.stop() }
    try Self.withCache { cache in
      let few = try Film(server, cache, ["--max-tiles", "1"]).end()
      #expect(few.status == 1 && server.requests.isEmpty)
      #expect(few.error.contains("needs ") && few.error.contains("the limit is 1; raise it with --max-tiles"))
      #expect(few.error.split(separator: "\n").count == 1, "\(few.error)")
      let offline = try Film(server, cache, ["--offline"]).end()
      #expect(offline.status == 1 && offline.error.contains("--offline"))
      let dead = ScriptedServer { _, _ in .init(dropsAfter: 0) }
      defer { dead.stop() }
      let begin = Date()
      let run = try Film(dead, cache).end()
      #expect(run.status == 1 && run.picture.isEmpty && Date().timeIntervalSince(begin) < 40)
      #expect(run.error.contains("127.0.0.1:\(dead.port): breaks off its answer"), "\(run.error)")
    }
  }

  /// Tiles that are no tiles: the film is made, and one line says so.
  @Test func brokenTilesAreCounted() throws {
    let server = ScriptedServer { _, _ in .init(body: Array("<html>".utf8)) }
    defer { server.stop() }
    try Self.withCache { cache in
      let run = try Film(server, cache).end()
      #expect(run.status == 0 && !run.picture.isEmpty)
      let lines = run.error.split(separator: "\n").filter { $0.contains("cannot be read") }
      #expect(
        lines.count == 1 && lines[0].hasPrefix("compose: warning: 127.0.0.1:\(server.port): "), "\(run.error)"
      )
    }
  }
}
