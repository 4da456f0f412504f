import Geometry
import Routes
import Templates

extension ContentReader {
  /// Points of an overview; more are not seen.
  private static let minimapPoints = 1500

  func minimap() -> MinimapContent {
    let path = scope.route.path
    let line = reader.submap("route", orEmpty: "route")
    let width = line.animatedPixels("width", 8)
    let inset = reader.pixels("inset", 12) + width.restValue
    let room = Rect(x: 0, y: 0, width: box.width, height: box.height).inset(by: inset)
    let angle = minimapRotation(path.positions, room: room)
    // Screen y is down, north is up.
    let turn = Affine.rotation(radians: angle)
    let turned = path.positions.map { turn.apply(Vec2($0.x, -$0.y)) }
    let extent = Rect(bounding: turned) ?? .zero
    let factor = ContentReader.fitFactor(extent, room)
    let points = turned.map { point in
      Vec2(
        room.center.x + (point.x - extent.center.x) * factor,
        room.center.y + (point.y - extent.center.y) * factor)
    }
    let kept = ContentReader.simplified(points, keep: path.gaps, limit: ContentReader.minimapPoints)
    var map = MinimapContent(
      points: kept.map { points[$0] }, distances: kept.map { path.distances[$0] },
      color: line.animatedColor("color", scope.palette.color("accent")), width: width)
    var gaps: Set<Int> = []
    for (place, pair) in zip(kept, kept.dropFirst()).enumerated() {
      let isBroken = (pair.0..<pair.1).contains { path.gaps.contains($0) }
      // Also where a straight piece of the simplified line would cross private vertices.
      if isBroken || (pair.0...pair.1).contains(where: path.hidden.contains) { gaps.insert(place) }
    }
    map.gaps = gaps
    if let name = line.submap("color")?.word("scale"), let scale = MetricScale(name, scope: scope) {
      let colors = scale.vertexColors(route: scope.route)
      map.colors = kept.map { colors[$0] }
    }
    map.glow = line.animatedNumber("glow", 0)
    map.ahead = line.fixedLine("ahead")
    map.casing = line.fixedLine("casing")
    map.draw = line.choice("draw", .now)
    map.dot = reader.cursor("dot", radius: 10)
    return map
  }

  private static func fitFactor(_ extent: Rect, _ room: Rect) -> Double {
    let x = extent.width > 1e-9 ? room.width / extent.width : .infinity
    let y = extent.height > 1e-9 ? room.height / extent.height : .infinity
    let factor = min(x, y)
    return factor.isFinite && factor > 0 ? factor : 0
  }

  /// Radians clockwise on the screen.
  private func minimapRotation(_ positions: [Vec2], room: Rect) -> Double {
    switch reader.word("rotate_to") ?? "widest" {
    case "north": return 0
    case "start-up":
      guard let first = positions.first, let later = positions.dropFirst(min(40, positions.count / 10)).first,
        let direction = (later - first).normalized
      else { return 0 }
      return -Trigonometry.atan2(direction.x, direction.y)
    default: return ContentReader.widestRotation(positions, room: room)
    }
  }

  /// The turn, at most a quarter to either side, in which the route is largest in the box.
  private static func widestRotation(_ positions: [Vec2], room: Rect) -> Double {
    let step = max(1, positions.count / 400)
    let sample = stride(from: 0, to: positions.count, by: step).map {
      Vec2(positions[$0].x, -positions[$0].y)
    }
    func size(_ degrees: Double) -> Double {
      let turn = Affine.rotation(radians: degrees * .pi / 180)
      return fitFactor(Rect(bounding: sample.map { turn.apply($0) }) ?? .zero, room)
    }
    let north = size(0)
    var best = (angle: 0.0, size: north)
    for degrees in stride(from: -90.0, through: 90, by: 3) {
      let value = size(degrees)
      // Less turning is easier to read.
      if value > best.size * (1 + 1e-6) || (value >= best.size && abs(degrees) < abs(best.angle)) {
        best = (degrees, value)
      }
    }
    // North stays up unless turning it is worth it.
    return best.size > north * 1.08 ? best.angle * .pi / 180 : 0
  }

  /// Indices of the points that are worth drawing: no two nearer than half a pixel, ends and gaps kept, evenly thinned
  /// where that is still too many.
  private static func simplified(_ points: [Vec2], keep gaps: Set<Int>, limit: Int) -> [Int] {
    guard points.count > 2 else { return Array(points.indices) }
    var kept = [0]
    for index in 1..<points.count - 1 {
      let isEdge = gaps.contains(index) || gaps.contains(index - 1)
      if isEdge || points[index].distance(to: points[kept[kept.count - 1]]) >= 0.5 { kept.append(index) }
    }
    kept.append(points.count - 1)
    guard kept.count > limit else { return kept }
    let step = (kept.count + limit - 1) / limit
    return kept.enumerated().compactMap { place, index in
      place % step == 0 || index == points.count - 1 || gaps.contains(index) || gaps.contains(index - 1)
        ? index : nil
    }
  }
}
