import Geometry

/// One of the nine named points of a box.
enum NinePoint: String, CaseIterable {
  case topLeft = "top-left", top, topRight = "top-right"
  case left, center, right
  case bottomLeft = "bottom-left", bottom, bottomRight = "bottom-right"

  /// Share of the box.
  var share: Vec2 {
    switch self {
    case .topLeft: return Vec2(0, 0)
    case .top: return Vec2(0.5, 0)
    case .topRight: return Vec2(1, 0)
    case .left: return Vec2(0, 0.5)
    case .center: return Vec2(0.5, 0.5)
    case .right: return Vec2(1, 0.5)
    case .bottomLeft: return Vec2(0, 1)
    case .bottom: return Vec2(0.5, 1)
    case .bottomRight: return Vec2(1, 1)
    }
  }
}
