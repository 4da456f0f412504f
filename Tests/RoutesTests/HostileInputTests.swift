import Geometry
import Recordings
import Testing

@testable import Routes

/// T20: a typed error or a valid route for anything.
@Suite struct HostileInputTests {
  @Test func nothingAndStandingStillAreErrors() {
    #expect(throws: RouteError.self) { try ReplayRoute(session: Session(points: [])) }
    #expect(throws: RouteError.self) { try ReplayRoute(session: Tracks.session([.zero], times: [0])) }
    #expect(throws: RouteError.self) {
      try ReplayRoute(
        session: Tracks.session([Vec2](repeating: .zero, count: 50), times: (0..<50).map { Double($0) }))
    }
    let bad = (0..<5).map { _ in TrackPoint(latitude: .nan, longitude: .infinity) }
    #expect(throws: RouteError.self) { try ReplayRoute(session: Session(points: bad)) }
  }

  @Test func twoPointsAreARoute() throws {
    for timed in [true, false] {
      let route = try ReplayRoute(
        session: Tracks.session([.zero, Vec2(30, 40)], times: timed ? [0, 20] : nil))
      #expect(abs(route.totalDistance - 50) < 0.01)
      check(route)
    }
  }

  @Test func farApartInNoTimeIsARoute() throws {
    let route = try ReplayRoute(session: Tracks.session([.zero, Vec2(500_000, 40)], times: [0, 1]))
    check(route)
  }

  @Test func randomInputsGiveRoutesOrErrors() {
    var random = Tracks.Noise(seed: 11)
    for round in 0..<80 {
      let count = 2 + Int(random.uniform() * 60)
      var points: [TrackPoint] = []
      var time = 0.0
      for _ in 0..<count {
        let wild = round % 6 == 1 && random.uniform() < 0.1
        var point = TrackPoint(
          latitude: wild ? random.normal(60) : 47 + random.normal(0.001),
          longitude: wild ? random.normal(200) : 8 + random.normal(0.001))
        time += random.uniform() < 0.1 ? random.normal(500) : random.uniform() * 3
        if random.uniform() < 0.8, round % 4 != 0 { point.time = random.uniform() < 0.03 ? .nan : time }
        if random.uniform() < 0.7, round % 3 != 0 {
          point.elevation = random.normal(random.uniform() < 0.1 ? 9000 : 100)
        }
        if random.uniform() < 0.5 { point.heartRate = random.normal(200) }
        if random.uniform() < 0.5 { point.power = random.uniform() < 0.1 ? .infinity : random.normal(400) }
        if random.uniform() < 0.02 { point.latitude = .nan }
        if random.uniform() < 0.3, let last = points.last {
          point.latitude = last.latitude; point.longitude = last.longitude
        }
        points.append(point)
      }
      var session = Session(points: points, sport: round % 2 == 0 ? "running" : nil)
      let cut = Int(random.uniform() * Double(count))
      if round % 5 == 0 { session.segments = [0..<cut, cut..<count] }
      var options = RouteOptions()
      options.outliers = RouteOptions.Outliers.allCases[round % 3]
      if round % 7 == 0 { options.spacing = .points(600); options.window = .points(5) }
      if round % 6 == 0 { options.privacyZones = [.ends(radius: 50), .around(Tracks.origin, radius: 30)] }
      do throws(RouteError) { check(try ReplayRoute(session: session, options: options)) } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test func manyPointsAreQuick() throws {
    let positions = (0..<20_000).map { Vec2(Double($0) * 2, 50 * Trigonometry.sin(Double($0) / 40)) }
    let route = try ReplayRoute(
      session: Tracks.session(positions, times: positions.indices.map { Double($0) }))
    check(route)
  }

  /// What holds for every route.
  func check(_ route: ReplayRoute) {
    let path = route.path
    #expect(path.positions.count >= 2)
    #expect(path.distances.count == path.positions.count && path.recorded.count == path.positions.count)
    #expect(route.times.count == path.positions.count)
    #expect(path.elevations.isEmpty || path.elevations.count == path.positions.count)
    #expect(path.positions.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    #expect((path.elevations + path.recorded + route.times).allSatisfy { $0.isFinite })
    for k in path.positions.indices.dropFirst() {
      #expect(path.distances[k] > path.distances[k - 1])
      #expect(path.recorded[k] >= path.recorded[k - 1])
      #expect(route.times[k] >= route.times[k - 1])
    }
    #expect(route.totalDistance.isFinite && route.totalDistance >= 0)
    #expect(path.recorded.last == route.totalDistance)
    #expect(route.elapsedTime >= route.movingTime - 1e-6)
    for metric in RouteMetric.allCases {
      let series = route.series(metric, over: .time)
      #expect(series.y.allSatisfy { $0?.isFinite ?? true })
      _ = route.percentiles([5, 50, 95], of: metric)
    }
    let sum = route.splits.reduce(0) { $0 + $1.distance }
    #expect(route.splits.isEmpty || abs(sum - route.totalDistance) < 1e-6 * max(1, sum))
  }
}
