import Testing

@testable import Basemap

/// Archives made by hand: whatever their numbers say, they are read within bounds or refused.
struct HostileArchiveTests {
  /// A PMTiles archive without packing from its root directory and what follows.
  static func archive(
    root: [UInt8], leaves: [UInt8] = [], tiles: [UInt8] = [], rootLength: UInt64? = nil, type: UInt8 = 1,
    tileOffset: UInt64? = nil
  ) -> [UInt8] {
    var header = Array("PMTiles".utf8) + [3]
    func append(_ value: UInt64) {
      for shift in 0..<8 { header.append(UInt8(value >> UInt64(8 * shift) & 255)) }
    }
    let leafStart = 127 + UInt64(root.count)
    append(127)
    append(rootLength ?? UInt64(root.count))
    append(0)
    append(0)
    append(leafStart)
    append(UInt64(leaves.count))
    append(tileOffset ?? leafStart + UInt64(leaves.count))
    append(UInt64.max - 100)
    for _ in 0..<3 { append(0) }
    header += [1, 1, 1, type, 0, 14]
    header += [UInt8](repeating: 0, count: 127 - header.count)
    return header + root + leaves + tiles
  }

  static func varints(_ values: [UInt64]) -> [UInt8] {
    values.flatMap { value -> [UInt8] in
      var (rest, bytes) = (value, [UInt8]())
      repeat {
        bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
        rest >>= 7
      } while rest > 0
      return bytes
    }
  }

  /// Entries as id, run, length, offset (or nil: behind the entry before).
  static func directory(_ entries: [(id: UInt64, run: UInt64, length: UInt64, offset: UInt64?)]) -> [UInt8] {
    var last: UInt64 = 0
    let deltas = entries.map { entry -> UInt64 in
      defer { last = entry.id }
      return entry.id &- last
    }
    return varints(
      [UInt64(entries.count)] + deltas + entries.map(\.run) + entries.map(\.length)
        + entries.map { $0.offset.map { $0 + 1 } ?? 0 })
  }

  static func tile(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileID {
    try #require(TileID(zoom: zoom, column: column, row: row))
  }

  @Test func runsShareABlobAndGapsAreEmpty() throws {
    let leaf = Self.directory([(5, 4, 3, 0), (10, 1, 2, nil), (11, 1, 0, nil)])
    let root = Self.directory([(0, 1, 3, 0), (5, 0, UInt64(leaf.count), 0)])
    let source = try PMTilesArchive(
      MemoryBytes(bytes: Self.archive(root: root, leaves: leaf, tiles: [1, 2, 3, 4, 5])))
    #expect(try source.tile(Self.tile(0, 0, 0)) == [1, 2, 3])
    #expect(try source.tile(Self.tile(1, 0, 0)) == nil)
    #expect(try source.tile(Self.tile(2, 0, 0)) == [1, 2, 3])
    let all = try (0..<4).flatMap { x in try (0..<4).map { y in try source.tile(Self.tile(2, x, y)) } }
    #expect(all.filter { $0 == [1, 2, 3] }.count == 4)
    #expect(all.filter { $0 == [4, 5] }.count == 1)
  }

  @Test(arguments: [
    // More entries than bytes; a first offset of "behind the one before"; numbers that overflow.
    varints([1 << 40]), varints([1, 0, 1, 3, 0]), varints([2, .max, .max, 1, 1, 1, 1, 1, 1]),
    varints([1, 0, 1, .max, 1]), [0xFF, 0xFF], [],
    varints([2, 0, 1, 1, 1, 5, 5, .max, 0]),
  ])
  func damagedDirectoriesAreRefused(root: [UInt8]) {
    #expect(throws: MapError.self) { try PMTilesArchive(MemoryBytes(bytes: Self.archive(root: root))) }
  }

  @Test func circlesAndPlacesBeyondTheEndAreRefused() throws {
    // A leaf that leads to itself.
    let leaf = Self.directory([(0, 0, 5, 0)])
    let circle = try PMTilesArchive(
      MemoryBytes(bytes: Self.archive(root: Self.directory([(0, 0, UInt64(leaf.count), 0)]), leaves: leaf)))
    #expect(throws: MapError.self) { try circle.tile(Self.tile(0, 0, 0)) }
    let beyond = try PMTilesArchive(
      MemoryBytes(bytes: Self.archive(root: Self.directory([(0, 1, 4_000_000_000, 7)]), tiles: [1])))
    #expect(throws: MapError.self) { try beyond.tile(Self.tile(0, 0, 0)) }
    let overflow = try PMTilesArchive(
      MemoryBytes(
        bytes: Self.archive(root: Self.directory([(0, 1, 10, .max - 1)]), tiles: [1], tileOffset: .max - 3)))
    #expect(throws: MapError.self) { try overflow.tile(Self.tile(0, 0, 0)) }
    #expect(throws: MapError.self) {
      try PMTilesArchive(MemoryBytes(bytes: Self.archive(root: [0], rootLength: .max)))
    }
  }

  @Test func everyCutOfAnArchiveIsReadOrRefused() {
    let root = Self.directory([(0, 1, 3, 0), (1, 4, 2, nil)])
    let whole = Self.archive(root: root, tiles: [1, 2, 3, 4, 5])
    for length in 0..<whole.count {
      guard let source = try? PMTilesArchive(MemoryBytes(bytes: Array(whole[..<length]))) else { continue }
      for row in 0..<2 { if let id = TileID(zoom: 1, column: 0, row: row) { _ = try? source.tile(id) } }
    }
  }

  @Test func unpackingIsBounded() throws {
    // A megabyte of zeros, deflated by hand: stored blocks of zeros would not be small, so a real bomb is not needed:
    // the limit decides, not the ratio.
    let stored: [UInt8] = [0x78, 0x01, 0x01, 4, 0, 0xFB, 0xFF, 1, 2, 3, 4, 0, 0x18, 0, 0x0B]
    #expect(throws: MapError.self) { try Decompression.unpack(stored, .gzip, limit: 3, name: "x") }
    #expect(try Decompression.unpack(stored, .gzip, limit: 4, name: "x") == [1, 2, 3, 4])
    for compression in [Compression.gzip, .brotli, .zstd] {
      #expect(throws: MapError.self) { try Decompression.unpack([0x28, 0xB5, 0x2F], compression, name: "x") }
      #expect(throws: MapError.self) { try Decompression.unpack([], compression, name: "x") }
    }
  }

  @Test func jsonIsBounded() {
    #expect(JSONValue(Array(String(repeating: "[", count: 100_000).utf8)) == nil)
    #expect(
      JSONValue(Array("{\"a\": [1, -2.5e3, \"\\u00e9\\ud83d\\ude00\\n\", true, null]}".utf8))?["a"]
        == .array([.number(1), .number(-2500), .string("é😀\n"), .bool(true), .null]))
    for text in ["", "{", "{\"a\"}", "[1,]", "\"\\u12\"", "tru", "1 2", "\"abc"] {
      #expect(JSONValue(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
