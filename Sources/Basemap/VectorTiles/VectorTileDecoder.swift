/// Decodes Mapbox vector tiles (specification 2.1, and 1.0 as far as drawing needs it).
package struct VectorTileDecoder {
  /// Most features and points of a tile.
  static let maxFeatures = 1 << 20
  static let maxPoints = 1 << 23

  private let bytes: [UInt8]
  private let name: String
  private let isStrict: Bool
  private let skipped: Set<String>
  private var tile = VectorTile()
  private var pointsLeft = VectorTileDecoder.maxPoints
  private var featuresLeft = VectorTileDecoder.maxFeatures

  /// The tile in `bytes`. Leniently, a fault costs only the feature or layer that has it; strictly, whatever the
  /// conformance table calls fatal is refused. A message that is cut off is refused always. Layers named in `without`
  /// are left out, which saves their time.
  package static func decode(
    _ bytes: [UInt8], name: String, strict: Bool = false, without skipped: Set<String> = []
  ) throws(MapError) -> VectorTile {
    var decoder = VectorTileDecoder(bytes: bytes, name: name, isStrict: strict, skipped: skipped)
    do throws(ProtobufReader.Fault) { try decoder.decodeTile() } catch {
      throw MapError("\(name): is a damaged vector tile")
    }
    return decoder.tile
  }

  private init(bytes: [UInt8], name: String, isStrict: Bool, skipped: Set<String>) {
    self.skipped = skipped
    self.bytes = bytes
    self.name = name
    self.isStrict = isStrict
  }

  /// Ends decoding when it is strict.
  private func refuse() throws(ProtobufReader.Fault) { if isStrict { throw ProtobufReader.Fault() } }

  private mutating func decodeTile() throws(ProtobufReader.Fault) {
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      if field == .init(number: 3, wire: 2) {
        let range = try reader.range()
        if isSkipped(range) { continue }
        do throws(ProtobufReader.Fault) { try decodeLayer(range) } catch { try refuse() }
      } else {
        if field.number == 3 { try refuse() }
        try reader.skip(field)
      }
    }
  }

  /// Whether a layer's name is among those that nobody asked for.
  private func isSkipped(_ range: Range<Int>) -> Bool {
    guard !skipped.isEmpty else { return false }
    var reader = ProtobufReader(bytes, range)
    while let field = try? reader.next() {
      if field == .init(number: 1, wire: 2) {
        return (try? reader.string(reader.range())).map(skipped.contains) ?? false
      }
      do throws(ProtobufReader.Fault) { try reader.skip(field) } catch { return false }
    }
    return false
  }

  // Fields come in any order: features wait until keys, values and the extent are known.
  private mutating func decodeLayer(_ range: Range<Int>) throws(ProtobufReader.Fault) {
    var reader = ProtobufReader(bytes, range)
    var name: String?
    var version: UInt64?
    var extent: UInt64 = 4096
    var features: [Range<Int>] = []
    var keys: [String] = []
    var values: [TagValue] = []
    while let field = try reader.next() {
      switch (field.number, field.wire) {
      case (15, 0): version = try reader.varint()
      case (1, 2): name = try reader.string(reader.range())
      case (2, 2): features.append(try reader.range())
      case (3, 2): keys.append(try reader.string(reader.range()))
      case (4, 2): values.append(try decodeValue(reader.range()))
      case (5, 0): extent = try reader.varint()
      default:
        if [1, 2, 3, 4, 5, 15].contains(field.number) { try refuse() }
        try reader.skip(field)
      }
    }
    if version != 1 && version != 2 { try refuse() }
    guard let name, !name.isEmpty, extent > 0, extent <= 1 << 20 else { return try refuse() }
    var layer = VectorLayer(name: name, extent: Int(extent))
    layer.keys = keys
    layer.values = values
    guard features.count <= featuresLeft else { throw ProtobufReader.Fault() }
    featuresLeft -= features.count
    layer.features.reserveCapacity(features.count)
    for feature in features {
      let (pointCount, partCount, tagCount) = (layer.points.count, layer.parts.count, layer.tags.count)
      do throws(ProtobufReader.Fault) { try decodeFeature(feature, into: &layer) } catch {
        try refuse()
        layer.points.removeSubrange(pointCount...)
        layer.parts.removeSubrange(partCount...)
        layer.tags.removeSubrange(tagCount...)
      }
    }
    // Two layers of one name are forbidden and exist; both are drawn.
    tile.layers.append(layer)
  }

  private func decodeValue(_ range: Range<Int>) throws(ProtobufReader.Fault) -> TagValue {
    var reader = ProtobufReader(bytes, range)
    var value: TagValue?
    while let field = try reader.next() {
      switch (field.number, field.wire) {
      case (1, 2): value = .string(try reader.string(reader.range()))
      case (2, 5): value = .number(Double(Float(bitPattern: try reader.fixed32())))
      case (3, 1): value = .number(Double(bitPattern: try reader.fixed64()))
      case (4, 0): value = .number(Double(Int64(bitPattern: try reader.varint())))
      case (5, 0): value = .number(Double(try reader.varint()))
      case (6, 0): value = .number(Double(zigzag(try reader.varint())))
      case (7, 0): value = .bool(try reader.varint() != 0)
      default:
        try refuse()
        try reader.skip(field)
      }
    }
    guard let value else {
      try refuse()
      return .string("")
    }
    return value
  }

  private mutating func decodeFeature(_ range: Range<Int>, into layer: inout VectorLayer)
    throws(ProtobufReader.Fault)
  {
    var reader = ProtobufReader(bytes, range)
    var feature = VectorFeature()
    var geometry: Range<Int>?
    let firstTag = layer.tags.count
    while let field = try reader.next() {
      switch (field.number, field.wire) {
      case (1, 0): feature.id = try reader.varint()
      case (2, 2):
        var tags = try ProtobufReader(bytes, reader.range())
        while !tags.isAtEnd {
          let key = try tags.varint()
          // A key without a value is recoverable: dropped.
          guard !tags.isAtEnd else { break }
          let value = try tags.varint()
          if key < UInt64(layer.keys.count), value < UInt64(layer.values.count) {
            layer.tags.append((UInt32(key), UInt32(value)))
          } else {
            try refuse()
          }
        }
      case (3, 0): feature.geometry = .init(rawValue: Int(clamping: try reader.varint())) ?? .unknown
      case (4, 2): geometry = try reader.range()
      default:
        if (1...4).contains(field.number) { try refuse() }
        try reader.skip(field)
      }
    }
    feature.tags = firstTag..<layer.tags.count
    // Without a geometry or its type there is nothing to draw; both are recoverable.
    guard let geometry, !geometry.isEmpty, feature.geometry != .unknown else {
      layer.tags.removeSubrange(firstTag...)
      return
    }
    let firstPart = layer.parts.count
    try VectorGeometryDecoder.decode(
      ProtobufReader(bytes, geometry), feature.geometry, into: &layer, limit: pointsLeft)
    let firstPoint = layer.parts.count > firstPart ? layer.parts[firstPart].lowerBound : layer.points.count
    pointsLeft -= layer.points.count - firstPoint
    feature.parts = firstPart..<layer.parts.count
    if !feature.parts.isEmpty {
      layer.features.append(feature)
    } else {
      layer.tags.removeSubrange(firstTag...)
    }
  }
}
