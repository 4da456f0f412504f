import Basemap
import CRaster
import Geometry
import Pixels
import Routes
import Scenes

/// Draws sky, ground and haze of a perspective view without map data. Made once for a film and shared by all workers.
package final class GroundRenderer: Sendable {
  /// The ground as it is drawn, in metres with exaggeration: route and camera must use this field.
  package let surface: any HeightField

  private let grid: HeightGrid
  private let shades: [Float]?
  private let look: Look
  private let texture: GroundTexture?

  /// A renderer for a world node.
  ///
  /// - Parameters:
  ///   - spec: What lies under the run, sky and haze. Maps fall back to relief.
  ///   - route: Where the ground must have detail.
  ///   - light: What falls on hills and haze.
  ///   - heights: Metres before exaggeration; nil for level ground, which is lit like low hills.
  ///   - unit: Pixels per design unit.
  ///   - painting: The colours of the ground for the kinds `map` and `satellite`.
  package init(
    spec: WorldSpec, light: GroundLight = .day, route: ReplayRoute, heights: (any HeightField)?, unit: Double,
    painting: (any GroundPainting)? = nil
  ) {
    let isMap = spec.ground.kind == .map || spec.ground.kind == .satellite
    texture = isMap ? painting.map { GroundTexture(painting: $0, color: spec.ground.colors.near) } : nil
    // Invented hills do not shade a map.
    let isRelief =
      texture == nil
      ? spec.ground.kind != .plain && spec.ground.kind != .grid : heights != nil && !(heights is FlatField)
    if let relief = heights as? ReliefField {
      grid = relief.grid
    } else if let heights, !(heights is FlatField) {
      grid = HeightGrid(sampling: heights, around: route.path.positions)
    } else {
      grid = ReliefField(inventedAround: route).grid
    }
    let isLevel = heights == nil || heights is FlatField
    let exaggeration = min(max(spec.ground.exaggeration, 0), 10)
    if let flat = heights as? FlatField {
      surface = FlatField(level: flat.level * exaggeration)
    } else if isLevel {
      surface = FlatField()
    } else {
      surface = ExaggeratedField(field: grid, factor: exaggeration)
    }
    // Low hills are lit as if they were steeper: a flat run has a landscape too.
    let slope = max(grid.roughness, 1e-3)
    let gain = min(max(0.2 / slope, 0.9), 9)
    let breadth = max(36, grid.extent / 140)
    shades =
      isRelief
      ? grid.shades(
        craster_lighting(
          sun: (light.direction.x, light.direction.y, light.direction.z), gain: gain, ambient: 0.55,
          hollow: max(260, 2 * breadth), grain: texture == nil ? 2.6 : 0, breadth: breadth))
      : nil
    look = Look(
      spec: spec, light: light, unit: unit, isRelief: isRelief, isTextured: texture != nil,
      level: isLevel ? (surface as? FlatField)?.level ?? 0 : grid.base * exaggeration,
      exaggeration: isLevel ? 0 : exaggeration, slope: slope, range: grid.range, breadth: breadth)
  }

  /// Fills the pixels of `buffer` inside `box` (all of it by default) with the view of a camera.
  ///
  /// A pure function of the camera; several threads may draw at once into buffers of their own.
  /// - Parameter fog: Strength of the haze, 0…1; the spec's by default.
  package func draw(
    camera: PerspectiveCamera, box: Rect? = nil, fog: Double? = nil, into buffer: PixelBuffer
  ) {
    let box = box ?? Rect(x: 0, y: 0, width: Double(buffer.width), height: Double(buffer.height))
    let projection = PerspectiveProjection(camera: camera, viewport: box)
    var ground = look.ground
    if let fog { ground.fog = min(max(fog, 0), 1) }
    let left = max(0, Int(box.x.rounded(.down)))
    let top = max(0, Int(box.y.rounded(.down)))
    let right = min(buffer.width, Int(box.maxX.rounded(.up)))
    let bottom = min(buffer.height, Int(box.maxY.rounded(.up)))
    guard left < right, top < bottom else { return }
    grid.withGrid(shades: shades) { grid in
      ground.grid = grid.pointee
      var view = GroundRenderer.view(projection)
      // Without memory nothing is drawn.
      guard
        let picture = craster_picture_make(
          &ground, &view, Int32(left), Int32(top), Int32(right), Int32(bottom))
      else { return }
      defer { craster_picture_free(picture) }
      buffer.withUnsafeMemory { memory, bytesPerRow in
        if let texture {
          texture.paint(picture, memory, stride: bytesPerRow / 4)
        } else {
          _ = craster_picture_paint(picture, nil, nil, 0, 0, memory, Int32(bytesPerRow / 4))
        }
      }
    }
  }

  /// The blocks of the ground's texture that a picture of some size needs; none without a texture.
  package func blocks(camera: PerspectiveCamera, width: Int, height: Int) -> [GroundBlock] {
    guard texture != nil, width > 0, height > 0 else { return [] }
    let box = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    var view = GroundRenderer.view(PerspectiveProjection(camera: camera, viewport: box))
    var ground = look.ground
    return grid.withGrid(shades: shades) { grid in
      ground.grid = grid.pointee
      guard let picture = craster_picture_make(&ground, &view, 0, 0, Int32(width), Int32(height)) else {
        return []
      }
      defer { craster_picture_free(picture) }
      return GroundTexture.blocks(of: picture)?.map(GroundBlock.init) ?? []
    }
  }

  /// Metres along the view axis at which the ground is seen at a pixel; nil for the sky.
  package func depth(at pixel: Vec2, in projection: PerspectiveProjection) -> Double? {
    grid.withGrid(shades: nil) { grid in
      var ground = look.ground
      ground.grid = grid.pointee
      var view = GroundRenderer.view(projection)
      let depth = craster_ground_depth(&ground, &view, pixel.x, pixel.y)
      return depth > 0 ? depth : nil
    }
  }

  /// Whether the ground stands before a point seen at a pixel, by more than the line's own thickness.
  package func isHidden(at pixel: Vec2, depth: Double, in projection: PerspectiveProjection) -> Bool {
    guard look.ground.exaggeration > 0, let ground = self.depth(at: pixel, in: projection) else {
      return false
    }
    return depth > ground * 1.02 + 12
  }

  private static func view(_ projection: PerspectiveProjection) -> craster_view {
    func parts(_ v: Vec3) -> (Double, Double, Double) { (v.x, v.y, v.z) }
    return craster_view(
      eye: parts(projection.eye), right: parts(projection.right), up: parts(projection.up),
      forward: parts(projection.forward), focal: projection.focal, principal_x: projection.principal.x,
      principal_y: projection.principal.y, near: projection.near, distance: projection.camera.distance)
  }
}

/// A field of heights, exaggerated.
package struct ExaggeratedField: HeightField {
  package let field: any HeightField
  package let factor: Double
  package init(field: any HeightField, factor: Double) {
    self.field = field
    self.factor = factor
  }
  package func height(at point: Vec2) -> Double { factor * field.height(at: point) }
}
