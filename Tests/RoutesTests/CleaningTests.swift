import Geometry
import Recordings
import Testing

@testable import Routes

/// T1–T7, T17, T18 and T20 of the engine's specification.
@Suite struct CleaningTests {
  @Test(arguments: [5000.0, 10_000, 42_195])
  func T1_totalIsRecorded(length: Double) throws {
    let route = try ReplayRoute(
      session: Tracks.straight(length: length, speed: length == 42_195 ? 15 / 4 : 2.5))
    #expect(abs(route.totalDistance - length) < 0.001 * length / 100)
    #expect(route.path.recordedDistance(at: route.path.length) == route.totalDistance)
  }

  @Test func T2_tunnelIsAGap() throws {
    var positions: [Vec2] = []
    var times: [Double] = []
    for k in 0..<1000 {
      // 180 m are missing after 300 fixes, run in one minute.
      positions.append(Vec2(0, Double(k) * 3 + (k >= 300 ? 177 : 0)))
      times.append(Double(k) + (k >= 300 ? 59 : 0))
    }
    let route = try ReplayRoute(session: Tracks.session(positions, times: times))
    #expect(route.report.pointsKept >= 990)
    #expect(route.path.gaps.count == 1)
    #expect(abs(route.totalDistance - 998 * 3) < 1)
    #expect(abs(route.movingTime - 998) < 1)
    #expect(abs(route.elapsedTime - 1058) < 0.01)
  }

  /// The same hole with a device that stamps the next second, as after a teleport.
  @Test func T2_jumpIsAGapToo() throws {
    let positions = (0..<2000).map { Vec2(0, Double($0) * 3 + ($0 >= 700 ? 180 : 0)) }
    let route = try ReplayRoute(session: Tracks.session(positions, times: (0..<2000).map { Double($0) }))
    #expect(route.report.pointsKept >= 1980)
    #expect(route.path.gaps.count == 1)
    #expect(abs(route.totalDistance - 1998 * 3) < 1)
  }

  @Test(arguments: [true, false])
  func T3_badFirstFixGoes(timed: Bool) throws {
    var positions = (0..<2001).map { Vec2(0, Double($0) * 3) }
    positions[0] = Vec2(400, 0)
    let route = try ReplayRoute(
      session: Tracks.session(positions, times: timed ? (0..<2001).map { Double($0) } : nil))
    #expect(route.report.pointsKept == 2000)
    #expect(route.path.gaps.isEmpty)
    #expect(abs(route.totalDistance - 1999 * 3) < 1)
  }

  @Test(arguments: [1, 3])
  func T4_spikeGoes(width: Int) throws {
    var positions = (0..<1000).map { Vec2(0, Double($0) * 3) }
    for k in 0..<width { positions[500 + k].x = 120 }
    let route = try ReplayRoute(session: Tracks.session(positions, times: (0..<1000).map { Double($0) }))
    #expect(route.report.count(of: .outlier) == width)
    #expect(abs(route.totalDistance - 999 * 3) < 1)
    #expect(route.path.positions.allSatisfy { abs($0.x) < 0.5 })
  }

  @Test func T5_lapsKeepTheirLength() throws {
    let route = try ReplayRoute(session: Tracks.laps(length: 10_000))
    #expect(abs(route.totalDistance - 10_000) < 30)
    #expect(abs(route.path.length - 10_000) < 30)
    let east = Trigonometry.cos(Trigonometry.radians(Tracks.origin.latitude))
    for point in route.path.positions {
      let coordinate = route.plane.coordinate(point)
      let there =
        Vec2(
          (coordinate.longitude - Tracks.origin.longitude) * east,
          coordinate.latitude - Tracks.origin.latitude)
        * Trigonometry.radians(GeoCoordinate.earthRadius)
      // Distance to the ideal track: to the nearest straight or bend.
      let y = max(abs(there.y) - 84.39 / 2, 0)
      let off = abs((there.x * there.x + y * y).squareRoot() - 36.5)
      #expect(off < 2)
    }
  }

  @Test(arguments: [1000.0, 10_000, 42_195, 100_000])
  func T6_cornersAreKept(length: Double) throws {
    let count = 2001
    let step = length / Double(count - 1)
    let positions = (0..<count).map { k -> Vec2 in
      k <= 1000 ? Vec2(0, Double(k) * step) : Vec2(Double(k - 1000) * step, 1000 * step)
    }
    let route = try ReplayRoute(
      session: Tracks.session(positions, times: (0..<count).map { Double($0) * step / 3 }))
    let corner = route.plane.point(Tracks.coordinate(Vec2(0, 1000 * step)))
    let cut = route.path.positions.map { $0.distance(to: corner) }.min() ?? .infinity
    #expect(cut <= 5)
    #expect(zip(route.path.distances.dropFirst(), route.path.distances).allSatisfy { $0 - $1 <= 5.1 })
  }

  @Test(arguments: [0.0, 3])
  func T7_endsArePinned(noise: Double) throws {
    var random = Tracks.Noise(seed: 7)
    let positions = (0..<900).map { Vec2(Double($0) * 2, Double($0) * 2) + random.point(noise) }
    let session = Tracks.session(positions, times: (0..<900).map { Double($0) })
    let route = try ReplayRoute(session: session)
    for (vertex, point) in [
      (route.path.positions.first, session.points.first), (route.path.positions.last, session.points.last),
    ] {
      let vertex = try #require(vertex)
      let point = try #require(point)
      let there = route.plane.coordinate(vertex)
      #expect(there.distance(to: GeoCoordinate(latitude: point.latitude, longitude: point.longitude)) < 1e-3)
    }
  }

  @Test func T17_stopIsOneDwell() throws {
    var random = Tracks.Noise(seed: 3)
    var positions: [Vec2] = []
    for k in 0..<600 { positions.append(Vec2(0, Double(k) * 3)) }
    for _ in 0..<300 { positions.append(Vec2(0, 1800) + random.point(2)) }
    for k in 1...600 { positions.append(Vec2(0, 1800 + Double(k) * 3)) }
    let route = try ReplayRoute(
      session: Tracks.session(positions, times: positions.indices.map { Double($0) }))
    #expect(route.pauses.count == 1)
    #expect(abs((route.pauses.first?.duration ?? 0) - 300) < 8)
    #expect(abs(route.movingTime - 1200) < 8)
    #expect(abs(route.totalDistance - 3600) < 25)
    let near = route.path.positions.filter { $0.distance(to: route.path.position(at: 1800)) < 8 }
    #expect(Double(near.count) < 0.04 * Double(route.path.positions.count))
  }

  /// A slow hike uphill with noise is no stop.
  @Test func slowHikeIsNoStop() throws {
    var random = Tracks.Noise(seed: 9)
    let positions = (0..<1800).map { Vec2(0, Double($0) * 0.55) + random.point(1.2) }
    let route = try ReplayRoute(
      session: Tracks.session(positions, times: positions.indices.map { Double($0) }, sport: "hiking"))
    #expect(route.movingTime > 0.95 * 1799)
  }

  @Test(arguments: [
    GeoCoordinate(latitude: 10, longitude: 179.999), GeoCoordinate(latitude: 85, longitude: 20),
    GeoCoordinate(latitude: 89.999, longitude: 0), GeoCoordinate(latitude: -89.5, longitude: 100),
    GeoCoordinate(latitude: 0, longitude: 0), GeoCoordinate(latitude: 45, longitude: 180.09),
  ])
  func T18_everywhereOnEarth(origin: GeoCoordinate) throws {
    let positions = (0..<500).map { Vec2(Double($0) * 3 - 700, abs(Double($0) - 250)) }
    let session = Tracks.session(positions, origin: origin, times: positions.indices.map { Double($0) })
    var wrapped = session
    for k in wrapped.points.indices {
      let longitude = wrapped.points[k].longitude
      wrapped.points[k].longitude = GeoCoordinate.unwrap(longitude, near: 0)
    }
    let route = try ReplayRoute(session: wrapped)
    let plain = try ReplayRoute(
      session: Tracks.session(positions, times: positions.indices.map { Double($0) }))
    #expect(abs(route.totalDistance / plain.totalDistance - 1) < 0.01)
    for (a, b) in zip(route.path.positions.dropFirst(), route.path.positions) {
      #expect(a.distance(to: b) < 6)
    }
  }
}
