import Geometry

/// The vertices of a path that lie in privacy zones, and the zones as circles of the plane.
package struct PrivacyMask: Sendable {
  /// A circle in local metres.
  package struct Circle: Sendable, Hashable {
    package var center: Vec2
    package var radius: Double
    package init(center: Vec2, radius: Double) {
      self.center = center
      self.radius = radius
    }
  }
  package private(set) var circles: [Circle] = []
  package private(set) var hidden: Set<Int> = []

  package init(zones: [PrivacyZone], path: ShownPath, plane: LocalPlane) {
    for zone in zones {
      switch zone {
      case .ends(let radius):
        for point in [path.positions.first, path.positions.last].compactMap({ $0 }) {
          add(plane.coordinate(point), radius: radius, plane: plane)
        }
      case .around(let coordinate, let radius):
        let longitude = GeoCoordinate.unwrap(coordinate.longitude, near: plane.origin.longitude)
        add(GeoCoordinate(latitude: coordinate.latitude, longitude: longitude), radius: radius, plane: plane)
      }
    }
    guard !circles.isEmpty else { return }
    for (index, point) in path.positions.enumerated()
    where circles.contains(where: { $0.center.distance(to: point) <= $0.radius }) {
      hidden.insert(index)
    }
    // A piece of line must not cross a zone between two vertices outside it.
    for index in path.positions.indices.dropLast()
    where !hidden.contains(index) && !hidden.contains(index + 1) {
      let a = path.positions[index]
      let b = path.positions[index + 1]
      if circles.contains(where: { OutlierFilter.offChord($0.center, a, b) < $0.radius }) {
        hidden.insert(index)
        hidden.insert(index + 1)
      }
    }
  }

  private mutating func add(_ coordinate: GeoCoordinate, radius: Double, plane: LocalPlane) {
    guard radius > 0, radius.isFinite, coordinate.latitude.isFinite, coordinate.longitude.isFinite else {
      return
    }
    let center = plane.point(coordinate)
    // The plane's own scale at the zone, so that the radius is in true metres.
    let north = GeoCoordinate(
      latitude: min(coordinate.latitude + 0.001, 89.9999), longitude: coordinate.longitude)
    let metres = coordinate.distance(to: north)
    let scale = metres > 0 ? center.distance(to: plane.point(north)) / metres : 1
    circles.append(Circle(center: center, radius: radius * max(scale, 0.01)))
  }
}

extension ReplayRoute {
  /// The circles in which neither line, dot nor map may be seen.
  package var privacyCircles: [PrivacyMask.Circle] {
    PrivacyMask(zones: options.privacyZones, path: ShownPath(ends: path), plane: plane).circles
  }
}

extension ShownPath {
  /// Only the first and the last vertex of a path.
  fileprivate init(ends path: ShownPath) {
    self.init()
    positions = [path.positions.first, path.positions.last].compactMap { $0 }
  }
}
