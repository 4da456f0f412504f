import Drawing
import Geometry
import Pixels
import Scenes
import Simulation

/// Draws frames. One object a worker: it keeps laid out texts and scratch pictures, but a frame's pixels never depend
/// on which frames it drew before.
package final class Compositor {
  private let film: Film
  private let texts: TextRenderer
  private let images: ImageRenderer
  private let fills = FillPainter()
  private let tables: TableRenderer
  private let worlds: [Int: WorldRenderer]
  private let attribution: AttributionRenderer
  private let scratch = ScratchPictures()

  /// - Parameters:
  ///   - worlds: What each world node needs, by node index; made once and shared by all workers.
  ///   - decode: Pixels of a PNG or JPEG file; nil where it cannot be read.
  package init(
    film: Film, worlds: [Int: WorldAssets], decode: (ImageAsset) -> PixelBuffer?
  ) throws(CairoError) {
    self.film = film
    let fonts = try FontSet(
      bundled: film.fonts.map { BundledFont(family: $0.family, name: $0.name, bytes: $0.bytes) })
    texts = TextRenderer(fonts: fonts, language: film.language)
    tables = TableRenderer(texts: texts)
    images = try ImageRenderer(film.images.map { decode($0) })
    attribution = AttributionRenderer(film: film, credits: worlds.mapValues(\.attribution), fonts: fonts)
    var renderers: [Int: WorldRenderer] = [:]
    for (index, assets) in worlds {
      renderers[index] = try WorldRenderer(assets: assets, fonts: fonts, unit: film.unit)
    }
    self.worlds = renderers
  }

  /// Draws a frame over all of `buffer`, which has the film's size. A clear background leaves it transparent.
  package func draw(_ state: FrameState, into buffer: PixelBuffer) throws(CairoError) {
    let surface = try Surface(buffer)
    let context = try Context(surface)
    let background = state.background
    if background.alpha > 0 {
      context.setBlendMode(.source)
      context.setColor(background)
      context.paint()
      context.setBlendMode(.over)
    } else {
      context.clear()
    }
    for layer in state.layers { try draw(layer, context: context) }
    try attribution.draw(for: state, context: context)
    try context.check("cannot draw a frame")
    surface.flush()
  }

  private func draw(_ layer: SceneLayer, context: Context) throws(CairoError) {
    if layer.opacity >= 1, layer.window == nil, layer.scale == 1 {
      try drawContent(of: layer, context: context)
    } else if layer.opacity > 0 {
      // In a picture of its own, so that its parts do not show through each other.
      try scratch.with(width: film.width, height: film.height) { (buffer) throws(CairoError) in
        let surface = try Surface(buffer)
        try drawContent(of: layer, context: Context(surface))
        surface.flush()
        context.saved {
          if let window = layer.window { context.clip(to: window) }
          let center = film.bounds.center
          let size = Vec2(film.bounds.width, film.bounds.height) * layer.scale
          let place = Rect(x: center.x - size.x / 2, y: center.y - size.y / 2, width: size.x, height: size.y)
          context.draw(surface, in: place, opacity: layer.opacity)
        }
      }
    }
    if let veil = layer.veil, veil.alpha > 0 {
      context.setColor(veil)
      context.paint()
    }
  }

  private func drawContent(of layer: SceneLayer, context: Context) throws(CairoError) {
    fills.fill(layer.background, in: film.bounds, radius: 0, opacity: 1, context: context)
    for item in layer.items { try draw(item, opacity: 1, context: context) }
  }

  /// Draws a node and all below it.
  private func draw(_ item: DrawItem, opacity: Double, context: Context) throws(CairoError) {
    let opacity = opacity * item.opacity
    guard opacity > 0.001, item.reveal > 0 else { return }
    context.save()
    defer { context.restore() }
    if let transform = item.transform { context.concatenate(transform) }
    if item.isClipped { context.clip(to: item.box) }
    if item.reveal < 1 {
      // Room above and below for letters that reach out of their box.
      let room = 0.3 * item.box.height
      context.clip(
        to: Rect(
          x: item.box.x, y: item.box.y - room, width: item.box.width * item.reveal,
          height: item.box.height + 2 * room))
    }
    if item.blur >= 0.3 {
      try drawBlurred(item, opacity: opacity, context: context)
    } else if opacity < 1, isLayered(item) {
      context.clip(to: item.box.inset(by: -40 * film.unit))
      try context.group(opacity: opacity) { () throws(CairoError) in
        try drawSelf(item, opacity: 1, context: context)
        for child in item.children { try draw(child, opacity: 1, context: context) }
      }
    } else {
      try drawSelf(item, opacity: opacity, context: context)
      for child in item.children { try draw(child, opacity: opacity, context: context) }
    }
  }

  /// Whether parts lie over each other, so that a fade must take them together.
  private func isLayered(_ item: DrawItem) -> Bool {
    guard !item.children.isEmpty, case .panel(let panel) = item.content else { return false }
    return !panel.fill.isEmpty || panel.border != nil
  }

  private func drawBlurred(_ item: DrawItem, opacity: Double, context: Context) throws(CairoError) {
    let reach = item.blur * 3 + 24 * film.unit
    let region = item.box.inset(by: -reach).intersection(film.bounds.inset(by: -reach))
    guard let region else { return }
    let origin = Vec2(region.x.rounded(.down), region.y.rounded(.down))
    let width = Int(region.width.rounded(.up)) + 1
    let height = Int(region.height.rounded(.up)) + 1
    try scratch.with(width: width, height: height) { (buffer) throws(CairoError) in
      let surface = try Surface(buffer)
      let inner = try Context(surface)
      inner.translate(origin * -1)
      try drawSelf(item, opacity: 1, context: inner)
      for child in item.children { try draw(child, opacity: 1, context: inner) }
      surface.flush()
      Blur.apply(to: buffer, radius: item.blur)
      surface.markDirty()
      context.draw(
        surface, in: Rect(x: origin.x, y: origin.y, width: Double(width), height: Double(height)),
        opacity: opacity)
    }
  }

  private func drawSelf(_ item: DrawItem, opacity: Double, context: Context) throws(CairoError) {
    switch (item.content, item.node.content) {
    case (.panel(let panel), _):
      fills.draw(panel, kind: .rect, in: item.box, opacity: opacity, context: context)
    case (.shape(let kind, let panel), _):
      fills.draw(panel, kind: kind, in: item.box, opacity: opacity, context: context)
    case (.text(let state), .text(let content)):
      try texts.draw(state, content: content, in: item.box, opacity: opacity, context: context)
    case (.image(let state), .image(let content)):
      images.draw(state, content: content, in: item.box, opacity: opacity, context: context)
    case (.chart(let state), .chart(let content)):
      ChartRenderer(content: content, unit: film.unit).draw(
        state, in: item.box, opacity: opacity, context: context)
    case (.gauge(let state), .gauge(let content)):
      GaugeRenderer.draw(state, kind: content.kind, in: item.box, opacity: opacity, context: context)
    case (.table(let state), .table(let content)):
      try tables.draw(state, content: content, in: item.box, opacity: opacity, context: context)
    case (.minimap(let state), .minimap(let content)):
      MinimapRenderer(content: content, unit: film.unit).draw(
        state, in: item.box, opacity: opacity, context: context)
    case (.world(let state), .world(let content)):
      try drawWorld(state, content: content, item: item, opacity: opacity, context: context)
    default: break
    }
  }

  private func drawWorld(
    _ state: WorldState, content: WorldContent, item: DrawItem, opacity: Double, context: Context
  ) throws(CairoError) {
    guard let renderer = worlds[item.node.index] else { return }
    let buffer = context.surface.buffer
    let isWhole =
      item.box == Rect(x: 0, y: 0, width: Double(buffer.width), height: Double(buffer.height))
      && opacity >= 1 && context.transform == .identity
    if isWhole {
      try renderer.draw(state, spec: content.spec, into: buffer, context: context)
      return
    }
    let (width, height) = Compositor.worldSize(item.box)
    try scratch.with(width: width, height: height) { (inner) throws(CairoError) in
      let surface = try Surface(inner)
      try renderer.draw(state, spec: content.spec, into: inner, context: Context(surface))
      surface.flush()
      context.draw(surface, in: item.box, opacity: opacity)
    }
  }
}

extension Compositor {
  /// Pixels of the picture that a world node is drawn in.
  package static func worldSize(_ box: Rect) -> (width: Int, height: Int) {
    func pixels(_ side: Double) -> Int { min(max(Int(side.rounded()), 1), 8192) }
    return (pixels(box.width), pixels(box.height))
  }
}

/// Pictures that are used for a moment and kept for the next time, by size.
final class ScratchPictures {
  private struct Size: Hashable {
    var width: Int
    var height: Int
  }
  private var free: [Size: [PixelBuffer]] = [:]

  /// Lends a transparent picture.
  func with(width: Int, height: Int, _ body: (PixelBuffer) throws(CairoError) -> Void) throws(CairoError) {
    let size = Size(width: width, height: height)
    if free.count > 8 { free.removeAll() }
    let buffer = free[size]?.popLast() ?? PixelBuffer(width: width, height: height)
    buffer.clear()
    defer { free[size, default: []].append(buffer) }
    try body(buffer)
  }
}
