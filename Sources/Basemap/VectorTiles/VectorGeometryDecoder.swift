/// Decodes the drawing commands of a feature (vector tile specification 2.1, section 4.3).
enum VectorGeometryDecoder {
  private static let moveTo: UInt64 = 1
  private static let lineTo: UInt64 = 2
  private static let closePath: UInt64 = 7

  /// Appends points and parts of a feature to its layer; throws for command sequences that the type does not allow.
  static func decode(
    _ commands: ProtobufReader, _ geometry: VectorFeature.Geometry, into layer: inout VectorLayer, limit: Int
  ) throws(ProtobufReader.Fault) {
    var reader = commands
    var (x, y): (Int32, Int32) = (0, 0)
    var partStart = layer.points.count
    let firstPoint = partStart
    var isOpen = false
    while !reader.isAtEnd {
      let word = try reader.varint()
      let (command, count) = (word & 7, word >> 3)
      switch command {
      case moveTo, lineTo:
        // Each point takes two bytes at least, so a count cannot make more memory than there are bytes.
        guard count > 0, count <= UInt64((reader.end - reader.position) / 2),
          layer.points.count - firstPoint + Int(count) <= limit
        else { throw ProtobufReader.Fault() }
        if command == moveTo {
          guard geometry == .point || (count == 1 && !(isOpen && geometry == .polygon)) else {
            throw ProtobufReader.Fault()
          }
          if geometry != .point { finish(&layer, &partStart, minimum: 2) }
          isOpen = true
        } else {
          guard isOpen, geometry != .point else { throw ProtobufReader.Fault() }
        }
        for _ in 0..<count {
          x = try x &+ Int32(truncatingIfNeeded: zigzag(reader.varint() & 0xFFFF_FFFF))
          y = try y &+ Int32(truncatingIfNeeded: zigzag(reader.varint() & 0xFFFF_FFFF))
          layer.points.append(TilePoint(x, y))
        }
      case closePath:
        guard count == 1, geometry == .polygon, isOpen else { throw ProtobufReader.Fault() }
        // The cursor stays where it is: closing does not move it.
        finish(&layer, &partStart, minimum: 3)
        isOpen = false
      default: throw ProtobufReader.Fault()
      }
    }
    switch geometry {
    case .point: finish(&layer, &partStart, minimum: 1)
    case .polygon where isOpen: throw ProtobufReader.Fault()
    default: finish(&layer, &partStart, minimum: 2)
    }
  }

  /// Ends a part; one of too few points is dropped.
  private static func finish(_ layer: inout VectorLayer, _ partStart: inout Int, minimum: Int) {
    let end = layer.points.count
    if end - partStart >= minimum {
      layer.parts.append(partStart..<end)
    } else {
      layer.points.removeSubrange(partStart...)
    }
    partStart = layer.points.count
  }
}
