import Geometry

/// How a stack places its children along its main axis.
package struct StackRule: Hashable, Sendable {
  package enum Justify: String, CaseIterable, Sendable { case start, center, end, between, around }
  package var isRow: Bool
  /// Pixels.
  package var gap: Double
  package var justify: Justify
  /// Pixels of the content box along the main axis.
  package var extent: Double
  /// Where the content box begins on the main axis; pixels of the canvas.
  package var start = 0.0

  package init(isRow: Bool, gap: Double, justify: Justify, extent: Double) {
    self.isRow = isRow
    self.gap = gap
    self.justify = justify
    self.extent = extent
  }

  /// Where children of the given extents begin, from the start of the content box.
  package func positions(_ extents: [Double]) -> [Double] {
    let count = Double(extents.count)
    let free = max(0, extent - extents.reduce(0, +) - gap * max(0, count - 1))
    var pen = 0.0
    var step = gap
    switch justify {
    case .start: break
    case .center: pen = free / 2
    case .end: pen = free
    case .between:
      if count > 1 { step += free / (count - 1) }
    case .around:
      if count > 0 {
        pen = free / count / 2
        step += free / count
      }
    }
    return extents.map { extent in
      defer { pen += extent + step }
      return pen
    }
  }
}
