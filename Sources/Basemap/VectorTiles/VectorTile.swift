/// A decoded Mapbox vector tile: layers by name.
package struct VectorTile: Sendable {
  package var layers: [VectorLayer] = []

  /// The layer of a name.
  package func layer(_ name: String) -> VectorLayer? { layers.first { $0.name == name } }
}

/// A position in a tile: units of the layer's extent, x east, y south; may lie outside the tile.
package struct TilePoint: Hashable, Sendable {
  package var x: Int32
  package var y: Int32
  package init(_ x: Int32, _ y: Int32) {
    self.x = x
    self.y = y
  }
}

/// One layer of a vector tile. Points of all features lie in one array, which their parts index.
package struct VectorLayer: Sendable {
  package var name: String
  /// Units along the tile's side.
  package var extent: Int
  package var features: [VectorFeature] = []
  package var points: [TilePoint] = []
  /// Point ranges of lines, rings or groups of points.
  package var parts: [Range<Int>] = []
  var keys: [String] = []
  var values: [TagValue] = []
  var tags: [(key: UInt32, value: UInt32)] = []

  init(name: String, extent: Int) {
    self.name = name
    self.extent = extent
  }

  /// A feature's property; nil where it has none of that name.
  package func value(_ feature: VectorFeature, _ key: String) -> TagValue? {
    guard let index = keys.firstIndex(of: key) else { return nil }
    return value(feature, keyIndex: UInt32(index))
  }

  /// The index of a property's name in this layer, to ask often.
  package func keyIndex(_ key: String) -> UInt32? { keys.firstIndex(of: key).map { UInt32($0) } }

  package func value(_ feature: VectorFeature, keyIndex: UInt32) -> TagValue? {
    for position in feature.tags where tags[position].key == keyIndex {
      return values[Int(tags[position].value)]
    }
    return nil
  }

  /// All properties of a feature.
  package func properties(_ feature: VectorFeature) -> [(key: String, value: TagValue)] {
    feature.tags.map { (keys[Int(tags[$0].key)], values[Int(tags[$0].value)]) }
  }
}

/// One feature of a layer.
package struct VectorFeature: Sendable {
  package enum Geometry: Int, Sendable { case unknown, point, line, polygon }
  package var id: UInt64?
  package var geometry = Geometry.unknown
  /// Into the layer's `parts`.
  package var parts: Range<Int> = 0..<0
  /// Into the layer's tags.
  var tags: Range<Int> = 0..<0
}

/// A property's value.
package enum TagValue: Sendable, Hashable {
  case string(String)
  case number(Double)
  case bool(Bool)

  package var text: String? { if case .string(let text) = self { text } else { nil } }
  /// A number, also one that stands in a string.
  package var double: Double? {
    switch self {
    case .number(let number): number
    case .string(let text): Double(text)
    case .bool: nil
    }
  }
  /// Whether it says yes: true, a number other than 0, or `yes`, `true`, `1`.
  package var isTrue: Bool {
    switch self {
    case .bool(let flag): flag
    case .number(let number): number != 0
    case .string(let text): ["yes", "true", "1"].contains(text)
    }
  }
}
