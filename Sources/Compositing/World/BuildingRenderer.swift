import Basemap
import CRaster
import Geometry
import Pixels
import Scenes

/// Draws buildings over the ground: walls in the light, roofs, hazy and fading with distance. One for each worker.
final class BuildingRenderer {
  private let layer: BuildingLayer
  private let light: GroundLight
  /// Pixels per design unit.
  private let unit: Double
  private var faces: [craster_face] = []
  private var points: [Float] = []
  private var ends: [Int32] = []

  init(layer: BuildingLayer, light: GroundLight, unit: Double) {
    self.layer = layer
    self.light = light
    self.unit = unit
  }

  /// Metres a design unit at the target: nearer than the first all stand, farther than the second none does.
  private static let scales = (near: 0.55, far: 1.1)
  /// Distances in camera distances between which buildings sink into the map.
  private static let depths = (near: 1.35, far: 2.1)
  /// Most buildings of a picture; the nearest stay.
  private static let limit = 6000

  func draw(_ projection: PerspectiveProjection, spec: WorldSpec, fog: Double, into buffer: PixelBuffer) {
    let camera = projection.camera
    let presence = BuildingRenderer.presence(projection, unit: unit)
    guard presence > 0 else { return }
    faces.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    let colors = Palette(spec.ground.colors, light: light)
    let haze = light.haze?.on(spec.skyHorizon) ?? spec.skyHorizon
    for (solid, depth) in visible(projection) {
      let relative = depth / camera.distance
      let share =
        presence
        * BuildingRenderer.fall(relative, BuildingRenderer.depths.near, BuildingRenderer.depths.far)
      // The ground's own haze.
      let thin = relative > 1 ? (relative - 1) * (0.25 + fog) * 0.42 : 0
      add(
        solid, share: share, colors: colors, haze: (haze, thin * thin / (0.6 + thin * thin)),
        projection: projection)
    }
    guard !faces.isEmpty else { return }
    buffer.withUnsafeMemory { memory, bytesPerRow in
      _ = craster_faces_fill(
        faces, Int32(faces.count), points, ends, memory, Int32(bytesPerRow / 4), Int32(buffer.width),
        Int32(buffer.height))
    }
  }

  /// 1 before `near`, 0 beyond `far`, smooth in between.
  private static func fall(_ value: Double, _ near: Double, _ far: Double) -> Double {
    let t = min(max((far - value) / (far - near), 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// Buildings that may be in the picture with their depths, the farthest first.
  private func visible(_ projection: PerspectiveProjection) -> [(BuildingLayer.Solid, Double)] {
    let isOutside = BuildingRenderer.sides(of: projection)
    var found: [(solid: BuildingLayer.Solid, depth: Double, order: Int)] = []
    for cell in BuildingRenderer.cells(projection) {
      for solid in layer.solids(in: cell) {
        let top = Vec3(solid.center, z: solid.roof)
        let radius = solid.reach + max(0, solid.roof - (solid.feet.first?.z ?? 0))
        guard let depth = isOutside(top, radius), depth - radius > projection.near * 2 else { continue }
        found.append((solid, depth, found.count))
      }
    }
    found.sort { $0.depth != $1.depth ? $0.depth > $1.depth : $0.order < $1.order }
    return found.suffix(BuildingRenderer.limit).map { ($0.solid, $0.depth) }
  }

  /// The cells whose buildings may be in a picture of a size; none where none stands so far away.
  static func cells(_ projection: PerspectiveProjection, unit: Double) -> [BuildingCell] {
    presence(projection, unit: unit) > 0 ? cells(projection) : []
  }

  /// How much of their height buildings have, by the camera's distance: 0…1.
  private static func presence(_ projection: PerspectiveProjection, unit: Double) -> Double {
    fall(projection.camera.distance / projection.focal * unit, scales.near, scales.far)
  }

  private static func cells(_ projection: PerspectiveProjection) -> [BuildingCell] {
    let camera = projection.camera
    let isOutside = sides(of: projection)
    let reach = depths.far * camera.distance
    let side = BuildingCell.side
    let low = BuildingCell(containing: camera.target.xy - Vec2(reach, reach))
    let high = BuildingCell(containing: camera.target.xy + Vec2(reach, reach))
    guard high.ix - low.ix < 64, high.iy - low.iy < 64 else { return [] }
    var cells: [BuildingCell] = []
    for iy in low.iy...high.iy {
      for ix in low.ix...high.ix {
        let cell = BuildingCell(ix: ix, iy: iy)
        let middle = Vec3(cell.bounds.low + Vec2(side / 2, side / 2), z: camera.target.z)
        // Room for hills and towers.
        if isOutside(middle, side * 0.72 + 250) != nil { cells.append(cell) }
      }
    }
    return cells
  }

  /// Depth of a sphere; nil where it lies beyond one of the view's sides.
  private static func sides(of projection: PerspectiveProjection) -> (Vec3, Double) -> Double? {
    let deepest = depths.far * projection.camera.distance
    let view = projection.viewport
    return { center, radius in
      let p = projection.viewSpace(center)
      guard p.z - radius < deepest, p.z + radius > projection.near else { return nil }
      let depth = max(p.z, projection.near)
      let spread = radius * 1.5 * projection.focal / depth
      let place = projection.screen(Vec3(p.x, p.y, depth))
      guard place.x + spread > view.x, place.x - spread < view.maxX, place.y + spread > view.y,
        place.y - spread < view.maxY
      else { return nil }
      return p.z
    }
  }

  /// Appends a building's faces: the walls that are seen, far ones first, then the roof.
  private func add(
    _ solid: BuildingLayer.Solid, share: Double, colors: Palette, haze: (color: Color, share: Double),
    projection: PerspectiveProjection
  ) {
    guard share > 0.004 else { return }
    let eye = projection.eye
    // Buildings grow out of the map where they fade in.
    let lift = solid.roof - (solid.feet.reduce(0) { $0 + $1.z } / Double(max(solid.feet.count, 1)))
    let roof = solid.roof - lift * (1 - share)
    func screen(_ point: Vec3) -> Vec2 { projection.screen(projection.viewSpace(point)) }
    let tops = solid.feet.map { screen(Vec3($0.x, $0.y, roof)) }
    var walls: [(index: Int, next: Int, depth: Double)] = []
    var start = 0
    for end in solid.ends {
      for index in start..<end where solid.walls[index] {
        let foot = solid.feet[index]
        let facing = solid.normals[index].dot(Vec2(eye.x - foot.x, eye.y - foot.y))
        guard facing > 0 else { continue }
        let next = index + 1 < end ? index + 1 : start
        let middle = (foot + solid.feet[next]) * 0.5
        walls.append((index, next, (middle - eye).dot(projection.forward)))
      }
      start = end
    }
    walls.sort { $0.depth != $1.depth ? $0.depth > $1.depth : $0.index < $1.index }
    let alpha = min(1, share * 2)
    for wall in walls {
      let (a, b) = (solid.feet[wall.index], solid.feet[wall.next])
      let low = solid.base * share
      append(
        [
          tops[wall.index], tops[wall.next], screen(Vec3(b.x, b.y, b.z + low)),
          screen(Vec3(a.x, a.y, a.z + low)),
        ], color: colors.wall(solid.normals[wall.index], light: light).mix(haze.color, haze.share),
        alpha: alpha)
    }
    append(tops, ends: solid.ends, color: colors.roof.mix(haze.color, haze.share), alpha: alpha)
  }

  private func append(_ contour: [Vec2], ends contours: [Int]? = nil, color: Color, alpha: Double) {
    let first = points.count / 2
    for point in contour {
      points.append(Float(point.x))
      points.append(Float(point.y))
    }
    let firstEnd = ends.count
    for end in contours ?? [contour.count] { ends.append(Int32(first + end)) }
    faces.append(
      craster_face(
        first: Int32(first), count: Int32(contour.count), first_end: Int32(firstEnd),
        end_count: Int32(ends.count - firstEnd), red: Float(color.red * 255), green: Float(color.green * 255),
        blue: Float(color.blue * 255), alpha: Float(alpha)))
  }

  /// Colours of walls and roofs.
  private struct Palette {
    var roof: Color
    var lit: Color
    var shaded: Color

    init(_ colors: GroundColors, light: GroundLight) {
      if colors.isDark {
        roof = colors.building.mix(Color(hex: 0x8b9cc4), 0.2)
        lit = colors.building.mix(Color(hex: 0x8b9cc4), 0.12)
        shaded = colors.building.mix(Color(hex: 0x000000), 0.42)
      } else {
        roof = colors.building.mix(Color(hex: 0xffffff), 0.62)
        lit = colors.building.mix(Color(hex: 0xffffff), 0.2)
        shaded = colors.building.mix(Color(hex: 0x8d8271), 0.42)
      }
      lit = light.lit?.on(lit) ?? lit
      shaded = light.shaded?.on(shaded) ?? shaded
    }

    /// A wall's colour by how it faces the light.
    func wall(_ normal: Vec2, light: GroundLight) -> Color {
      let toLight = light.direction.xy
      let facing = normal.dot(toLight * (1 / max(toLight.length, 1e-6)))
      return shaded.mix(lit, 0.5 + 0.5 * facing)
    }
  }
}
