import Geometry
import Templates

/// Reads the `camera` of a world node.
struct CameraReader {
  let reader: PropertyReader
  /// The world's box in pixels of the canvas.
  let box: Rect
  /// All nodes of the scene, laid out.
  let roots: [LayoutNode]

  func spec() -> CameraSpec {
    var camera = CameraSpec()
    let isClassic = reader.word("style") == "classic"
    camera.style = isClassic ? .classic : .cinematic
    camera.follow = reader.choice("follow", .runner)
    camera.heading = reader.choice("heading", .course)
    camera.classic.ease = reader.number("ease", camera.classic.ease)
    camera.classic.lookahead = reader.number("lookahead", camera.classic.lookahead)
    camera.classic.turnGain = reader.number("turn_gain", camera.classic.turnGain)
    camera.classic.maxTurn = reader.number("max_turn", camera.classic.maxTurn)
    camera.pitch = reader.degrees("pitch", camera.pitch)
    camera.distance = reader.optionalNumber("distance")
    camera.fieldOfView = reader.degrees("fov", camera.fieldOfView)
    camera.headingOffset = reader.degrees("heading_offset", 0)
    camera.anchor = reader.share("anchor", isClassic ? Vec2(0.5, 0.5) : camera.anchor)
    camera.smooth = reader.seconds("smooth", camera.smooth)
    camera.lead = reader.number("lead", camera.lead)
    camera.maxTurnRate =
      reader.number("max_turn_rate", camera.maxTurnRate)
    camera.intro = overview("intro")
    camera.outro = overview("outro")
    let area = freeArea(anchor: camera.anchor)
    camera.overviewArea = area.rect
    camera.safeArea = area.withAnchor
    let number = { (value: ResolvedValue) in PropertyReader.number(value) }
    camera.keys.pitch = reader.keyframes("pitch", convert: number)
    camera.keys.distance = reader.keyframes("distance", convert: number)
    camera.keys.fieldOfView = reader.keyframes("fov", convert: number)
    camera.keys.headingOffset = reader.keyframes("heading_offset", convert: number)
    camera.keys.lead = reader.keyframes("lead", convert: number)
    return camera
  }

  /// `intro` is the whole of it, `intro_hold` the part in which the overview stands.
  private func overview(_ name: String) -> CameraSpec.Overview? {
    let total = min(reader.seconds(name, 0), reader.scope.sceneDuration)
    guard total > 0 else { return nil }
    let hold = min(max(reader.seconds("\(name)_hold", 0), 0), total)
    return CameraSpec.Overview(hold: hold, blend: total - hold)
  }

  /// The part of the box that texts leave free, as shares.
  private func freeArea(anchor: Vec2) -> FreeArea {
    guard box.width > 0, box.height > 0 else {
      return FreeArea(CameraSpec().safeArea, box: box, anchor: anchor, roots: [])
    }
    let safe = reader.scope.safe
    let top = max(0.06, (safe.y - box.y) / box.height * 0.9)
    let bottom = min(0.92, (safe.maxY - box.y) / box.height)
    let start = Rect(x: 0.07, y: top, width: 0.86, height: max(0.2, bottom - top))
    return FreeArea(start, box: box, anchor: anchor, roots: roots)
  }
}
