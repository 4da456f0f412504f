import Geometry

/// Reads the names of one tile, whichever of the usual schemas it follows (OpenMapTiles, Protomaps 2 to 4, Shortbread,
/// Mapbox Streets). Streets, shops and addresses are not read: a film passes them too quickly.
struct NameReader {
  /// Layers in which neither names nor areas stand that matter here.
  static let skipped: Set<String> = [
    "building", "buildings", "transportation", "transportation_name", "housenumber", "addresses", "roads",
    "road", "streets", "street_labels", "street_polygons", "street_labels_points", "streets_polygons_labels",
    "transit", "public_transport", "boundary", "boundaries", "aeroway", "contour", "hillshade", "mask",
    "earth",
  ]
  /// Square metres below which water or a park has no name worth showing.
  static let leastWater = 30_000.0
  static let leastPark = 25_000.0
  /// Metres of a river in a tile below which it is only touched.
  static let leastRiver = 400.0
  private static let riverLayers: Set<String> = [
    "water_name", "water_lines_labels", "waterway", "water", "water_lines", "physical_line",
  ]

  let tile: VectorTile
  /// The tile's square in local metres; its `y` is the southern edge.
  let square: Rect
  /// Properties that hold a name, the best first.
  let nameKeys: [String]

  func names() -> [PlaceName] {
    let areas = NameAreas(tile: tile, square: square)
    return tile.layers.flatMap { layer -> [PlaceName] in
      guard !NameReader.skipped.contains(layer.name) else { return [] }
      let names = nameKeys.compactMap { layer.keyIndex($0) }
      guard !names.isEmpty else { return [] }
      let words = NameWords(layer)
      return layer.features.flatMap { feature -> [PlaceName] in
        guard let text = name(feature, layer, names) else { return [] }
        let found = place(feature, layer, words, areas).map { [$0] } ?? river(feature, layer, words, areas)
        return found.map { PlaceName(text: text, kind: $0.kind, position: $0.position, weight: $0.weight) }
      }
    }
  }

  private func name(_ feature: VectorFeature, _ layer: VectorLayer, _ keys: [UInt32]) -> String? {
    for key in keys {
      if let raw = layer.value(feature, keyIndex: key)?.text, let text = NameText.clean(raw) { return text }
    }
    return nil
  }

  private typealias Found = (kind: PlaceName.Kind, position: Vec2, weight: Double)

  private func place(
    _ feature: VectorFeature, _ layer: VectorLayer, _ words: NameWords, _ areas: NameAreas
  ) -> Found? {
    switch layer.name {
    case "place", "places", "place_label", "place_labels":
      guard let kind = words.settlement(feature), let point = point(feature, layer) else { return nil }
      return (kind, point, words.importance(feature))
    case "mountain_peak", "natural_label", "poi", "pois", "poi_label", "physical_point":
      if words.contains(feature, ["peak", "volcano"]) {
        return point(feature, layer).map { (.peak, $0, words.height(feature) / 9000) }
      }
      if words.contains(feature, ["sea", "ocean", "bay", "strait", "lake"]) {
        return water(feature, layer, words, areas)
      }
      guard words.contains(feature, ["park", "nature_reserve", "national_park"]),
        let point = point(feature, layer), let area = areas.park(at: point), area >= NameReader.leastPark
      else { return nil }
      return (.park, point, min(1, area / 4e6))
    case "water_name", "water_polygons_labels", "water_lines_labels", "waterway", "water", "water_lines",
      "physical_line", "water_polygons", "ocean":
      return water(feature, layer, words, areas)
    case "park", "landuse", "landcover", "land", "sites":
      guard words.contains(feature, ["park", "garden", "nature_reserve", "national_park", "protected_area"])
      else { return nil }
      if let point = point(feature, layer) { return layer.name == "park" ? (.park, point, 0.5) : nil }
      guard let middle = areas.middle(of: feature, layer), middle.area >= NameReader.leastPark else {
        return nil
      }
      return (.park, middle.point, min(1, middle.area / 4e6))
    default: return nil
    }
  }

  private func water(
    _ feature: VectorFeature, _ layer: VectorLayer, _ words: NameWords, _ areas: NameAreas
  ) -> Found? {
    guard !words.isIntermittent(feature) else { return nil }
    if feature.geometry == .polygon {
      guard let middle = areas.middle(of: feature, layer), middle.area >= NameReader.leastWater else {
        return nil
      }
      return (.water, middle.point, min(1, middle.area / 4e6))
    }
    if let point = point(feature, layer) {
      if words.contains(feature, ["sea", "ocean", "bay", "strait", "gulf"]) { return (.water, point, 1) }
      guard let area = areas.water(at: point), area >= NameReader.leastWater else { return nil }
      return (.water, point, min(1, area / 4e6))
    }
    // The line along which a lake's name would be set.
    guard words.contains(feature, ["lake", "bay"]),
      let middle = areas.along(feature, layer, every: .infinity).first, let area = areas.water(at: middle),
      area >= NameReader.leastWater
    else { return nil }
    return (.water, middle, min(1, area / 4e6))
  }

  /// The places along a river at which its name may stand.
  private func river(
    _ feature: VectorFeature, _ layer: VectorLayer, _ words: NameWords, _ areas: NameAreas
  ) -> [Found] {
    guard feature.geometry == .line, NameReader.riverLayers.contains(layer.name),
      words.contains(feature, ["river", "canal"]), !words.isIntermittent(feature)
    else { return [] }
    return areas.along(feature, layer, every: NameReader.leastRiver).map { (.water, $0, 0.6) }
  }

  /// The place of a point that lies in the tile itself; those in its border belong to the neighbour, or to no map.
  private func point(_ feature: VectorFeature, _ layer: VectorLayer) -> Vec2? {
    guard feature.geometry == .point, let part = feature.parts.first else { return nil }
    let point = layer.points[layer.parts[part].lowerBound]
    let inside = 0..<Int32(clamping: layer.extent)
    guard inside.contains(point.x), inside.contains(point.y) else { return nil }
    let unit = square.width / Double(layer.extent)
    return Vec2(square.x + Double(point.x) * unit, square.maxY - Double(point.y) * unit)
  }
}

/// What a layer's features say of themselves.
struct NameWords {
  private let layer: VectorLayer
  private let kinds: [UInt32]
  private let populations: [UInt32]
  private let ranks: [UInt32]
  private let heights: [UInt32]
  private let hidden: [UInt32]

  init(_ layer: VectorLayer) {
    self.layer = layer
    func indices(_ names: [String]) -> [UInt32] { names.compactMap { layer.keyIndex($0) } }
    // Exact words go before general ones.
    kinds = indices([
      "place", "kind_detail", "type", "subclass", "class", "kind", "pmap:kind", "natural", "leisure",
      "waterway",
      "water",
    ])
    populations = indices(["population"])
    ranks = indices(["rank", "symbolrank"])
    heights = indices(["ele", "elevation", "elevation_m"])
    hidden = indices(["intermittent", "tunnel", "is_tunnel"])
  }

  func contains(_ feature: VectorFeature, _ words: Set<String>) -> Bool {
    kinds.contains { layer.value(feature, keyIndex: $0)?.text.map(words.contains) ?? false }
  }

  func isIntermittent(_ feature: VectorFeature) -> Bool {
    hidden.contains { layer.value(feature, keyIndex: $0)?.isTrue ?? false }
  }

  func settlement(_ feature: VectorFeature) -> PlaceName.Kind? {
    for key in kinds {
      guard let word = layer.value(feature, keyIndex: key)?.text else { continue }
      switch word {
      case "city", "capital", "state_capital": return .city
      case "town": return .town
      case "village": return .village
      case "island": return .island
      case "suburb", "borough", "quarter", "macrohood", "city_block": return .suburb
      case "neighbourhood", "neighborhood", "settlement_subdivision": return .neighbourhood
      case "hamlet": return .hamlet
      // A farm is no place that a film should name, though a general word may follow.
      case "isolated_dwelling", "farm", "square", "country", "state", "region", "province", "continent":
        return nil
      default: continue
      }
    }
    return nil
  }

  /// 0…1, from inhabitants or from the archive's own rank.
  func importance(_ feature: VectorFeature) -> Double {
    if let people = number(feature, populations), people >= 1 {
      return min(1, Trigonometry.log(people) / Trigonometry.log(1e7))
    }
    return number(feature, ranks).map { min(max(1 - $0 / 25, 0), 1) } ?? 0
  }

  /// Metres above the sea; 0 where it is not known.
  func height(_ feature: VectorFeature) -> Double { min(max(number(feature, heights) ?? 0, 0), 9000) }

  private func number(_ feature: VectorFeature, _ keys: [UInt32]) -> Double? {
    for key in keys {
      if let number = layer.value(feature, keyIndex: key)?.double, number.isFinite { return number }
    }
    return nil
  }
}
