import Geometry
import Scenes

/// What a world node needs for one frame besides its `WorldSpec`.
package struct WorldState: Sendable {
  package var camera: PerspectiveCamera
  /// Metres along the shown path: the bright line ends exactly here.
  package var shownDistance: Double
  /// Local metres of the dot.
  package var runner: Vec2
  /// Seconds of video since the scene began, for the slow ring of the dot.
  package var time: Double
  /// 0…1: how much of the faint route has drawn itself (an intro).
  package var reveal: Double
  /// 0…1: how strongly the whole line glows (an outro).
  package var finale: Double
  package var fog: Double
  /// Line and marks of this frame, where they change; nil for those of the `WorldSpec`.
  package var route: RouteStyle?
  package var markers: [MarkerSpec]?
  /// Names on the map.
  package var labels: [LabelState] = []
  /// What lies over the node: small captions keep out from under it.
  package var covers: [Cover] = []
  package init(camera: PerspectiveCamera, shownDistance: Double, runner: Vec2) {
    self.camera = camera
    self.shownDistance = shownDistance
    self.runner = runner
    time = 0
    reveal = 1
    finale = 0
    fog = 0.3
  }
}
