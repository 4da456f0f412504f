import Drawing
import Geometry
import Pixels
import Scenes
import Simulation

/// What the workers share of a world node: made once for a film.
package struct WorldAssets: Sendable {
  package let geometry: RouteGeometry
  package let ground: GroundRenderer
  /// Nil where none stand.
  package let buildings: BuildingLayer?
  let light: GroundLight
  /// Credits of the map data that it shows.
  package let attribution: [String]
  package init(
    geometry: RouteGeometry, ground: GroundRenderer, buildings: BuildingLayer? = nil,
    light: GroundLight = .day,
    attribution: [String] = []
  ) {
    self.geometry = geometry
    self.ground = ground
    self.buildings = buildings
    self.light = light
    self.attribution = attribution
  }
}

/// Draws a world node: ground and haze, buildings, the route, its markers. One for each worker.
package final class WorldRenderer {
  private let assets: WorldAssets
  private let captions: CaptionRenderer
  private let labels: LabelRenderer
  private let buildings: BuildingRenderer?
  private let unit: Double
  /// By picture size.
  private var routes: [Int: RouteRenderer] = [:]

  /// - Parameter unit: Pixels per design unit.
  package init(assets: WorldAssets, fonts: FontSet, unit: Double) throws(CairoError) {
    self.assets = assets
    self.unit = unit
    captions = CaptionRenderer(fonts: fonts)
    labels = LabelRenderer(fonts: fonts)
    buildings = assets.buildings.map { BuildingRenderer(layer: $0, light: assets.light, unit: unit) }
  }

  /// Draws one frame of the node over all of `buffer`; `context` draws into it with the identity transform.
  package func draw(_ state: WorldState, spec: WorldSpec, into buffer: PixelBuffer, context: Context)
    throws(CairoError)
  {
    let box = Rect(x: 0, y: 0, width: Double(buffer.width), height: Double(buffer.height))
    let projection = PerspectiveProjection(camera: state.camera, viewport: box)
    let ground = assets.ground
    let isHidden: (Vec2, Double) -> Bool = { ground.isHidden(at: $0, depth: $1, in: projection) }
    context.surface.flush()
    ground.draw(camera: state.camera, fog: state.fog, into: buffer)
    buildings?.draw(projection, spec: spec, fog: state.fog, into: buffer)
    context.surface.markDirty()
    try context.saved { () throws(CairoError) in
      context.clip(to: box)
      try route(for: buffer).draw(
        RouteRenderer.Frame(
          projection: projection, style: state.route ?? spec.route, unit: unit,
          shownDistance: state.shownDistance,
          reveal: state.reveal, finale: state.finale, ground: spec.ground.colors, isHidden: isHidden),
        into: buffer, context: context)
      let markers = MarkerRenderer(
        geometry: assets.geometry, projection: projection, unit: unit, ground: spec.ground.colors,
        isHidden: isHidden, covers: state.covers)
      let texts = markers.draw(
        state.markers ?? spec.markers, shownDistance: state.shownDistance, time: state.time,
        finale: state.finale,
        reveal: state.reveal, context: context)
      try labels.draw(state.labels, context: context)
      try captions.draw(texts, halo: spec.ground.colors.near, context: context)
    }
    try context.check("cannot draw the world")
  }

  private func route(for buffer: PixelBuffer) throws(CairoError) -> RouteRenderer {
    let key = buffer.width << 16 | buffer.height
    if let kept = routes[key] { return kept }
    let made = try RouteRenderer(geometry: assets.geometry, width: buffer.width, height: buffer.height)
    routes[key] = made
    return made
  }
}
