/// The projection of a `PerspectiveCamera` into a viewport of pixels: the one used for ground, line, markers and labels.
public struct PerspectiveProjection: Hashable, Sendable {
  /// The camera it was made from.
  public let camera: PerspectiveCamera
  /// Pixels, y down.
  public let viewport: Rect
  /// The eye in local metres.
  public let eye: Vec3
  /// Unit vectors of the view: to the right of the picture, up in it, and into it.
  public let right: Vec3
  /// Up in the picture.
  public let up: Vec3
  /// The view axis, from the eye to the target.
  public let forward: Vec3
  /// Focal length in pixels.
  public let focal: Double
  /// The pixel at which the view axis meets the picture.
  public let principal: Vec2
  /// Depth in metres below which nothing is drawn.
  public let near: Double

  /// A projected point.
  @frozen
  public struct Projected: Hashable, Sendable {
    /// Pixels.
    public var position: Vec2
    /// Metres along the view axis, always positive.
    public var depth: Double
    /// A projected point from its parts.
    @inlinable public init(position: Vec2, depth: Double) {
      self.position = position
      self.depth = depth
    }
  }

  /// The projection of a camera into a viewport in pixels.
  public init(camera: PerspectiveCamera, viewport: Rect) {
    self.camera = camera
    self.viewport = viewport
    let pitch = Trigonometry.radians(camera.pitch)
    let heading = Trigonometry.radians(camera.heading)
    let ahead = Vec2(Trigonometry.sin(heading), Trigonometry.cos(heading))
    let sinPitch = Trigonometry.sin(pitch)
    let cosPitch = Trigonometry.cos(pitch)
    forward = Vec3(sinPitch * ahead.x, sinPitch * ahead.y, -cosPitch)
    up = Vec3(cosPitch * ahead.x, cosPitch * ahead.y, sinPitch)
    right = Vec3(ahead.y, -ahead.x, 0)
    eye = camera.target - forward * camera.distance
    focal = viewport.height / (2 * Trigonometry.tan(Trigonometry.radians(camera.fieldOfView) / 2))
    principal = viewport.point(at: camera.anchor)
    near = max(0.5, camera.distance * 0.02)
  }

  /// Coordinates of a point in the camera's own axes: right, up, depth, in metres.
  @inlinable public func viewSpace(_ point: Vec3) -> Vec3 {
    let offset = point - eye
    return Vec3(offset.dot(right), offset.dot(up), offset.dot(forward))
  }

  /// Pixels of a point in view space; the depth must be positive.
  @inlinable public func screen(_ view: Vec3) -> Vec2 {
    Vec2(principal.x + focal * view.x / view.z, principal.y - focal * view.y / view.z)
  }

  /// Where a point appears, or nil where it lies behind the near plane.
  @inlinable public func project(_ point: Vec3) -> Projected? {
    let view = viewSpace(point)
    guard view.z > near else { return nil }
    return Projected(position: screen(view), depth: view.z)
  }

  /// The visible part of a segment, cut at the near plane before the division, or nil.
  public func project(_ a: Vec3, _ b: Vec3) -> (Projected, Projected)? {
    var first = viewSpace(a)
    var second = viewSpace(b)
    if first.z <= near && second.z <= near { return nil }
    let edge = near * (1 + 1e-9)
    if first.z <= near {
      first = first.lerp(second, (edge - first.z) / (second.z - first.z))
    } else if second.z <= near {
      second = second.lerp(first, (edge - second.z) / (first.z - second.z))
    }
    return (
      Projected(position: screen(first), depth: first.z), Projected(position: screen(second), depth: second.z)
    )
  }

  /// The point where the ray through a pixel meets the level `z`, or nil above the horizon or behind the eye.
  public func unproject(_ pixel: Vec2, z: Double = 0) -> Vec2? {
    let ray =
      forward + right * ((pixel.x - principal.x) / focal) + up * ((principal.y - pixel.y) / focal)
    guard ray.z != 0 else { return nil }
    let t = (z - eye.z) / ray.z
    guard t > 0, t.isFinite else { return nil }
    return (eye + ray * t).xy
  }

  /// The row (pixels, may lie outside the viewport) of the horizon, or nil for a camera looking straight down.
  public var horizonRow: Double? {
    guard up.z > 1e-9 else { return nil }
    // A level ray: forward.z + up.z · v = 0 with v = (principal.y - row) / focal.
    return principal.y + focal * forward.z / up.z
  }
}
