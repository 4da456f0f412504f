import Foundation
import Geometry
import Testing

@testable import Basemap

struct NetworkTests {
  /// Options with a cache of their own and short patience.
  static func options(_ change: (inout NetworkOptions) -> Void = { _ in }) -> NetworkOptions {
    var options = NetworkOptions()
    options.cacheFolder = NSTemporaryDirectory() + "basemap-\(UUID().uuidString)"
    options.connectSeconds = 1
    options.answerSeconds = 2
    options.maxWait = 1
    change(&options)
    return options
  }

  static func tiles(_ server: ScriptedServer, _ options: NetworkOptions) throws -> TileServer {
    try TileServer(SourceSpec(place: server.base + "/{z}/{x}/{y}.pbf"), store: NetworkStore(options: options))
  }
  static func id(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileID {
    try #require(TileID(zoom: zoom, column: x, row: y))
  }

  @Test func tilesAreFetchedOnceAndKept() throws {
    let server = ScriptedServer { request, _ in
      .init(headers: ["ETag": "\"1\""], body: Array(request.path.utf8))
    }
    defer { server.stop() }
    let options = Self.options { $0.contact = "me@example.org" }
    let tiles = try Self.tiles(server, options)
    for _ in 0..<3 { #expect(try tiles.tile(Self.id(3, 1, 2)) == Array("/3/1/2.pbf".utf8)) }
    #expect(server.requests.count == 1)
    #expect(server.requests[0].headers["user-agent"] == "replay-composer/0.1 (+me@example.org)")
    // Another film, even without the network, uses what is kept, and nothing else.
    let later = try Self.tiles(
      server,
      Self.options {
        $0.cacheFolder = options.cacheFolder; $0.isOffline = true
      })
    #expect(try later.tile(Self.id(3, 1, 2)) == Array("/3/1/2.pbf".utf8))
    #expect(throws: MapError.self) { try later.tile(Self.id(3, 1, 3)) }
    #expect(server.requests.count == 1)
  }

  @Test func missingTilesAreRemembered() throws {
    let server = ScriptedServer { _, _ in .init(status: 404, body: Array("no".utf8)) }
    defer { server.stop() }
    let tiles = try Self.tiles(server, Self.options())
    #expect(try !tiles.isAtHand(Self.id(2, 0, 0)))
    for _ in 0..<2 { #expect(try tiles.tile(Self.id(2, 0, 0)) == nil) }
    #expect(try tiles.isAtHand(Self.id(2, 0, 0)))
    #expect(server.requests.count == 1)
    // Pictures must not depend on what was asked before: whether a tile is there is told by asking only.
    #expect(try tiles.contains(Self.id(2, 0, 0)))
  }

  @Test func busyServersAreAskedAgain() throws {
    let server = ScriptedServer { _, index in
      index < 2 ? .init(status: 429, headers: ["Retry-After": "0"]) : .init(body: [7])
    }
    defer { server.stop() }
    #expect(try Self.tiles(server, Self.options()).tile(Self.id(0, 0, 0)) == [7])
    #expect(server.requests.count == 3)
  }

  @Test func brokenServersAreLeftAlone() throws {
    let server = ScriptedServer { _, _ in .init(status: 500) }
    defer { server.stop() }
    let tiles = try Self.tiles(server, Self.options())
    for x in 0..<8 { #expect(throws: MapError.self) { try tiles.tile(Self.id(3, x, 0)) } }
    #expect(server.requests.count <= 4)
  }

  @Test func keysThatAreRefusedSaySo() throws {
    let server = ScriptedServer { _, _ in .init(status: 403) }
    defer { server.stop() }
    do {
      _ = try Self.tiles(server, Self.options()).tile(Self.id(0, 0, 0))
      Issue.record("a refusal was taken for a tile")
    } catch { #expect("\(error)".contains("key")) }
  }

  @Test func slowAndDroppedAnswersEndInTime() throws {
    let server = ScriptedServer { request, _ in
      request.path.hasPrefix("/1")
        ? .init(body: Array(repeating: 1, count: 1000), dropsAfter: 300) : .init(delay: 5)
    }
    defer { server.stop() }
    let begin = Date()
    #expect(throws: MapError.self) {
      try Self.tiles(server, Self.options()).tile(Self.id(1, 0, 0))
    }
    #expect(throws: MapError.self) {
      try Self.tiles(server, Self.options { $0.answerSeconds = 1 }).tile(Self.id(0, 0, 0))
    }
    #expect(Date().timeIntervalSince(begin) < 30)
    // Nobody listens there.
    let dead = try TileServer(
      SourceSpec(place: "http://127.0.0.1:9/{z}/{x}/{y}.png"), store: NetworkStore(options: Self.options()))
    #expect(throws: MapError.self) { try dead.tile(Self.id(0, 0, 0)) }
  }

  @Test func theBudgetHolds() throws {
    let server = ScriptedServer { _, _ in .init(body: [1]) }
    defer { server.stop() }
    let tiles = try Self.tiles(server, Self.options { $0.maxTiles = 3 })
    for x in 0..<3 { _ = try tiles.tile(Self.id(3, x, 0)) }
    #expect(throws: MapError.self) { try tiles.tile(Self.id(3, 3, 0)) }
    #expect(server.requests.count == 3)
  }

  @Test func staleTilesAreAskedForByTheirTag() throws {
    let server = ScriptedServer { request, index in
      if index == 0 { return .init(headers: ["ETag": "\"a\""], body: [1]) }
      if index == 1 { return .init(status: request.headers["if-none-match"] == "\"a\"" ? 304 : 500) }
      return .init(headers: ["ETag": "\"b\""], body: [2])
    }
    defer { server.stop() }
    let options = Self.options()
    let address = try WebAddress(server.base + "/3/0/0.pbf")
    func expire() throws {
      let store = try TileStore(folder: options.cacheFolder, maxBytes: 1 << 20)
      var entry = try #require(store.entry(address.text))
      entry.expires = 0
      store.keep(entry, for: address.text)
    }
    #expect(try Self.tiles(server, options).tile(Self.id(3, 0, 0)) == [1])
    try expire()
    #expect(try Self.tiles(server, options).tile(Self.id(3, 0, 0)) == [1])
    // Renewed by the answer 304.
    #expect(try Self.tiles(server, options).tile(Self.id(3, 0, 0)) == [1])
    #expect(server.requests.count == 2)
    try expire()
    #expect(try Self.tiles(server, options).tile(Self.id(3, 0, 0)) == [2])
  }

  @Test func theCacheHasALimit() throws {
    let folder = try #require(Self.options().cacheFolder)
    let store = try TileStore(folder: folder, maxBytes: 100_000)
    for index in 0..<64 {
      store.keep(.init(body: Array(repeating: 1, count: 5000), expires: 1), for: "\(index)")
    }
    let kept = (0..<64).filter { store.entry("\($0)") != nil }.count
    #expect(kept > 10 && kept <= 20)
  }

  // MARK: Remote archives

  /// An archive of two tiles with a body large enough to lie beyond the first request.
  static func archive() -> [UInt8] {
    let tiles = Array(repeating: UInt8(9), count: 20_000) + [1, 2, 3]
    return HostileArchiveTests.archive(
      root: HostileArchiveTests.directory([(0, 1, 20_000, 0), (1, 1, 3, nil)]), tiles: tiles)
  }

  static func ranges(_ request: ScriptedServer.Request, _ bytes: [UInt8], etag: String = "\"1\"")
    -> ScriptedServer.Answer
  {
    guard let range = request.range, range.lowerBound < bytes.count else {
      return .init(status: 416, headers: ["Content-Range": "bytes */\(bytes.count)"])
    }
    let end = min(range.upperBound, bytes.count - 1)
    return .init(
      status: 206,
      headers: ["Content-Range": "bytes \(range.lowerBound)-\(end)/\(bytes.count)", "ETag": etag],
      body: Array(bytes[range.lowerBound...end]))
  }

  static func remote(_ server: ScriptedServer, _ options: NetworkOptions) throws -> PMTilesArchive {
    try PMTilesArchive(
      RemoteFile(SourceSpec(place: server.base + "/x.pmtiles"), store: NetworkStore(options: options)))
  }

  @Test func archivesAreReadInParts() throws {
    let bytes = Self.archive()
    let server = ScriptedServer { request, _ in Self.ranges(request, bytes) }
    defer { server.stop() }
    let options = Self.options()
    let archive = try Self.remote(server, options)
    #expect(try archive.tile(Self.id(1, 0, 0)) == [1, 2, 3])
    #expect(try archive.tile(Self.id(1, 1, 1)) == nil)
    #expect(server.requests.count == 2)
    #expect(archive.info.isRemote)
    let offline = try Self.remote(
      server,
      Self.options {
        $0.cacheFolder = options.cacheFolder; $0.isOffline = true
      })
    #expect(try offline.tile(Self.id(1, 0, 0)) == [1, 2, 3])
    #expect(server.requests.count == 2)
  }

  @Test func serversWithoutRangesAreRefusedWithoutLoadingAll() throws {
    let bytes = Self.archive() + Array(repeating: 0, count: 1 << 20)
    let server = ScriptedServer { _, _ in .init(body: bytes) }
    defer { server.stop() }
    do {
      _ = try Self.remote(server, Self.options())
      Issue.record("the whole file was taken")
    } catch { #expect("\(error)".contains("parts of files")) }
  }

  @Test func smallArchivesMayComeWhole() throws {
    let small = HostileArchiveTests.archive(
      root: HostileArchiveTests.directory([(0, 1, 3, 0)]), tiles: [4, 5, 6])
    let whole = ScriptedServer { _, _ in .init(body: small) }
    defer { whole.stop() }
    #expect(try Self.remote(whole, Self.options()).tile(Self.id(0, 0, 0)) == [4, 5, 6])
    // A server that refuses a range beyond the end.
    let strict = ScriptedServer { request, _ in
      (request.range?.upperBound ?? 0) >= small.count
        ? .init(status: 416, headers: ["Content-Range": "bytes */\(small.count)"])
        : Self.ranges(request, small)
    }
    defer { strict.stop() }
    #expect(try Self.remote(strict, Self.options()).tile(Self.id(0, 0, 0)) == [4, 5, 6])
  }

  @Test func anArchiveThatIsReplacedIsNoticed() throws {
    let bytes = Self.archive()
    let server = ScriptedServer { request, index in
      Self.ranges(request, bytes, etag: index == 0 ? "\"1\"" : "\"2\"")
    }
    defer { server.stop() }
    let archive = try Self.remote(server, Self.options())
    do {
      _ = try archive.tile(Self.id(1, 0, 0))
      Issue.record("two archives were mixed")
    } catch { #expect("\(error)".contains("replaced")) }
  }

  // MARK: Addresses

  @Test func addressesAreChecked() throws {
    let store = try NetworkStore(options: Self.options())
    for (place, reason) in [
      ("http://example.org/{z}/{x}/{y}.png", "not encrypted"),
      ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", "bulk"),
      ("https://a.tile.openstreetmap.org/{z}/{x}/{y}.png", "bulk"),
      ("https://example.org/{x}/{y}.png", "{z}"),
      ("https:///{z}/{x}/{y}", "no address"), ("https://user:pw@example.org/{z}/{x}/{y}", "no address"),
    ] {
      do {
        _ = try TileServer(SourceSpec(place: place), store: store)
        Issue.record("\(place) was taken")
      } catch { #expect("\(error)".contains(reason), "\(error)") }
    }
    for host in ["http://localhost:8080", "http://192.168.1.2", "http://10.0.0.1", "http://[::1]:80"] {
      #expect(try WebAddress(host + "/x").isPrivate)
    }
    for host in ["http://192.169.1.2", "http://8.8.8.8", "http://10.example.org"] {
      #expect(try !WebAddress(host + "/x").isPrivate)
    }
  }

  @Test func tokensAreFilled() throws {
    let server = ScriptedServer { request, _ in .init(body: Array(request.path.utf8)) }
    defer { server.stop() }
    var spec = SourceSpec(place: server.base + "/{z}/{x}/{-y}{r}/{q}?k={key}&{other}")
    spec.keyVariable = "HOME"
    let tiles = try TileServer(spec, store: NetworkStore(options: Self.options()))
    let home = try #require(MapConfiguration.environment("HOME")).replacingOccurrences(of: "/", with: "%2F")
    #expect(try tiles.tile(Self.id(3, 5, 1)) == Array("/3/5/6/103?k=\(home)&{other}".utf8))
    spec.keyVariable = "NO_SUCH_VARIABLE_AT_ALL"
    #expect(throws: MapError.self) { try TileServer(spec, store: NetworkStore(options: Self.options())) }
  }
}
