/// Sorts the features of the usual vector tile schemas (OpenMapTiles, Protomaps 2 to 4, Shortbread, Mapbox Streets) into
/// classes. The schemas differ in names only, and their names do not contradict each other.
struct MapSchema {
  private enum Group { case water, land, roads, buildings, piers, none }
  private let group: Group
  private let isKnown: Bool
  private let kindKeys: [UInt32]
  private let detailKeys: [UInt32]
  private let levelKeys: [UInt32]
  private let bridgeKeys: [UInt32]
  private let tunnelKeys: [UInt32]
  private let linkKeys: [UInt32]
  private let hiddenKeys: [UInt32]
  private let layer: VectorLayer

  /// Whether a layer's name is one of the known schemas', drawn or not.
  static func knows(_ layer: String) -> Bool { groupOfLayer(layer) != nil }

  /// The rules for one layer; `drawsUnknown` where the whole tile follows no known schema.
  init(_ layer: VectorLayer, drawsUnknown: Bool) {
    self.layer = layer
    let known = MapSchema.groupOfLayer(layer.name)
    isKnown = known != nil || !drawsUnknown
    group = known ?? .none
    func indices(_ names: [String]) -> [UInt32] { names.compactMap { layer.keyIndex($0) } }
    kindKeys = indices(["class", "kind", "pmap:kind", "natural", "landuse", "leisure", "highway", "railway"])
    detailKeys = indices([
      "subclass", "kind_detail", "highway", "leisure", "natural", "landuse", "railway", "type",
    ])
    levelKeys = indices(["brunnel", "structure"])
    bridgeKeys = indices(["bridge", "is_bridge"])
    tunnelKeys = indices(["tunnel", "is_tunnel"])
    linkKeys = indices(["ramp", "is_link", "link", "pmap:link"])
    hiddenKeys = indices(["intermittent"])
  }

  private static func groupOfLayer(_ name: String) -> Group? {
    switch name {
    case "water", "ocean", "water_polygons", "waterway", "water_lines", "physical_line": .water
    case "landcover", "landuse", "land", "natural", "park", "sites", "landuse_overlay", "aeroway",
      "globallandcover", "national_park":
      .land
    case "transportation", "roads", "road", "streets", "transit", "street_polygons", "streets_low",
      "streets_med":
      .roads
    case "building", "buildings": .buildings
    case "pier_polygons", "pier_lines", "bridges": .piers
    case "earth", "mask", "boundary", "boundaries", "place", "places", "poi", "pois", "water_name",
      "transportation_name", "housenumber", "mountain_peak", "aerodrome_label", "admin", "place_label",
      "road_label",
      "poi_label", "place_labels", "street_labels", "addresses", "public_transport", "ferries", "aerialways",
      "boundary_labels", "street_labels_points", "streets_polygons_labels", "water_polygons_labels",
      "water_lines_labels", "dam_lines", "dam_polygons", "physical_point", "contour", "hillshade":
      Group.none
    default: nil
    }
  }

  /// The class and level of a feature; nil for what is not drawn.
  func classify(_ feature: VectorFeature) -> (mapClass: MapClass, level: MapLevel, isLink: Bool)? {
    guard feature.geometry == .line || feature.geometry == .polygon else { return nil }
    let isArea = feature.geometry == .polygon
    if !isKnown { return (isArea ? .unknownArea : .unknownLine, .ground, false) }
    let kind = text(feature, kindKeys) ?? ""
    let detail = text(feature, detailKeys) ?? ""
    let level = level(of: feature)
    let mapClass: MapClass?
    switch group {
    case .water:
      if flag(feature, hiddenKeys) || level == .tunnel { return nil }
      mapClass = isArea ? .water : MapSchema.waterLine(kind, detail)
    case .land:
      if isArea {
        mapClass = MapSchema.area(detail) ?? MapSchema.area(kind)
      } else {
        mapClass = ["runway", "taxiway"].contains(kind) ? .runway : nil
      }
    case .roads:
      let line = MapSchema.line(kind, detail)
      if isArea {
        mapClass = kind == "pier" ? .pier : level == .tunnel || detail == "platform" ? nil : .plaza
      } else {
        // Underground railways and passages through houses are no part of the ground.
        mapClass = level == .tunnel && (line.map { $0 >= .tram || $0 <= .steps } ?? true) ? nil : line
      }
    case .buildings: mapClass = isArea ? .building : nil
    case .piers: mapClass = isArea ? (layer.name == "bridges" ? .plaza : .pier) : .path
    case .none: mapClass = nil
    }
    guard let mapClass else { return nil }
    return (mapClass, level, flag(feature, linkKeys) || detail.hasSuffix("_link") || kind.hasSuffix("_link"))
  }

  private func text(_ feature: VectorFeature, _ keys: [UInt32]) -> String? {
    for key in keys { if let text = layer.value(feature, keyIndex: key)?.text { return text } }
    return nil
  }

  private func flag(_ feature: VectorFeature, _ keys: [UInt32]) -> Bool {
    keys.contains { layer.value(feature, keyIndex: $0)?.isTrue ?? false }
  }

  private func level(of feature: VectorFeature) -> MapLevel {
    switch text(feature, levelKeys) {
    case "bridge": return .bridge
    case "tunnel": return .tunnel
    default: break
    }
    if isSet(feature, bridgeKeys) { return .bridge }
    return isSet(feature, tunnelKeys) ? .tunnel : .ground
  }

  /// Raw tags say `yes` or the kind of bridge or tunnel.
  private func isSet(_ feature: VectorFeature, _ keys: [UInt32]) -> Bool {
    keys.contains { key in
      guard let value = layer.value(feature, keyIndex: key) else { return false }
      return value.text.map { $0 != "no" && $0 != "" } ?? value.isTrue
    }
  }

  private static func waterLine(_ kind: String, _ detail: String) -> MapClass? {
    let word = kind == "waterway" || kind.isEmpty ? detail : kind
    return ["river", "canal"].contains(word) ? .river : .stream
  }
}
