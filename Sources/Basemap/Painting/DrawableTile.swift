/// A vector tile sorted for drawing: its features by class, points as shares of the tile's side (0…1, y south).
struct DrawableTile: Sendable {
  struct Item: Sendable {
    var mapClass: MapClass
    var level: MapLevel
    var isLink: Bool
    /// Into `parts`.
    var parts: Range<Int>
    /// Corners of the bounding box.
    var low: SIMD2<Float>
    var high: SIMD2<Float>
    /// Whether it may go on in the next tile.
    var touchesBorder: Bool { low.min() <= 0 || high.max() >= 1 }
  }

  private(set) var items: [Item] = []
  private(set) var parts: [Range<Int>] = []
  private(set) var points: [SIMD2<Float>] = []
  /// Items of a class, by its raw value.
  private(set) var ranges: [Range<Int>] = []

  init(_ tile: VectorTile) {
    let isUnknown = !tile.layers.isEmpty && !tile.layers.contains { MapSchema.knows($0.name) }
    for layer in tile.layers {
      let schema = MapSchema(layer, drawsUnknown: isUnknown)
      let scale = 1 / Float(layer.extent)
      for feature in layer.features {
        guard let found = schema.classify(feature) else { continue }
        append(layer, feature, scale, found)
      }
    }
    // A stable order: the drawing never depends on anything but the tile.
    let order = items.indices.sorted {
      (items[$0].mapClass.rawValue, items[$0].level.rawValue, $0)
        < (items[$1].mapClass.rawValue, items[$1].level.rawValue, $1)
    }
    items = order.map { items[$0] }
    ranges = Array(repeating: 0..<0, count: MapClass.allCases.count)
    var start = 0
    while start < items.count {
      var end = start
      while end < items.count, items[end].mapClass == items[start].mapClass { end += 1 }
      ranges[Int(items[start].mapClass.rawValue)] = start..<end
      start = end
    }
  }

  /// Roughly the bytes it takes.
  var cost: Int { points.count * 8 + items.count * 64 + parts.count * 16 + 1024 }

  private mutating func append(
    _ layer: VectorLayer, _ feature: VectorFeature, _ scale: Float,
    _ found: (mapClass: MapClass, level: MapLevel, isLink: Bool)
  ) {
    let firstPart = parts.count
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    for part in feature.parts {
      let start = points.count
      for point in layer.points[layer.parts[part]] {
        let place = SIMD2(Float(point.x), Float(point.y)) * scale
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
        points.append(place)
      }
      parts.append(start..<points.count)
    }
    items.append(
      Item(
        mapClass: found.mapClass, level: found.level, isLink: found.isLink, parts: firstPart..<parts.count,
        low: low,
        high: high))
  }
}
