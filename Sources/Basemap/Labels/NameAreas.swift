import Geometry

/// Water and parks of a tile, to tell a lake from a fountain: archives name both alike.
struct NameAreas {
  private struct Area {
    /// Local metres.
    var rings: [[Vec2]]
    var size: Double
  }
  private let square: Rect
  private var waters: [Area] = []
  private var parks: [Area] = []

  init(tile: VectorTile, square: Rect) {
    self.square = square
    for layer in tile.layers {
      let schema = MapSchema(layer, drawsUnknown: false)
      for feature in layer.features where feature.geometry == .polygon {
        switch schema.classify(feature)?.mapClass {
        case .water?: waters.append(area(feature, layer))
        case .park?, .wood?, .grass?: parks.append(area(feature, layer))
        default: break
        }
      }
    }
  }

  /// Square metres, within the tile, of the water at a point; nil on land.
  func water(at point: Vec2) -> Double? { NameAreas.size(waters, at: point) }
  /// Square metres, within the tile, of the largest park or wood at a point.
  func park(at point: Vec2) -> Double? { NameAreas.size(parks, at: point) }

  private static func size(_ areas: [Area], at point: Vec2) -> Double? {
    areas.filter { contains($0.rings, point) }.map(\.size).max()
  }

  /// A point inside a polygon, near its middle, and the square metres it has in the tile.
  func middle(of feature: VectorFeature, _ layer: VectorLayer) -> (point: Vec2, area: Double)? {
    let area = area(feature, layer)
    guard let ring = area.rings.max(by: { abs(NameAreas.signed($0)) < abs(NameAreas.signed($1)) }),
      let box = Rect(bounding: ring)
    else { return nil }
    // The middle of the widest stretch on the box's middle line lies inside whatever the shape.
    let y = box.center.y
    var crossings: [Double] = []
    for ring in area.rings {
      for index in ring.indices {
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        if (a.y > y) != (b.y > y) { crossings.append(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)) }
      }
    }
    crossings.sort()
    let stretches = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
    guard let widest = stretches.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return nil }
    return (Vec2((widest.0 + widest.1) / 2, y), area.size)
  }

  /// Points along the parts of a line within the tile, evenly: one for each `step` metres of a part, which is at least
  /// as long. With an infinite step the middle of the longest part.
  func along(_ feature: VectorFeature, _ layer: VectorLayer, every step: Double) -> [Vec2] {
    let clipping = PolygonClipping(low: Vec2(square.x, square.y), high: Vec2(square.maxX, square.maxY))
    let parts = feature.parts.map { part in
      let points = line(layer.parts[part], layer)
      return zip(points, points.dropFirst()).compactMap { clipping.clip(from: $0, to: $1) }
    }
    func length(_ part: [(Vec2, Vec2)]) -> Double { part.reduce(0) { $0 + $1.0.distance(to: $1.1) } }
    guard step.isFinite else {
      return parts.max { length($0) < length($1) }.map { NameAreas.spread($0, length($0), count: 1) } ?? []
    }
    return parts.flatMap { NameAreas.spread($0, length($0), count: Int(min(length($0) / step, 64))) }
  }

  /// The middles of equal pieces of a line.
  private static func spread(_ line: [(Vec2, Vec2)], _ length: Double, count: Int) -> [Vec2] {
    var result: [Vec2] = []
    var passed = 0.0
    for (a, b) in line where result.count < count {
      let step = a.distance(to: b)
      while result.count < count, step > 0 {
        let wanted = length * (Double(result.count) + 0.5) / Double(count)
        guard wanted <= passed + step else { break }
        result.append(a.lerp(b, max(0, wanted - passed) / step))
      }
      passed += step
    }
    return result
  }

  private func line(_ part: Range<Int>, _ layer: VectorLayer) -> [Vec2] {
    let unit = square.width / Double(layer.extent)
    return layer.points[part].map {
      Vec2(square.x + Double($0.x) * unit, square.maxY - Double($0.y) * unit)
    }
  }

  private func area(_ feature: VectorFeature, _ layer: VectorLayer) -> Area {
    var clipping = PolygonClipping(low: Vec2(square.x, square.y), high: Vec2(square.maxX, square.maxY))
    var rings: [[Vec2]] = []
    for part in feature.parts {
      var ring = line(layer.parts[part], layer)
      clipping.clip(ring: &ring)
      if ring.count >= 3 { rings.append(ring) }
    }
    // Holes run the other way round.
    return Area(rings: rings, size: abs(rings.reduce(0) { $0 + NameAreas.signed($1) }))
  }

  private static func signed(_ ring: [Vec2]) -> Double {
    ring.indices.reduce(0) { $0 + ring[$1].cross(ring[($1 + 1) % ring.count]) } / 2
  }

  private static func contains(_ rings: [[Vec2]], _ point: Vec2) -> Bool {
    var isInside = false
    for ring in rings {
      for index in ring.indices {
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        guard (a.y > point.y) != (b.y > point.y) else { continue }
        if point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) { isInside.toggle() }
      }
    }
    return isInside
  }
}
