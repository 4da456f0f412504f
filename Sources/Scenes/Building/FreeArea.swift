import Geometry

/// The part of a world's box that the scene's texts and charts leave free: there an overview shows the whole route.
struct FreeArea {
  /// Shares of the box.
  private(set) var rect: Rect
  private let anchor: Vec2
  /// Least share of either side.
  private static let least = 0.3
  /// Share kept between the area and a text.
  private static let gap = 0.02

  /// - Parameters:
  ///   - start: The area to begin with, as shares of the box.
  ///   - box: The world's box in pixels of the canvas.
  ///   - anchor: Where the runner stands later, as a share: an area around it is better than one far off.
  ///   - roots: Nodes of the scene, laid out.
  init(_ start: Rect, box: Rect, anchor: Vec2, roots: [LayoutNode]) {
    rect = start
    self.anchor = anchor
    guard box.width > 0, box.height > 0 else { return }
    var covers = roots.compactMap { FreeArea.cover($0) }.map { cover in
      Rect(
        x: (cover.x - box.x) / box.width, y: (cover.y - box.y) / box.height, width: cover.width / box.width,
        height: cover.height / box.height)
    }
    covers.sort { $0.width * $0.height > $1.width * $1.height }
    for cover in covers { cut(cover) }
  }

  /// Cuts off the side that costs least.
  private mutating func cut(_ cover: Rect) {
    guard let common = rect.intersection(cover), common.width > 0, common.height > 0 else { return }
    let gap = FreeArea.gap
    let parts = [
      Rect(x: rect.x, y: rect.y, width: rect.width, height: cover.y - gap - rect.y),
      Rect(x: rect.x, y: cover.maxY + gap, width: rect.width, height: rect.maxY - cover.maxY - gap),
      Rect(x: rect.x, y: rect.y, width: cover.x - gap - rect.x, height: rect.height),
      Rect(x: cover.maxX + gap, y: rect.y, width: rect.maxX - cover.maxX - gap, height: rect.height),
    ].filter { $0.width >= FreeArea.least && $0.height >= FreeArea.least }
    guard let best = parts.max(by: { worth($0) < worth($1) }) else { return }
    rect = best
  }

  private func worth(_ part: Rect) -> Double {
    part.width * part.height * max(0.1, 1 - part.center.distance(to: anchor))
  }

  /// What a node covers with things to read; pixels of the canvas. Pop-ups come and go and do not count.
  private static func cover(_ node: LayoutNode) -> Rect? {
    guard !node.reader.has("appear"), let frame = node.frame else { return nil }
    switch node.kind {
    case .text:
      guard let text = node.text else { return nil }
      let width = min(text.setting(boxWidth: frame.width, scale: node.textScale).box.x, frame.width)
      let free = frame.width - width
      let shift: Double
      switch text.style.alignment {
      case .start: shift = 0
      case .center: shift = free / 2
      case .end: shift = free
      }
      return Rect(x: frame.x + shift, y: frame.y, width: width, height: frame.height)
    case .chart, .table, .gauge, .minimap: return frame
    case .group, .stack, .repeat:
      return node.children.compactMap { cover($0) }.reduce(nil as Rect?) { $0?.union($1) ?? $1 }
    case .image, .shape, .spacer, .world: return nil
    }
  }

  /// The area, made large enough for the runner's place.
  var withAnchor: Rect {
    let margin = 0.04
    return rect.union(
      Rect(x: anchor.x - margin, y: anchor.y - margin, width: 2 * margin, height: 2 * margin))
  }
}
