import Drawing
import Geometry
import Pixels
import Scenes
import Simulation

/// Draws a world node: ground and haze, the route, its markers. One for each worker.
package final class WorldRenderer {
  private let geometry: RouteGeometry
  private let route: RouteRenderer
  private let captions: CaptionRenderer

  /// A renderer for pictures of a size in pixels.
  package init(geometry: RouteGeometry, fonts: FontSet, width: Int, height: Int) throws(CairoError) {
    self.geometry = geometry
    captions = CaptionRenderer(fonts: fonts)
    route = try RouteRenderer(geometry: geometry, width: width, height: height)
  }

  /// Draws one frame of the node into its box (pixels).
  package func draw(
    _ state: WorldState, spec: WorldSpec, box: Rect, unit: Double, into buffer: PixelBuffer, context: Context
  ) throws(CairoError) {
    let projection = PerspectiveProjection(camera: state.camera, viewport: box)
    let isHidden: (Vec2, Double) -> Bool = { _, _ in false }
    try context.saved { () throws(CairoError) in
      context.clip(to: box)
      try route.draw(
        RouteRenderer.Frame(
          projection: projection, style: spec.route, unit: unit, shownDistance: state.shownDistance,
          reveal: state.reveal, finale: state.finale, ground: spec.ground.colors, isHidden: isHidden),
        into: buffer, context: context)
      let markers = MarkerRenderer(
        geometry: geometry, projection: projection, unit: unit, ground: spec.ground.colors, isHidden: isHidden
      )
      let texts = markers.draw(
        spec.markers, shownDistance: state.shownDistance, time: state.time, finale: state.finale,
        reveal: state.reveal, context: context)
      try captions.draw(texts, halo: spec.ground.colors.near, context: context)
    }
    try context.check("cannot draw the world")
  }
}
