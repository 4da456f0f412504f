import Geometry
import Testing

@testable import Basemap

struct PlaceNameTests {
  static let plane = GroundPainterTests.plane

  /// A feature: its geometry type, points in tile units and properties.
  struct Feature {
    var type: UInt64
    var points: [(Int, Int)]
    var tags: [(String, String)]
  }

  /// A layer of features with text properties.
  static func layer(_ name: String, _ features: [Feature]) -> [UInt8] {
    typealias Tile = VectorTileBytes
    func varints(_ words: [UInt64]) -> [UInt8] { HostileArchiveTests.varints(words) }
    var bytes = Tile.field(1, Array(name.utf8)) + varints([15 << 3, 2])
    var keys: [UInt8] = []
    var values: [UInt8] = []
    var count: UInt64 = 0
    for feature in features {
      var tags: [UInt64] = []
      for (key, value) in feature.tags {
        keys += Tile.field(3, Array(key.utf8))
        values += Tile.field(4, Tile.field(1, Array(value.utf8)))
        tags += [count, count]
        count += 1
      }
      func zigzag(_ value: Int) -> UInt64 {
        UInt64(bitPattern: Int64(value << 1 ^ value >> 63)) & 0xFFFF_FFFF
      }
      var commands: [UInt64] = []
      var last = (0, 0)
      for (index, point) in feature.points.enumerated() {
        if index == 0 { commands.append(9) }
        if index == 1 { commands.append(UInt64((feature.points.count - 1) << 3 | 2)) }
        commands += [zigzag(point.0 - last.0), zigzag(point.1 - last.1)]
        last = point
      }
      if feature.type == 3 { commands.append(15) }
      bytes += Tile.field(
        2, Tile.field(2, varints(tags)) + varints([3 << 3, feature.type]) + Tile.field(4, varints(commands)))
    }
    // One key for each value keeps the table simple; layers may repeat keys.
    return Tile.field(3, bytes + keys + values)
  }

  static func names(_ layers: [[UInt8]], language: String = "en") throws -> [PlaceName] {
    let center = TileID.containing(plane.mercator(.zero), zoom: 14)
    let source = MemoryTiles(tiles: [center: Array(layers.joined())])
    return try VectorNames(source: source, plane: plane)
      .names(around: [.zero], reach: 4000, language: language)
  }

  static func point(_ tags: (String, String)..., at place: (Int, Int) = (2048, 2048)) -> Feature {
    Feature(type: 1, points: [place], tags: tags)
  }
  static let pond = [(1000, 1000), (1050, 1000), (1050, 1050), (1000, 1050)]
  static let lake = [(500, 500), (3500, 500), (3500, 3500), (500, 3500)]

  @Test func settlementsOfEverySchema() throws {
    let cases: [(layer: String, tags: [(String, String)], kind: PlaceName.Kind?)] = [
      ("place", [("class", "city")], .city), ("place", [("class", "suburb")], .suburb),
      ("place", [("class", "country")], nil), ("place", [("class", "square")], nil),
      ("places", [("kind", "locality"), ("kind_detail", "town")], .town),
      ("places", [("kind", "neighbourhood"), ("kind_detail", "neighbourhood")], .neighbourhood),
      ("places", [("kind", "country")], nil),
      ("places", [("pmap:kind", "neighbourhood"), ("place", "village")], .village),
      ("places", [("pmap:kind", "other"), ("place", "isolated_dwelling")], nil),
      ("place_labels", [("kind", "quarter")], .suburb), ("place_labels", [("kind", "state_capital")], .city),
      ("place_label", [("class", "settlement"), ("type", "town")], .town),
      ("housenumber", [("class", "city")], nil), ("mine", [("class", "city")], nil),
    ]
    for (layer, tags, kind) in cases {
      let found = try Self.names([
        Self.layer(
          layer, [Feature(type: 1, points: [(2048, 2048)], tags: tags + [("name", "Aville")])])
      ])
      #expect(found.first?.kind == kind && found.count == (kind == nil ? 0 : 1), "\(layer) \(tags)")
    }
  }

  @Test func peaksOfEverySchema() throws {
    for (layer, key) in [
      ("mountain_peak", "class"), ("pois", "kind"), ("pois", "natural"), ("physical_point", "natural"),
    ] {
      let found = try Self.names([
        Self.layer(
          layer, [Self.point((key, "peak"), ("name", "Horn"), ("ele", "4478"), at: (1024, 1024))])
      ])
      #expect(found.map(\.kind) == [.peak], "\(layer)")
      #expect(abs((found.first?.weight ?? 0) - 4478.0 / 9000) < 1e-9)
    }
  }

  @Test func aFountainIsNoLake() throws {
    for (layer, water) in [
      ("water_name", "water"), ("water_polygons_labels", "water_polygons"), ("water", "water"),
    ] {
      for (shape, isNamed) in [(Self.lake, true), (Self.pond, false)] {
        let found = try Self.names([
          Self.layer(water, [Feature(type: 3, points: shape, tags: [("class", "lake"), ("kind", "water")])]),
          Self.layer(
            layer, [Self.point(("class", "lake"), ("kind", "lake"), ("name", "Mere"), at: (1020, 1020))]),
        ])
        #expect(found.map(\.kind) == (isNamed ? [.water] : []), "\(layer)")
      }
    }
    // The sea needs no shore; a polygon may bring its own name.
    #expect(
      try Self.names([Self.layer("water_name", [Self.point(("class", "sea"), ("name", "Mare"))])]).count == 1)
    let own = try Self.names([
      Self.layer("water", [Feature(type: 3, points: Self.lake, tags: [("kind", "lake"), ("name", "Mere")])])
    ])
    #expect(own.count == 1)
  }

  @Test func riversAndParks() throws {
    let line = [(100, 2000), (2000, 2200), (4000, 2000)]
    for (layer, key) in [
      ("waterway", "class"), ("water_lines_labels", "kind"), ("physical_line", "waterway"),
    ] {
      #expect(
        try Self.names([
          Self.layer(layer, [Feature(type: 2, points: line, tags: [(key, "river"), ("name", "Arno")])])
        ]).count == 4, "\(layer)")
      #expect(
        try Self.names([
          Self.layer(layer, [Feature(type: 2, points: line, tags: [(key, "stream"), ("name", "Brook")])])
        ]).isEmpty)
    }
    for (shape, isNamed) in [(Self.lake, true), (Self.pond, false)] {
      let found = try Self.names([
        Self.layer("landcover", [Feature(type: 3, points: shape, tags: [("class", "park")])]),
        Self.layer("poi", [Self.point(("class", "park"), ("name", "Green"), at: (1020, 1020))]),
      ])
      #expect(found.map(\.kind) == (isNamed ? [.park] : []))
      let own = try Self.names([
        Self.layer(
          "landuse", [Feature(type: 3, points: shape, tags: [("leisure", "park"), ("name", "Green")])])
      ])
      #expect(own.count == (isNamed ? 1 : 0))
    }
  }

  @Test func theLanguageChoosesTheName() throws {
    let tags = [("name", "Firenze"), ("name:de", "Florenz"), ("name_en", "Florence")]
    let city = Self.layer("place", [Feature(type: 1, points: [(9, 9)], tags: [("class", "city")] + tags)])
    for (language, name) in [
      ("de", "Florenz"), ("de-CH", "Florenz"), ("en_GB", "Florence"), ("fr", "Firenze"), ("", "Florence"),
    ] { #expect(try Self.names([city], language: language).map(\.text) == [name], "\(language)") }
    let latin = Self.layer("place", [Self.point(("class", "city"), ("name:latin", "Moskva"))])
    #expect(try Self.names([latin], language: "fr").map(\.text) == ["Moskva"])
  }

  @Test func namesAreCleaned() {
    for (raw, clean) in [
      ("  Le\tMarais \n", "Le Marais"), ("A\u{0}b\u{7}", "Ab"), ("\u{202E}evil\u{202C}", "evil"),
      ("ירושלים", "ירושלים"), ("東京", "東京"), ("نیم\u{200C}فاصله", "نیم\u{200C}فاصله"), ("One;Two", "One"),
      ("–", nil), ("", nil), ("\u{FEFF}\u{200B}", nil),
      ("a" + String(repeating: "\u{301}", count: 60), nil),
    ] as [(String, String?)] { #expect(NameText.clean(raw) == clean, "\(raw.debugDescription)") }
    let long = NameText.clean(String(repeating: "Llanfair pwll gwyngyll ", count: 500))
    #expect((long?.count ?? 0) <= NameText.longest && long?.hasSuffix("…") == true)
  }

  @Test func bordersAndPolesGiveNoName() throws {
    let beyond = Self.layer("mountain_peak", [Self.point(("class", "peak"), ("name", "Out"), at: (4096, 20))])
    #expect(try Self.names([beyond]).isEmpty)
    let pole = LocalPlane(origin: GeoCoordinate(latitude: 89, longitude: 0))
    let source = MemoryTiles(tiles: [:])
    #expect(
      try VectorNames(source: source, plane: pole).names(around: [.zero], reach: 9, language: "en").isEmpty)
  }

  @Test(
    .enabled(if: SharedMaps.isPresent),
    arguments: [
      ("vector/sf-omt.pmtiles", 37.79, -122.40, ["San Francisco", "Chinatown"]),
      ("vector/paris-omt.pmtiles", 48.88, 2.34, ["Montmartre", "Monceau"]),
      ("vector/firenze-vector.pmtiles", 43.77, 11.25, ["Fiume Arno"]),
      ("vector/andorra-omt.mbtiles", 42.55, 1.55, ["Andorra la Vella"]),
    ]) func realArchives(path: String, latitude: Double, longitude: Double, expected: [String]) throws
  {
    let plane = LocalPlane(origin: GeoCoordinate(latitude: latitude, longitude: longitude))
    let names = try VectorNames(source: SharedMaps.open(path).get(), plane: plane)
      .names(around: [.zero], reach: 6000, language: "fr")
    for name in expected { #expect(names.contains { $0.text == name }, "\(path): no \(name)") }
    #expect(!names.contains { $0.text.hasPrefix("Fontaine") || $0.text.hasPrefix("Square ") })
    // The same names in the same order whichever thread was quicker.
    for _ in 0..<3 {
      let again = try VectorNames(source: SharedMaps.open(path).get(), plane: plane)
        .names(around: [.zero], reach: 6000, language: "fr")
      #expect(again == names)
    }
  }
}
