import Geometry
import Templates

/// Reads what moves a node as a whole.
struct MotionReader {
  let node: LayoutNode
  private var reader: PropertyReader { node.reader }
  private var scope: BuildScope { reader.scope }

  /// What a parent hands down to its children: the window, and entrances that come child by child.
  struct Inherited {
    var from = 0.0
    var to = Double.infinity
    var enter: Motion?
    var exit: Motion?
    var appearance: Appearance?
    /// Place among the siblings, and their number.
    var place = 0
    var count = 1
  }

  func motion(_ inherited: Inherited) -> NodeMotion {
    var motion = NodeMotion()
    motion.opacity = reader.animatedNumber("opacity", 1)
    motion.rotation = reader.animatedNumber("rotate", 0)
    motion.scale = reader.animatedNumber("scale", 1)
    motion.origin = reader.choice("origin", NinePoint.center).share
    motion.isClipped = reader.flag("clip")
    motion.from = max(reader.time("from", .seconds(0)), inherited.from)
    motion.to = min(reader.has("to") ? reader.time("to", .beforeEnd(0)) : scope.sceneDuration, inherited.to)
    motion.to = max(motion.to, motion.from)
    if case .live(let expression) = reader["when"] {
      motion.visibility = expression
      motion.collapses = reader.flag("collapse")
    }
    motion.enter = own("enter") ?? part(inherited.enter, inherited.place)
    // Delays of exits count back from the end: the first child leaves first.
    motion.exit = own("exit") ?? part(inherited.exit, inherited.count - 1 - inherited.place)
    motion.appearance = appearance() ?? inherited.appearance
    readGeometry(&motion)
    return motion
  }

  /// The motion that the node itself makes: not that of its children.
  private func own(_ name: String) -> Motion? {
    guard let motion = move(name) else { return nil }
    return motion.part == .child && !node.children.isEmpty ? nil : motion
  }

  /// What children inherit from this node, whose own motion is known.
  func handedDown(_ motion: NodeMotion) -> Inherited {
    var inherited = Inherited(from: motion.from, to: motion.to, count: node.children.count)
    guard !node.children.isEmpty else { return inherited }
    if let enter = move("enter"), enter.part == .child { inherited.enter = enter }
    if let exit = move("exit"), exit.part == .child { inherited.exit = exit }
    if inherited.enter != nil || inherited.exit != nil { inherited.appearance = motion.appearance }
    return inherited
  }

  private func part(_ motion: Motion?, _ place: Int) -> Motion? {
    guard var motion else { return nil }
    motion.part = .node
    motion.delay += motion.stagger * Double(place)
    motion.stagger = 0
    return motion
  }

  private func move(_ name: String) -> Motion? {
    guard let map = reader.submap(name) else {
      return reader.word(name).flatMap { Motion.Preset(rawValue: $0) }.flatMap { preset in
        guard preset != .none else { return nil }
        var motion = Motion()
        motion.preset = preset
        motion.duration *= scope.timeScale
        motion.distance *= scope.unit
        return motion
      }
    }
    var motion = Motion()
    motion.preset = map.choice("preset", .fade)
    guard motion.preset != .none else { return nil }
    motion.duration = map.seconds("duration", 0.5)
    motion.delay = map.seconds("delay", 0)
    motion.easing = map.easing("ease", .named(.cubic, .out))
    motion.stagger = map.seconds("stagger", 0)
    motion.part = map.choice("by", .node)
    motion.distance = map.pixels("distance", 48)
    return motion
  }

  private func appearance() -> Appearance? {
    guard let map = reader.submap("appear"),
      let event = map.word("each").flatMap({ Appearance.Event(rawValue: $0) })
    else { return nil }
    return Appearance(event: event, hold: map.seconds("hold", 2))
  }

  private func readGeometry(_ motion: inout NodeMotion) {
    let parent = node.parent.map { $0.padding.inner($0.frame ?? scope.canvas) } ?? scope.canvas
    func pixels(_ value: ResolvedValue, _ extent: Double) -> Double? {
      PropertyReader.length(value).flatMap { scope.pixels($0, of: extent) }
    }
    if let keys = reader.keyframes("width", convert: { pixels($0, parent.width) }) {
      motion.width = .keys(keys)
    }
    if let keys = reader.keyframes("height", convert: { pixels($0, parent.height) }) {
      motion.height = .keys(keys)
    }
    if let keys = reader.keyframes(
      "size", convert: { reader.vector($0, of: Vec2(parent.width, parent.height)) })
    {
      motion.width = Animated.keys(keys).map(\.x)
      motion.height = Animated.keys(keys).map(\.y)
    }
    let isFree = !(node.parent?.isStack ?? false)
    if motion.width != nil || motion.height != nil, isFree { motion.sizeOrigin = Placement(reader).own.share }
    guard isFree, let place = reader.submap("place") else { return }
    let size = Vec2(parent.width, parent.height)
    let rest = place.vector(place["offset"], of: size) ?? .zero
    if let keys = place.keyframes("offset", convert: { place.vector($0, of: size) }) {
      motion.offset = Animated.keys(keys).map { $0 - rest }
    }
  }
}
