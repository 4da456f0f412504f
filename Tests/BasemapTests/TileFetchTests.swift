import Foundation
import Geometry
import Synchronization
import Testing

@testable import Basemap

/// What a film fetches from servers before its first frame.
struct TileFetchTests {
  static let tile = VectorTileBytes.layer(
    "transportation", kind: "primary", isArea: false, [[(0, 0), (4096, 4096)]])
  /// Two tiles of zoom 14 beside each other and what lies around them.
  static let blocks = Set((-8..<8).flatMap { x in (-8..<8).map { GroundBlock(level: 5, ix: x, iy: $0) } })

  static func stack(
    _ server: ScriptedServer, maxTiles: Int = 50, maxZoom: Int = 14, offline: Bool = false,
    options: NetworkOptions = NetworkTests.options(), report: @escaping TileFetch.Report = { _ in }
  ) throws -> MapStack {
    var configuration = MapConfiguration()
    configuration.network = options
    var spec = SourceSpec(place: server.base + "/{z}/{x}/{y}.pbf")
    spec.maxZoom = maxZoom
    configuration.sources["mine"] = spec
    return try MapStack.open(
      maps: ["mine"], terrain: [], style: MapStackTests.style,
      sources: MapSource(
        configuration: configuration, offline: offline, maxTiles: maxTiles, report: report),
      plane: GroundPainterTests.plane, bounds: (low: Vec2(-500, -500), high: Vec2(500, 500)))
  }

  static func message(_ work: () throws -> Void) -> String {
    do {
      try work()
      return ""
    } catch { return (error as? MapError)?.message ?? "\(error)" }
  }

  static func paintAll(_ stack: MapStack) throws -> [[UInt32]] {
    let painting = try #require(stack.painting)
    return blocks.sorted { ($0.ix, $0.iy) < ($1.ix, $1.iy) }.map { GroundPainterTests.words(painting, $0) }
  }

  @Test func allIsFetchedBeforeAndNothingTwice() throws {
    let server = ScriptedServer { _, _ in .init(body: Self.tile, delay: 0.03) }
    defer { server.stop() }
    let seen = Mutex<[TileFetch.Progress]>([])
    let stack = try Self.stack(server) { progress in seen.withLock { $0.append(progress) } }
    let cells = Set((-4..<4).map { BuildingCell(ix: $0, iy: $0) })
    try stack.prefetch(blocks: Self.blocks, cells: cells)
    let before = server.requests
    #expect(Set(before.map(\.path)).count == before.count && before.count > 4)
    // Told before the first one, then one by one.
    let told = seen.withLock { $0 }
    #expect(told.map(\.done) == Array(0...before.count))
    #expect(
      told.allSatisfy { $0.total == before.count && $0.limit == 50 && $0.host == "127.0.0.1:\(server.port)" })
    #expect((2...4).contains(server.mostAtOnce), "\(server.mostAtOnce) transfers at once")
    _ = try Self.paintAll(stack)
    for cell in cells { _ = stack.buildings?.buildings(in: cell) }
    try stack.prefetch(blocks: Self.blocks, cells: cells)
    #expect(server.requests.count == before.count)
    #expect(stack.faults.warnings.isEmpty)
  }

  @Test func tooManyTilesAreToldBeforeTheFirst() throws {
    let server = ScriptedServer { _, _ in .init(body: Self.tile) }
    defer { server.stop() }
    let message = Self.message { try Self.stack(server, maxTiles: 3).prefetch(blocks: Self.blocks) }
    #expect(server.requests.isEmpty)
    let count = try Self.needed()
    #expect(message.contains("needs \(count) tiles") && message.contains("the limit is 3"))
    #expect(message.contains("--max-tiles \(count)"), "\(message)")
    // What it says helps.
    try Self.stack(server, maxTiles: count).prefetch(blocks: Self.blocks)
    #expect(server.requests.count == count)
  }

  /// Tiles that `blocks` need.
  static func needed() throws -> Int {
    let painter = VectorGroundPainter(
      source: EmptySource(), plane: GroundPainterTests.plane, look: .paper, colors: GroundPainterTests.colors)
    return blocks.reduce(into: Set<TileID>()) { $0.formUnion(painter.tiles(for: $1)) }.count
  }

  private struct EmptySource: TileSource {
    let info = TileSourceInfo(name: "", kind: "", content: .vector, minZoom: 0, maxZoom: 14)
    func tile(_ id: TileID) -> [UInt8]? { nil }
    func contains(_ id: TileID) -> Bool { false }
  }

  @Test func parentsOfMissingTilesAreFetchedToo() throws {
    let server = ScriptedServer { request, _ in
      request.path.hasPrefix("/14/") || request.path.hasPrefix("/13/")
        ? .init(status: 404) : .init(body: Self.tile)
    }
    defer { server.stop() }
    let stack = try Self.stack(server)
    try stack.prefetch(blocks: Self.blocks)
    let before = server.requests.count
    #expect(server.requests.contains { $0.path.hasPrefix("/12/") })
    #expect(!server.requests.contains { $0.path.hasPrefix("/11/") })
    let painted = try Self.paintAll(stack)
    #expect(server.requests.count == before)
    #expect(painted.contains { Set($0).count > 1 }, "the road of a parent is drawn")
  }

  @Test func aSingleBadTileIsCountedAndADeadServerEndsTheFilm() throws {
    let first = Mutex<String?>(nil)
    let server = ScriptedServer { request, _ in
      let isFirst = first.withLock { first in
        first = first ?? request.path
        return first == request.path
      }
      return isFirst ? .init(status: 500) : .init(body: Self.tile)
    }
    defer { server.stop() }
    let stack = try Self.stack(server)
    try stack.prefetch(blocks: Self.blocks)
    let before = server.requests.count
    _ = try Self.paintAll(stack)
    // Neither asked again nor told twice.
    let faults = stack.faults.warnings
    #expect(faults.count == 1 && faults[0].contains("1 tile cannot be read"), "\(faults)")
    #expect(faults.first?.contains("status 500") == true)
    #expect(server.requests.count <= before + 1)

    let dead = ScriptedServer { _, _ in .init(dropsAfter: 0) }
    defer { dead.stop() }
    let begin = Date()
    let message = Self.message { try Self.stack(dead).prefetch(blocks: Self.blocks) }
    #expect(message.contains("127.0.0.1:\(dead.port): breaks off its answer"), "\(message)")
    #expect(Date().timeIntervalSince(begin) < 20 && dead.requests.count <= 24)
  }

  @Test func slowServersEndInTime() throws {
    let server = ScriptedServer { _, _ in .init(body: Self.tile, delay: 0.7) }
    defer { server.stop() }
    let options = NetworkTests.options { $0.patience = 1 }
    let begin = Date()
    let message = Self.message {
      try Self.stack(server, maxTiles: 500, maxZoom: 17, options: options).prefetch(
        blocks: Set((-8..<8).flatMap { x in (-8..<8).map { GroundBlock(level: 3, ix: x, iy: $0) } }))
    }
    #expect(message.contains("is too slow") && message.contains("next start"), "\(message)")
    #expect(Date().timeIntervalSince(begin) < 10)
  }

  @Test func refusalsEndAtOnce() throws {
    let server = ScriptedServer { _, _ in .init(status: 403) }
    defer { server.stop() }
    let message = Self.message { try Self.stack(server).prefetch(blocks: Self.blocks) }
    #expect(message.contains("status 403") && message.contains("key"), "\(message)")
    #expect(server.requests.count <= 8)
  }

  @Test func offlineTakesWhatIsKept() throws {
    let server = ScriptedServer { _, _ in .init(body: Self.tile) }
    defer { server.stop() }
    let options = NetworkTests.options()
    let none = Self.message {
      try Self.stack(server, offline: true, options: options).prefetch(blocks: Self.blocks)
    }
    #expect(none.contains("none of the") && none.contains("--offline"), "\(none)")
    let some = Set([GroundBlock(level: 5, ix: 0, iy: 0)])
    try Self.stack(server, options: options).prefetch(blocks: some)
    let count = server.requests.count
    let stack = try Self.stack(server, offline: true, options: options)
    try stack.prefetch(blocks: Self.blocks)
    _ = try Self.paintAll(stack)
    #expect(server.requests.count == count)
    let warnings = stack.faults.warnings
    #expect(warnings.count == 1 && warnings[0].contains("--offline"), "\(warnings)")
  }

  @Test func cancellingEndsEarly() throws {
    let server = ScriptedServer { _, _ in .init(body: Self.tile) }
    defer { server.stop() }
    try Self.stack(server).prefetch(blocks: Self.blocks) { server.requests.count >= 2 }
    #expect(server.requests.count < 8)
  }

  /// Without a place on disk, frames still never ask twice.
  @Test func withoutACacheTilesStayInMemory() throws {
    let server = ScriptedServer { _, _ in .init(body: Self.tile) }
    defer { server.stop() }
    let file = NSTemporaryDirectory() + "basemap-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: file, contents: Data())
    defer { try? FileManager.default.removeItem(atPath: file) }
    for options in [
      NetworkTests.options { $0.cacheBytes = 0 }, NetworkTests.options { $0.cacheFolder = file + "/x" },
    ] {
      let stack = try Self.stack(server, options: options)
      try stack.prefetch(blocks: Self.blocks)
      let count = server.requests.count
      _ = try Self.paintAll(stack)
      #expect(server.requests.count == count)
      #expect(stack.warnings.count == (options.cacheBytes > 0 ? 1 : 0), "\(stack.warnings)")
    }
  }

  /// A film's pictures do not depend on what earlier films learned of a server.
  @Test func picturesDoNotDependOnTheCachesPast() throws {
    let server = ScriptedServer { request, _ in
      // Every second column is missing.
      let column = request.path.split(separator: "/")[1]
      return (Int(column) ?? 0) % 2 == 0 ? .init(status: 404) : .init(body: Self.tile)
    }
    defer { server.stop() }
    let options = NetworkTests.options()
    let fresh = try Self.stack(server, options: options)
    let block = GroundBlock(level: 5, ix: 0, iy: 0)
    try fresh.prefetch(blocks: [block])
    let first = GroundPainterTests.words(try #require(fresh.painting), block)
    try Self.stack(server, options: options).prefetch(blocks: Self.blocks)
    let again = try Self.stack(server, options: options)
    #expect(GroundPainterTests.words(try #require(again.painting), block) == first)
  }

  @Test func archivesCountTheirPartsAndEndWhenReplaced() throws {
    let body = Self.tile
    let filler = Array(repeating: UInt8(0), count: 20_000)
    let ids = try [NetworkTests.id(0, 0, 0), NetworkTests.id(1, 0, 0)].map(\.hilbertIndex)
    let bytes = HostileArchiveTests.archive(
      root: HostileArchiveTests.directory([(ids[0], 1, 20_000, 0), (ids[1], 4, UInt64(body.count), nil)]),
      tiles: filler + body)
    let isNew = Mutex(false)
    let server = ScriptedServer { request, _ in
      NetworkTests.ranges(request, bytes, etag: isNew.withLock { $0 } ? "\"2\"" : "\"1\"")
    }
    defer { server.stop() }
    func open() throws -> MapStack {
      var configuration = MapConfiguration()
      configuration.network = NetworkTests.options()
      return try MapStack.open(
        maps: [server.base + "/x.pmtiles"], terrain: [], style: MapStackTests.style,
        sources: MapSource(configuration: configuration, offline: false, maxTiles: 10),
        plane: GroundPainterTests.plane, bounds: (low: Vec2(-500, -500), high: Vec2(500, 500)))
    }
    let stack = try open()
    try stack.prefetch(blocks: Self.blocks)
    // Its beginning, and the one tile of the run of four.
    #expect(server.requests.count == 2)
    let late = try open()
    isNew.withLock { $0 = true }
    let message = Self.message { try late.prefetch(blocks: Self.blocks) }
    #expect(message.contains("replaced while it was read"), "\(message)")
  }
}
