import Basemap
import Geometry
import Routes
import Synchronization

/// Buildings that stand on the ground of a world node, ready to be projected. Shared by all workers.
package final class BuildingLayer: Sendable {
  /// One building in local metres.
  struct Solid: Sendable {
    /// Vertices of all rings where they meet the ground.
    var feet: [Vec3]
    /// For each ring the index behind its last vertex.
    var ends: [Int]
    /// Whether the edge from a vertex to the next of its ring has a wall.
    var walls: [Bool]
    /// Unit normals of the walls, outwards.
    var normals: [Vec2]
    /// Metres from the local plane to the roof, and from the ground to where walls begin.
    var roof: Double
    var base: Double
    var center: Vec2
    /// Metres around the centre that hold the footprint.
    var reach: Double
  }

  private let source: any BuildingSource
  private let surface: any HeightField
  private let circles: [PrivacyMask.Circle]
  private let cells = Mutex<[BuildingCell: [Solid]]>([:])

  /// - Parameters:
  ///   - surface: The ground as it is drawn.
  ///   - circles: Private places, where nothing stands.
  package init(source: any BuildingSource, surface: any HeightField, circles: [PrivacyMask.Circle]) {
    self.source = source
    self.surface = surface
    self.circles = circles
  }

  /// The buildings of a cell; a pure function that remembers.
  func solids(in cell: BuildingCell) -> [Solid] {
    if let kept = cells.withLock({ $0[cell] }) { return kept }
    let made = source.buildings(in: cell).compactMap(solid)
    cells.withLock { cells in
      if cells.count > 2000 { cells.removeAll() }
      cells[cell] = made
    }
    return made
  }

  private func solid(_ footprint: BuildingFootprint) -> Solid? {
    guard let outer = footprint.rings.first, outer.count >= 3 else { return nil }
    let center = outer.reduce(Vec2.zero, +) / Double(outer.count)
    let reach = outer.map { $0.distance(to: center) }.max() ?? 0
    guard !circles.contains(where: { $0.center.distance(to: center) < $0.radius + reach }) else { return nil }
    // Rings as they come: an outline runs one way, its holes the other.
    let isForward = BuildingLayer.area(outer) > 0
    var feet: [Vec3] = []
    var ends: [Int] = []
    var walls: [Bool] = []
    var normals: [Vec2] = []
    for (index, ring) in footprint.rings.enumerated() {
      for (k, point) in ring.enumerated() {
        let along = ring[(k + 1) % ring.count] - point
        let length = max(along.length, 1e-6)
        normals.append(Vec2(along.y, -along.x) * ((isForward ? 1 : -1) / length))
        feet.append(Vec3(point, z: surface.height(at: point)))
        walls.append(footprint.walls.isEmpty || footprint.walls[index][k])
      }
      ends.append(feet.count)
    }
    // A roof is level: it stands its height above the middle of the ground below it.
    let ground = feet.reduce(0) { $0 + $1.z } / Double(feet.count)
    return Solid(
      feet: feet, ends: ends, walls: walls, normals: normals, roof: ground + footprint.height,
      base: footprint.base, center: center, reach: reach)
  }

  /// Twice the signed area.
  private static func area(_ ring: [Vec2]) -> Double {
    ring.indices.reduce(0) { sum, k in
      let next = ring[(k + 1) % ring.count]
      return sum + ring[k].x * next.y - ring[k].y * next.x
    }
  }
}
