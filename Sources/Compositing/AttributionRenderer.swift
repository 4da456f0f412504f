import Drawing
import Geometry
import Scenes
import Simulation

extension Film {
  /// Where the credits of map data will stand, for what must keep out from under them; pixels of the canvas.
  package func creditPlates(_ worlds: [Int: WorldAssets]) throws(CairoError) -> [Rect] {
    let credits = worlds.mapValues(\.attribution)
    guard credits.values.contains(where: { !$0.isEmpty }) else { return [] }
    let renderer = AttributionRenderer(film: self, credits: credits, fonts: try FontSet())
    var plates: [Rect] = []
    for scene in scenes {
      if let plate = try renderer.plate(of: FilmSimulation.worlds(in: scene.nodes).map(\.node.index)) {
        plates.append(plate)
      }
    }
    return plates
  }
}

/// Sets the credit of map data over everything else, once a frame and wherever such data shows. One for each worker; the
/// place is the same in the whole film.
final class AttributionRenderer {
  private let film: Film
  /// By world node.
  private let credits: [Int: [String]]
  private let fonts: FontSet
  private var settings: [String: Setting] = [:]

  /// A laid out credit and where it stands.
  private struct Setting {
    var layout: TextLayout
    var plate: Rect
    var origin: Vec2
  }

  init(film: Film, credits: [Int: [String]], fonts: FontSet) {
    self.film = film
    self.credits = credits.filter { !$0.value.isEmpty }
    self.fonts = fonts
  }

  /// Draws the credits of the worlds that a frame shows; they come and go with their worlds' fades.
  func draw(for state: FrameState, context: Context) throws(CairoError) {
    guard !credits.isEmpty else { return }
    var shown: [String] = []
    var visibility = 0.0
    for layer in state.layers where layer.opacity > 0 {
      for item in layer.items { collect(item, layer.opacity, &shown, &visibility) }
    }
    guard !shown.isEmpty else { return }
    let setting = try setting(of: shown.joined(separator: " · "))
    // Fully there long before the map is.
    let opacity = min(1, visibility * 4)
    let style = film.attribution
    context.newPath()
    context.addRoundedRect(setting.plate, radius: 0.28 * setting.plate.height)
    context.setColor(style.plate.opacity(opacity))
    context.fill()
    context.draw(setting.layout, at: setting.origin, color: style.color.opacity(opacity))
  }

  /// The plate of the credits of some worlds that show together; nil where they need none.
  func plate(of worlds: [Int]) throws(CairoError) -> Rect? {
    var shown: [String] = []
    for world in worlds {
      for credit in credits[world] ?? [] where !shown.contains(credit) { shown.append(credit) }
    }
    return shown.isEmpty ? nil : try setting(of: shown.joined(separator: " · ")).plate
  }

  private func collect(
    _ item: DrawItem, _ opacity: Double, _ shown: inout [String], _ visibility: inout Double
  ) {
    let opacity = opacity * item.opacity
    guard opacity > 0.001, item.reveal > 0 else { return }
    if case .world = item.content, let credits = credits[item.node.index] {
      for credit in credits where !shown.contains(credit) { shown.append(credit) }
      visibility = max(visibility, opacity)
    }
    for child in item.children { collect(child, opacity, &shown, &visibility) }
  }

  // MARK: Where it stands

  private func setting(of text: String) throws(CairoError) -> Setting {
    if let kept = settings[text] { return kept }
    let safe = film.safeArea
    let obstacles = self.obstacles
    let places: [AttributionStyle.Place] =
      film.attribution.place == .auto
      ? AttributionStyle.Place.allCases.filter { $0 != .auto } : [film.attribution.place]
    var best: (setting: Setting, covered: Double)?
    // In one line, else in as many as a part of the width takes.
    search: for share in [1, 0.5, 0.34] {
      for place in places {
        let setting = try laidOut(text, place: place, width: safe.width * share)
        let covered = obstacles.reduce(0) { sum, obstacle in
          sum + (obstacle.intersection(setting.plate).map { $0.width * $0.height } ?? 0)
        }
        if covered < best?.covered ?? .infinity { best = (setting, covered) }
        if covered == 0 { break search }
      }
    }
    let setting: Setting
    if let best {
      setting = best.setting
    } else {
      setting = try laidOut(text, place: .bottomRight, width: safe.width)
    }
    settings[text] = setting
    return setting
  }

  private func laidOut(
    _ text: String, place: AttributionStyle.Place, width: Double
  ) throws(CairoError) -> Setting {
    let safe = film.safeArea
    // Smaller letters than these are no credit, however small the film is.
    let size = max(9, film.attribution.size * film.unit)
    let padding = Vec2(0.6 * size, 0.34 * size)
    var block = TextBlock(text, face: FontFace(families: ["Inter"], weight: 500), size: size)
    block.width = max(width - 2 * padding.x, 8 * size)
    let isLeft = place == .topLeft || place == .bottomLeft
    let isMiddle = place == .top || place == .bottom
    var layout = try TextLayout(block, fonts: fonts)
    // As wide as its words, so that the alignment is the plate's own.
    block.width = layout.ink.width.rounded(.up) + 2
    block.alignment = isLeft ? .start : isMiddle ? .center : .end
    layout = try TextLayout(block, fonts: fonts)
    let outer = layout.size + padding * 2
    let plateSize = Vec2(outer.x.rounded(.up), outer.y.rounded(.up))
    let x = isLeft ? safe.x : isMiddle ? safe.center.x - plateSize.x / 2 : safe.maxX - plateSize.x
    let isTop = place == .top || place == .topLeft || place == .topRight
    let y = isTop ? safe.y.rounded(.up) : (safe.maxY - plateSize.y).rounded(.down)
    let plate = Rect(
      x: x.rounded(isLeft ? .up : .down), y: y, width: plateSize.x, height: plateSize.y)
    return Setting(layout: layout, plate: plate, origin: Vec2(plate.x, plate.y) + padding)
  }

  /// What else may be read while a credited map shows: the resting boxes of everything but worlds, shapes and groups.
  private var obstacles: [Rect] {
    var boxes: [Rect] = []
    func collect(_ node: SceneNode) {
      switch node.content {
      case .text, .image, .chart, .gauge, .table, .minimap: boxes.append(node.box)
      case .world, .shape, .group, .spacer: break
      }
      node.children.forEach(collect)
    }
    func showsCredit(_ node: SceneNode) -> Bool {
      credits[node.index] != nil || node.children.contains(where: showsCredit)
    }
    for scene in film.scenes where scene.nodes.contains(where: showsCredit) { scene.nodes.forEach(collect) }
    // A breath between letters.
    return boxes.map { $0.inset(by: -8 * film.unit) }
  }
}
