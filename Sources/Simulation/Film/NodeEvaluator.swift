import Geometry
import Routes
import Scenes
import Templates

/// Turns the scene graph at one moment into a list of things to draw.
struct NodeEvaluator {
  let context: FrameContext
  /// Pixels per design unit.
  let unit: Double
  /// Cameras of world nodes by node index.
  let cameras: [Int: CameraTrack]
  let clock: SceneClock
  /// Names on the map by world node.
  let labels: [Int: LabelPlan]

  /// The nodes that are seen, in paint order.
  func items(_ nodes: [SceneNode]) -> [DrawItem] { nodes.compactMap { item($0) } }

  /// A node, or nil where it is not seen.
  private func item(_ node: SceneNode, box placed: Rect? = nil) -> DrawItem? {
    guard let span = span(of: node), isVisible(node) else { return nil }
    let motion = node.motion
    var movesParts = false
    switch node.content {
    case .text, .table: movesParts = true
    default: break
    }
    let state = MotionState(
      motion, time: context.time, begin: span.begin, end: span.end, movesParts: movesParts, unit: unit)
    let opacity = min(max(context.value(motion.opacity), 0), 1) * state.opacity
    guard opacity > 0.001 else { return nil }
    var box = placed ?? node.box
    if let width = motion.width { box = resized(box, width: context.value(width), motion.sizeOrigin) }
    if let height = motion.height { box = resized(box, height: context.value(height), motion.sizeOrigin) }
    guard let content = content(node, box: box, since: context.time - span.begin, parts: state.parts) else {
      return nil
    }
    var item = DrawItem(node: node, box: box, content: content)
    item.opacity = opacity
    item.isClipped = motion.isClipped
    item.reveal = state.reveal
    item.blur = state.blur
    item.transform = transform(motion, state: state, box: box)
    item.children = children(of: node, movedBy: Vec2(box.x - node.box.x, box.y - node.box.y))
    return item
  }

  /// The time in which a node is shown, if that is now; scene seconds.
  private func span(of node: SceneNode) -> (begin: Double, end: Double)? {
    let motion = node.motion
    let time = context.time
    guard time >= motion.from - 1e-9 else { return nil }
    let isLast = motion.to >= context.duration - 1e-9
    guard time < motion.to - 1e-9 || isLast else { return nil }
    // A node that stays to the end of its scene leaves by the scene's own end, not by an exit.
    let end = isLast && motion.exit == nil ? Double.infinity : min(motion.to, context.duration)
    guard let appearance = motion.appearance else { return (motion.from, end) }
    guard let since = context.events.sinceLast(appearance.event, at: time), since < appearance.hold else {
      return nil
    }
    return (time - since, min(time - since + appearance.hold, end))
  }

  private func isVisible(_ node: SceneNode) -> Bool {
    node.motion.visibility.map { context.isTrue($0) } ?? true
  }

  private func transform(_ motion: NodeMotion, state: MotionState, box: Rect) -> Affine? {
    let offset = context.value(motion.offset) + state.offset
    let scale = context.value(motion.scale) * state.scale
    let rotation = context.value(motion.rotation)
    guard offset != .zero || scale != 1 || rotation != 0 else { return nil }
    var result = Affine.identity
    if scale != 1 || rotation != 0 {
      let pivot = box.point(at: motion.origin)
      result = Affine.translation(pivot * -1).then(.scaling(scale, scale))
        .then(.rotation(radians: Trigonometry.radians(rotation))).then(.translation(pivot))
    }
    return result.then(.translation(offset))
  }

  private func resized(_ box: Rect, width: Double? = nil, height: Double? = nil, _ origin: Vec2) -> Rect {
    let w = max(0, width ?? box.width)
    let h = max(0, height ?? box.height)
    return Rect(
      x: box.x + (box.width - w) * origin.x, y: box.y + (box.height - h) * origin.y, width: w, height: h)
  }

  // MARK: Children

  private func children(of node: SceneNode, movedBy shift: Vec2) -> [DrawItem] {
    guard let stacking = node.stacking,
      node.children.contains(where: { $0.motion.collapses && !isVisible($0) })
    else {
      return node.children.compactMap { child in
        item(child, box: shift == .zero ? nil : child.box.offset(by: shift))
      }
    }
    let kept = node.children.filter { !$0.motion.collapses || isVisible($0) }
    let places = stacking.positions(kept.map { stacking.isRow ? $0.box.width : $0.box.height })
    return zip(kept, places).compactMap { child, place in
      var box = child.box
      if stacking.isRow { box.x = stacking.start + place } else { box.y = stacking.start + place }
      return item(child, box: box.offset(by: shift))
    }
  }
}

extension NodeEvaluator {
  // MARK: Content

  private func content(_ node: SceneNode, box: Rect, since: Double, parts: PartMotion?) -> DrawContent? {
    switch node.content {
    case .spacer: return DrawContent.none
    case .group(let panel): return .panel(self.panel(panel.fill, panel.radius, panel.border))
    case .shape(let shape): return .shape(shape.kind, panel(shape.fill, shape.radius, shape.border))
    case .text(let text): return .text(state(of: text, since: since, parts: parts))
    case .image(let image):
      return .image(
        ImageState(
          focus: context.value(image.focus), radius: context.value(image.radius),
          tint: image.tint.map { context.value($0) }))
    case .chart(let chart):
      let progress = chart.axis == .time ? timeShare : context.run.progress
      return .chart(
        ChartState(
          progress: chart.revealsWithRun ? progress : 1, line: context.line(chart.line),
          fill: context.value(chart.fill), cursor: chart.cursor.map { cursor($0) }))
    case .gauge(let gauge): return .gauge(state(of: gauge))
    case .table: return .table(TableState(rows: parts))
    case .minimap(let map):
      return .minimap(
        MinimapState(
          shownDistance: context.run.shownDistance, color: context.value(map.color),
          width: context.value(map.width), glow: context.value(map.glow), cursor: map.dot.map { cursor($0) }))
    case .world(let world): return self.world(world, node: node)
    }
  }

  private var timeShare: Double {
    clock.route.movingTime > 0
      ? min(1, context.run.movingTime / clock.route.movingTime) : context.run.progress
  }

  private func panel(_ fill: Animated<FillStyle>, _ radius: Animated<Double>, _ border: AnimatedLine?)
    -> PanelState
  {
    PanelState(
      fill: context.value(fill), radius: max(0, context.value(radius)),
      border: border.map { context.line($0) })
  }

  private func cursor(_ style: CursorStyle) -> CursorState {
    CursorState(radius: max(0, context.value(style.radius)), color: context.value(style.color))
  }

  private func state(of gauge: GaugeContent) -> GaugeState {
    let value: Double? =
      switch gauge.value {
      case .constant(let value): value
      case .live(let expression): context.number(expression)
      }
    let span = gauge.maximum - gauge.minimum
    return GaugeState(
      share: value.map { span != 0 ? min(max(($0 - gauge.minimum) / span, 0), 1) : 0 },
      track: context.line(gauge.track), line: context.line(gauge.line), sweep: context.value(gauge.sweep))
  }

  private func state(of text: TextContent, since: Double, parts: PartMotion?) -> TextState {
    var color = context.value(text.color)
    var words = ""
    switch text.source {
    case .constant(let constant): words = constant
    case .live(let live):
      let written = self.words(live, missing: text.missing)
      words = written.text
      if written.isMissing { color = text.missingColor }
    }
    if text.countUp > 0 {
      words = CountUp.text(words, share: Easing.named(.cubic, .out)(since / text.countUp))
    }
    var state = TextState(text: words, style: text.style, color: color)
    state.sizeFactor = context.value(text.sizeFactor)
    state.parts = parts
    return state
  }

  /// The words of a live text now, and whether a part of it is not known.
  private func words(_ live: LiveText, missing: String) -> (text: String, isMissing: Bool) {
    var words = ""
    var isMissing = false
    for piece in live.pieces {
      switch piece {
      case .literal(let literal): words += literal
      case .live(let expression):
        if case .text(let part) = context.evaluate(expression) {
          words += part
        } else {
          isMissing = true
          words += missing
        }
      }
    }
    return (words, isMissing)
  }

  private func apply(_ changes: WorldChanges, spec: WorldSpec, to state: inout WorldState) {
    var route = spec.route
    route.width = max(0, context.value(changes.width))
    route.color = context.value(changes.color)
    route.glow = min(max(context.value(changes.glow), 0), 1)
    state.route = route
    state.markers = zip(spec.markers, changes.markers).map { marker, change in
      var marker = marker
      marker.radius = max(0, context.value(change.radius))
      marker.color = context.value(change.color)
      if let label = change.label { marker.label = words(label, missing: "–").text }
      return marker
    }
  }

  private func world(_ world: WorldContent, node: SceneNode) -> DrawContent? {
    guard let track = cameras[node.index] else { return nil }
    var state = WorldState(
      camera: track.camera(at: context.time), shownDistance: context.run.shownDistance,
      runner: context.run.position)
    state.time = context.time
    state.reveal = track.reveal(at: context.time)
    state.finale = track.finale(at: context.time)
    state.fog = min(max(context.value(world.fog), 0), 1)
    if let plan = labels[node.index] { state.labels = plan.labels(at: context.time, camera: state.camera) }
    if let changes = world.changes { apply(changes, spec: world.spec, to: &state) }
    return .world(state)
  }
}
