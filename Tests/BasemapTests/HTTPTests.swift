import CSQLite
import Foundation
import Testing

@testable import Basemap

/// How servers are asked: redirections, patience, dates, and what the cache makes of them.
struct HTTPTests {
  private static func get(_ server: ScriptedServer, _ options: NetworkOptions = NetworkTests.options()) throws
    -> HTTPAnswer
  {
    try HTTPClient(options: options).get(WebAddress(server.base + "/a"), limit: 1000)
  }

  @Test func redirectionsAreFollowed() throws {
    let server = ScriptedServer { request, _ in
      request.path == "/a" ? .init(status: 302, headers: ["Location": "/b"]) : .init(body: Array("b".utf8))
    }
    defer { server.stop() }
    #expect(try Self.get(server).body == Array("b".utf8))
    let circle = ScriptedServer { _, _ in .init(status: 301, headers: ["Location": "/a"]) }
    defer { circle.stop() }
    #expect(throws: MapError.self) { try Self.get(circle) }
    #expect(circle.requests.count <= 5)
  }

  @Test func redirectionsElsewhereAreRefused() throws {
    for (place, reason) in [
      ("file:///etc/passwd", "no address"), ("ftp://127.0.0.1/x", "no address"),
      ("http://example.org/x", "not encrypted"), ("https://tile.openstreetmap.org/1/0/0.png", "bulk"),
    ] {
      let server = ScriptedServer { _, _ in .init(status: 302, headers: ["Location": place]) }
      defer { server.stop() }
      let message = TileFetchTests.message { _ = try Self.get(server) }
      #expect(message.hasPrefix("127.0.0.1:\(server.port): sends to"), "\(message)")
      #expect(message.contains(reason), "\(message)")
      #expect(server.requests.count == 1)
    }
    // Encrypted to unencrypted, even to this machine or with leave to ask one host unencrypted.
    let options = NetworkTests.options()
    for place in ["http://example.org/b", "http://localhost/b"] {
      #expect(throws: MapError.self) {
        try HTTPClient.redirected(from: WebAddress("https://example.org/a"), to: place, options)
      }
    }
    let kept = try HTTPClient.redirected(
      from: WebAddress("http://example.org/a"), to: "http://example.org/b", options)
    #expect(kept.text == "http://example.org/b")
    let safer = try HTTPClient.redirected(
      from: WebAddress("http://example.org/a"), to: "https://example.net/b", options)
    #expect(safer.isEncrypted)
  }

  @Test func openStreetMapsServerNeedsConsent() throws {
    let place = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
    var options = NetworkTests.options()
    let message = TileFetchTests.message {
      _ = try TileServer(SourceSpec(place: place), store: NetworkStore(options: options))
    }
    #expect(message.contains("forbids") && message.contains("archive"), "\(message)")
    // Knowingly: fewer tiles, no finer zooms.
    options.acceptsOSMTilePolicy = true
    var configuration = MapConfiguration()
    configuration.network = options
    configuration.sources["osm"] = SourceSpec(place: place)
    let source = try MapSource(configuration: configuration, offline: false, maxTiles: 5000).open("osm")
    #expect(source.info.maxZoom == 16)
    #expect(source.info.attribution == "© OpenStreetMap contributors")
    let store = try NetworkStore(options: options)
    #expect(throws: Never.self) { try store.check(needed: 250, host: "") }
  }

  @Test(arguments: ["1", "date"]) func serversAreGivenTheTimeTheyAskFor(_ kind: String) throws {
    let server = ScriptedServer { _, index in
      guard index == 0 else { return .init(body: [1]) }
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.timeZone = TimeZone(identifier: "GMT")
      format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
      let date = format.string(from: Date().addingTimeInterval(2))
      return .init(status: 429, headers: ["Retry-After": kind == "1" ? "1" : date])
    }
    defer { server.stop() }
    let begin = Date()
    #expect(try Self.get(server, NetworkTests.options { $0.maxWait = 5 }).body == [1])
    #expect((0.7...8).contains(Date().timeIntervalSince(begin)))
  }

  @Test func whoAsksForHoursIsNotAskedAgain() throws {
    let server = ScriptedServer { _, _ in .init(status: 503, headers: ["Retry-After": "7200"]) }
    defer { server.stop() }
    let message = TileFetchTests.message { _ = try Self.get(server) }
    #expect(message.contains("7200 s") && message.contains("503"), "\(message)")
    #expect(server.requests.count == 1)
  }

  @Test func cacheTimesAreUnderstood() {
    func age(_ headers: [String: String]) -> Int? {
      HTTPAnswer(status: 200, headers: headers, body: []).maxAge
    }
    #expect(age([:]) == nil)
    #expect(age(["cache-control": "public, max-age=86400"]) == 86_400)
    let date = "Tue, 01 Jul 2025 00:00:00 GMT"
    #expect(age(["expires": "Wed, 02 Jul 2025 00:00:10 GMT", "date": date]) == 86_410)
    #expect(
      age(["expires": "Wed, 02 Jul 2025 00:00:10 GMT", "date": date, "cache-control": "max-age=5"]) == 5)
    #expect(age(["expires": "0"]) == nil)
  }

  /// Kept for a week at least, longer where the server says so.
  @Test(arguments: [("max-age=60", 7), ("no-cache", 7), ("max-age=2592000", 30)])
  func answersAreKeptAWeek(_ control: String, _ days: Int) throws {
    let server = ScriptedServer { _, _ in .init(headers: ["Cache-Control": control], body: [1]) }
    defer { server.stop() }
    let options = NetworkTests.options()
    _ = try NetworkTests.tiles(server, options).tile(NetworkTests.id(1, 0, 0))
    let store = try TileStore(folder: options.cacheFolder, maxBytes: 1 << 20)
    let entry = try #require(store.entry(server.base + "/1/0/0.pbf"))
    #expect(abs(entry.expires - time(nil) - days * 86_400) < 60)
  }

  @Test func whatIsUsedStaysLongest() throws {
    let folder = NetworkTests.options().cacheFolder ?? ""
    let store = try TileStore(folder: folder, maxBytes: 100_000)
    func keep(_ range: Range<Int>) {
      for index in range {
        store.keep(.init(body: Array(repeating: 1, count: 5000), expires: 1), for: "\(index)")
      }
    }
    keep(0..<15)
    // All of it two hours ago, and one read since.
    var database: OpaquePointer?
    #expect(sqlite3_open(folder + "/tiles.sqlite", &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, "UPDATE answers SET used = used - 7200", nil, nil, nil) == SQLITE_OK)
    sqlite3_close(database)
    #expect(store.entry("0") != nil)
    keep(15..<23)
    #expect(store.entry("0") != nil && store.entry("1") == nil)
  }

  @Test func aBrokenCacheIsMadeAnewAndABusyOneIsNot() throws {
    let folder = NetworkTests.options().cacheFolder ?? ""
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/tiles.sqlite"
    try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: path))
    let store = try TileStore(folder: folder, maxBytes: 1 << 20)
    store.keep(.init(body: [1], expires: 1), for: "a")
    // Another one beside it, as another process would.
    let other = try TileStore(folder: folder, maxBytes: 1 << 20)
    #expect(other.entry("a")?.body == [1])
    other.keep(.init(body: [2], expires: 1), for: "a")
    #expect(store.entry("a")?.body == [2])
  }
}
