import Foundation
import Testing

@testable import Basemap

struct VectorTileTests {
  struct Fixture: CustomTestStringConvertible, Sendable {
    var number: String
    var isValid: Bool
    var handling: String
    var testDescription: String { number }
  }

  /// The conformance fixtures with what their table says of them.
  static let fixtures: [Fixture] = {
    let folder = SharedMaps.path("fixtures/mvt/fixtures")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard
        let info = JSONValue(SharedMaps.bytes("fixtures/mvt/fixtures/\(name)/info.json")),
        case .bool(let valid)? = info["validity"]?["v2"]
      else { return nil }
      return Fixture(
        number: name, isValid: valid,
        handling: info["validity"]?["error"]?.text ?? "")
    }
  }()

  @Test(.enabled(if: SharedMaps.isPresent), arguments: fixtures) func fixture(_ fixture: Fixture) throws {
    let bytes = SharedMaps.bytes("fixtures/mvt/fixtures/\(fixture.number)/tile.mvt")
    let result = Result { try VectorTileDecoder.decode(bytes, name: fixture.number, strict: true) }
    if fixture.number == "057" {
      // The table calls it valid, yet 051, of the same commands, fatal: strictly both are refused, leniently both cost
      // one feature.
      #expect(throws: MapError.self) { try result.get() }
      #expect(try VectorTileDecoder.decode(bytes, name: "057").layers.map(\.features.count) == [0])
    } else if fixture.isValid || fixture.handling == "recoverable" {
      #expect(throws: Never.self) { try result.get() }
    } else if fixture.handling == "fatal" {
      #expect(throws: MapError.self) { try result.get() }
    }
    // Leniently, only a broken message is refused.
    _ = try? VectorTileDecoder.decode(bytes, name: fixture.number)
    if fixture.isValid, fixture.number != "057" { try Self.compare(result.get(), fixture.number) }
  }

  /// Holds a decoded tile against the fixture's own description of it: layers, properties, every position.
  private static func compare(_ tile: VectorTile, _ number: String) throws {
    let wanted = try #require(JSONValue(SharedMaps.bytes("fixtures/mvt/fixtures/\(number)/tile.json")))
    let layers = list(wanted["layers"])
    #expect(tile.layers.map(\.name) == layers.map { $0["name"]?.text ?? "" })
    for (layer, description) in zip(tile.layers, layers) {
      #expect(Double(layer.extent) == description["extent"]?.double ?? 4096)
      let keys = list(description["keys"]).map { $0.text ?? "" }
      // What has no type or no geometry is not drawn.
      let features = list(description["features"]).filter {
        ($0["type"]?.double ?? 0) > 0 && !list($0["geometry"]).isEmpty
      }
      #expect(layer.features.count == features.count)
      for (feature, description) in zip(layer.features, features) {
        let tags = list(description["tags"]).compactMap { $0.double.map { Int($0) } }
        let names = stride(from: 0, to: tags.count, by: 2).map { keys[tags[$0]] }
        #expect(layer.properties(feature).map(\.key) == names)
        #expect(Double(feature.geometry.rawValue) == description["type"]?.double)
        let points = feature.parts.flatMap { layer.points[layer.parts[$0]] }
        #expect(
          points == positions(list(description["geometry"]).compactMap { $0.double.map { UInt32($0) } }))
      }
    }
  }

  private static func list(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let items)? = value { items } else { [] }
  }

  /// The positions that a feature's commands name (specification 2.1, section 4.3), read the plainest way.
  private static func positions(_ commands: [UInt32]) -> [TilePoint] {
    var rest = commands[...]
    var pen = TilePoint(0, 0)
    var result: [TilePoint] = []
    func signed(_ value: UInt32) -> Int32 { Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1) }
    while let command = rest.popFirst() {
      guard command & 7 != 7 else { continue }
      for _ in 0..<(command >> 3) {
        guard let x = rest.popFirst(), let y = rest.popFirst() else { return result }
        pen = TilePoint(pen.x &+ signed(x), pen.y &+ signed(y))
        result.append(pen)
      }
    }
    return result
  }

  @Test(.enabled(if: SharedMaps.isPresent)) func fixturesArePresentInNumbers() {
    #expect(Self.fixtures.count >= 70)
  }

  @Test func geometryOfTheSpecificationsExamples() throws {
    // Section 4.3.5.6: two polygons, the second with a hole.
    let commands: [UInt64] = [
      9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13, 26, 0, 8, 8, 0,
      0, 7, 15,
    ]
    let tile = try VectorTileDecoder.decode(Self.tile(type: 3, commands), name: "x", strict: true)
    let layer = try #require(tile.layer("l"))
    #expect(layer.parts.count == 3)
    #expect(layer.points[layer.parts[0]].map(\.x) == [0, 10, 10, 0])
    #expect(layer.points[layer.parts[1]].map(\.y) == [11, 11, 20, 20])
    #expect(layer.points[layer.parts[2]].map(\.x) == [13, 13, 17, 17])
    #expect(layer.value(layer.features[0], "k")?.double == 70)
  }

  @Test func everyCutAndEveryChangedByteIsDecodedOrRefused() {
    let whole = Self.tile(type: 2, [9, 4, 4, 18, 0, 16, 16, 0])
    for length in 0...whole.count { _ = try? VectorTileDecoder.decode(Array(whole[..<length]), name: "x") }
    for index in whole.indices {
      for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] = byte
        for strict in [true, false] { _ = try? VectorTileDecoder.decode(changed, name: "x", strict: strict) }
      }
    }
  }

  @Test func aBadFeatureCostsOnlyItself() throws {
    // ClosePath in a line.
    let bytes = Self.tile(type: 2, [9, 4, 4, 18, 0, 16, 16, 0]) + Self.tile(type: 2, [9, 4, 4, 15])
    #expect(throws: MapError.self) { try VectorTileDecoder.decode(bytes, name: "x", strict: true) }
    let tile = try VectorTileDecoder.decode(bytes, name: "x")
    #expect(tile.layers.map(\.features.count) == [1, 0])
  }

  /// A tile of one layer `l` of one feature with the property k = "70".
  static func tile(type: UInt64, _ commands: [UInt64]) -> [UInt8] {
    func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
      HostileArchiveTests.varints([number << 3 | 2, UInt64(bytes.count)]) + bytes
    }
    let feature =
      field(2, [0, 0]) + HostileArchiveTests.varints([3 << 3, type])
      + field(4, HostileArchiveTests.varints(commands))
    let layer =
      field(2, feature) + field(3, Array("k".utf8)) + field(4, field(1, Array("70".utf8)))
      + field(1, Array("l".utf8)) + HostileArchiveTests.varints([15 << 3, 2])
    return field(3, layer)
  }
}
