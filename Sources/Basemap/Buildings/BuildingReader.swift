import Geometry

/// Reads footprints and heights of one tile's buildings.
struct BuildingReader {
  /// Square metres below which nothing is built.
  static let leastArea = 6.0

  /// The tile's square in local metres; its `y` is the southern edge.
  let square: Rect

  /// Footprints inside the tile: what a building has beyond the border comes from the neighbour, and the cut gets no wall.
  func footprints(_ layer: VectorLayer) -> [BuildingFootprint] {
    let keys = Keys(layer)
    let scale = square.width / Double(layer.extent)
    return layer.features.compactMap { feature in
      guard feature.geometry == .polygon, !keys.isHidden(feature, layer) else { return nil }
      var rings: [[Vec2]] = []
      var walls: [[Bool]] = []
      var area = 0.0
      for part in feature.parts {
        var ring = layer.points[layer.parts[part]].map {
          Vec2(square.x + Double($0.x) * scale, square.maxY - Double($0.y) * scale)
        }
        var clipping = PolygonClipping(
          low: Vec2(square.x, square.y), high: Vec2(square.maxX, square.maxY))
        clipping.clip(ring: &ring)
        BuildingReader.removeRepeats(&ring)
        guard ring.count >= 3 else { continue }
        area += BuildingReader.area(ring)
        walls.append(ring.indices.map { !isBorder(ring[$0], ring[($0 + 1) % ring.count]) })
        rings.append(ring)
      }
      guard !rings.isEmpty, abs(area) >= BuildingReader.leastArea else { return nil }
      let first = layer.points[layer.parts[feature.parts.lowerBound].lowerBound]
      let heights = keys.heights(feature, layer, area: abs(area), seed: first)
      guard heights.top > heights.base + 0.5 else { return nil }
      let hasCuts = walls.contains { $0.contains(false) }
      return BuildingFootprint(
        rings: rings, height: heights.top, base: heights.base, color: keys.color(feature, layer),
        walls: hasCuts ? walls : [])
    }
  }

  private func isBorder(_ a: Vec2, _ b: Vec2) -> Bool {
    let slack = square.width * 1e-6
    func both(_ p: Double, _ q: Double, _ edge: Double) -> Bool {
      abs(p - edge) < slack && abs(q - edge) < slack
    }
    return both(a.x, b.x, square.x) || both(a.x, b.x, square.maxX) || both(a.y, b.y, square.y)
      || both(a.y, b.y, square.maxY)
  }

  private static func removeRepeats(_ ring: inout [Vec2]) {
    var kept: [Vec2] = []
    for point in ring where kept.last.map({ $0.distance(to: point) > 0.01 }) ?? true { kept.append(point) }
    while kept.count > 1, kept[0].distance(to: kept[kept.count - 1]) <= 0.01 { kept.removeLast() }
    ring = kept
  }

  /// Signed area: holes count against their outlines.
  private static func area(_ ring: [Vec2]) -> Double {
    ring.indices.reduce(0) { $0 + ring[$1].cross(ring[($1 + 1) % ring.count]) } / 2
  }

  /// Names of the properties that schemas give to buildings.
  private struct Keys {
    let tops: [UInt32]
    let bases: [UInt32]
    let levels: [UInt32]
    let hidden: [UInt32]
    let colors: [UInt32]

    init(_ layer: VectorLayer) {
      func indices(_ names: [String]) -> [UInt32] { names.compactMap { layer.keyIndex($0) } }
      tops = indices(["render_height", "height"])
      bases = indices(["render_min_height", "min_height"])
      levels = indices(["levels", "building:levels"])
      hidden = indices(["hide_3d"])
      colors = indices(["colour", "color"])
    }

    func isHidden(_ feature: VectorFeature, _ layer: VectorLayer) -> Bool {
      hidden.contains { layer.value(feature, keyIndex: $0)?.isTrue ?? false }
    }

    private func number(_ feature: VectorFeature, _ layer: VectorLayer, _ keys: [UInt32]) -> Double? {
      for key in keys {
        guard let number = layer.value(feature, keyIndex: key)?.double, number.isFinite, number >= 0 else {
          continue
        }
        return min(number, 1000)
      }
      return nil
    }

    func color(_ feature: VectorFeature, _ layer: VectorLayer) -> Color? {
      for key in colors {
        if let text = layer.value(feature, keyIndex: key)?.text, let color = Color(hexString: text) {
          return color
        }
      }
      return nil
    }

    /// Metres. Without data a plausible height by the footprint's size, a little different for every building, so that
    /// blocks do not become slabs.
    func heights(
      _ feature: VectorFeature, _ layer: VectorLayer, area: Double, seed: TilePoint
    ) -> (base: Double, top: Double) {
      let base = number(feature, layer, bases) ?? 0
      if let top = number(feature, layer, tops), top > 0 { return (base, top) }
      if let storeys = number(feature, layer, levels), storeys > 0 { return (base, storeys * 3.1 + 1) }
      var hash = UInt32(bitPattern: seed.x) &* 0x9E37_79B1 ^ UInt32(bitPattern: seed.y) &* 0x85EB_CA77
      hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
      let wander = Double((hash ^ hash >> 13) & 0xFFFF) / 65535 - 0.5
      let typical = area < 30 ? 3.2 : area < 90 ? 6 : area < 2500 ? 11 : 9
      return (base, base + typical * (1 + 0.45 * wander))
    }
  }
}
