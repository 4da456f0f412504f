import Geometry
import Routes
import Testing

@testable import Compositing

struct RouteProjectorTests {
  /// A spiral that runs under, around and behind any camera that looks at its middle.
  static func spiral() -> RouteGeometry {
    var path = ShownPath()
    for step in 0..<2000 {
      let angle = Double(step) * 0.02
      path.positions.append(Vec2(Trigonometry.cos(angle), Trigonometry.sin(angle)) * (30 + Double(step)))
    }
    path.distances = [0]
    for (a, b) in zip(path.positions, path.positions.dropFirst()) {
      path.distances.append((path.distances.last ?? 0) + a.distance(to: b))
    }
    path.recorded = path.distances
    return RouteGeometry(path: path, heights: FlatField())
  }

  static func projection(_ target: Vec3, heading: Double, pitch: Double) -> PerspectiveProjection {
    PerspectiveProjection(
      camera: PerspectiveCamera(
        target: target, distance: 600, pitch: pitch, heading: heading, fieldOfView: 36.87,
        anchor: Vec2(0.5, 0.6)),
      viewport: Rect(x: 0, y: 0, width: 540, height: 960))
  }

  @Test func lineEndsExactlyAtTheDot() throws {
    let geometry = Self.spiral()
    for share in stride(from: 0.013, to: 1, by: 0.0971) {
      let distance = geometry.length * share
      let dot = geometry.point(at: distance)
      let projection = Self.projection(dot, heading: share * 360, pitch: 55)
      let projector = RouteProjector(
        geometry: geometry, projection: projection, margin: 60, isHidden: { _, _ in false })
      let end = try #require(projector.paths(from: 0, to: distance).last?.points.last)
      let expected = try #require(projection.project(dot))
      #expect(end.position.distance(to: expected.position) < 1e-9)
      #expect(end.position.distance(to: Vec2(270, 576)) < 1e-6)
    }
  }

  @Test func nothingStreaksAcrossThePicture() {
    let geometry = Self.spiral()
    for heading in stride(from: 0.0, to: 360, by: 15) {
      for pitch in [5.0, 55, 80] {
        let projection = Self.projection(Vec3(400, 0, 0), heading: heading, pitch: pitch)
        let projector = RouteProjector(
          geometry: geometry, projection: projection, margin: 60, isHidden: { _, _ in false })
        for path in projector.paths(from: 0, to: geometry.length) {
          for point in path.points {
            #expect(point.position.x.isFinite && point.position.y.isFinite)
            // What is in the picture must unproject onto the route: nothing behind the eye came to the front.
            guard projection.viewport.contains(point.position),
              let ground = projection.unproject(point.position, z: 1.5)
            else { continue }
            let onRoute = geometry.point(at: point.distance).xy
            #expect(ground.distance(to: onRoute) < 40 + point.depth * 0.02)
          }
        }
      }
    }
  }

  @Test func gapsAndHiddenPartsBreakTheLine() {
    var path = ShownPath()
    path.positions = (0..<100).map { Vec2(Double($0) * 5, 0) }
    path.distances = (0..<100).map { Double($0) * 5 }
    path.recorded = path.distances
    path.gaps = [50]
    path.hidden = Set(0...9)
    let geometry = RouteGeometry(path: path, heights: FlatField())
    let projector = RouteProjector(
      geometry: geometry, projection: Self.projection(Vec3(250, 0, 0), heading: 0, pitch: 20), margin: 60,
      isHidden: { _, _ in false })
    let paths = projector.paths(from: 0, to: 495)
    #expect(paths.count == 2)
    #expect(paths.first?.points.first.map { $0.distance >= 50 } == true)
    #expect(paths.first?.points.last?.distance == 250)
    #expect(paths.last?.points.first?.distance == 255)
    #expect(!geometry.isVisible(at: 20))
    #expect(geometry.isVisible(at: 100))
  }
}
