import Geometry

/// Leaves out of rings and lines what lies outside a window, without moving anything inside: edges that reach into the
/// window stay as they are, so that a shape has the same pixels however much of it is drawn.
struct RingCulling {
  /// Pixels beyond which the rasteriser's coordinates end; what lies there is cut.
  private static let limit = 1e6

  private let window: Rect
  private var cutting = PolygonClipping(
    low: Vec2(-RingCulling.limit, -RingCulling.limit), high: Vec2(RingCulling.limit, RingCulling.limit))
  private var kept: [Vec2] = []

  init(window: Rect) { self.window = window }

  /// Sides of the window beyond which a point lies, a bit each.
  private func sides(_ p: Vec2) -> UInt8 {
    (p.x < window.x ? 1 : 0) | (p.x > window.maxX ? 2 : 0) | (p.y < window.y ? 4 : 0)
      | (p.y > window.maxY ? 8 : 0)
  }

  /// Leaves out vertices between two others that lie beyond the same side of the window: the straight way between those
  /// lies beyond it too.
  mutating func cull(_ ring: inout [Vec2]) {
    cutting.clip(ring: &ring)
    guard ring.count > 3, let last = ring.last else { return }
    kept.removeAll(keepingCapacity: true)
    var (before, here) = (sides(last), sides(ring[0]))
    for index in ring.indices {
      // `before` is that of the last vertex that stayed; after the last comes the first that stayed.
      let after = sides(index + 1 < ring.count ? ring[index + 1] : kept.first ?? ring[0])
      if before & here & after == 0 {
        kept.append(ring[index])
        before = here
      }
      here = after
    }
    swap(&ring, &kept)
  }

  /// A segment that may touch the window, whole; nil for one that does not.
  func segment(from a: Vec2, to b: Vec2) -> (Vec2, Vec2)? {
    guard sides(a) & sides(b) == 0 else { return nil }
    let isFar =
      max(max(abs(a.x), abs(a.y)), max(abs(b.x), abs(b.y))) > RingCulling.limit
    return isFar ? cutting.clip(from: a, to: b) : (a, b)
  }
}
