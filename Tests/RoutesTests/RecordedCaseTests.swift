import Geometry
import Recordings
import Testing

@testable import Routes

/// Recordings that broke other tools (the C cases), as far as the way is concerned.
@Suite struct RecordedCaseTests {
  private func isFinite(_ route: ReplayRoute) -> Bool {
    let numbers =
      route.times + route.path.recorded + route.path.elevations + [route.totalDistance, route.movingTime]
    return numbers.allSatisfy(\.isFinite)
      && route.path.positions.allSatisfy { $0.x.isFinite && $0.y.isFinite }
  }

  private func speeds(_ route: ReplayRoute) -> [Double] {
    stride(from: 0, to: route.movingTime - 1, by: 1).compactMap { route.speed(from: $0, to: $0 + 1) }
  }

  @Test("C10: two fixes in one second, and one twice") func repeatedFixes() throws {
    var positions = (0..<20).map { Vec2(0, Double($0) * 3) }
    var times = (0..<20).map { Double($0) }
    positions[3].y = positions[2].y + 4
    times[3] = times[2]
    positions[6] = positions[5]
    times[6] = times[5]
    let route = try ReplayRoute(session: Tracks.session(positions, times: times))
    #expect(isFinite(route))
    #expect(speeds(route).allSatisfy { $0 < 10 })
    #expect(route.report.count(of: .duplicate) >= 1)
  }

  @Test("C11: ten fixes a second with whole seconds") func manyFixesASecond() throws {
    let positions = (0..<600).map { Vec2(Double($0) * 0.3, 4 * Trigonometry.sin(Double($0) / 40)) }
    let times = (0..<600).map { Double($0 / 10) }
    let route = try ReplayRoute(session: Tracks.session(positions, times: times))
    #expect(isFinite(route))
    #expect(route.report.pointsKept == 600)
    // The bends are there, not a straight line, and the speed is the average of 3 m/s.
    let ys = route.path.positions.map(\.y)
    #expect((ys.max() ?? 0) - (ys.min() ?? 0) > 7)
    #expect(speeds(route).dropFirst(3).dropLast(3).allSatisfy { abs($0 - 3) < 0.5 }, "\(speeds(route))")
  }

  @Test("C17: eight hours without a fix, the runner at the same place") func longHole() throws {
    let positions = (0..<60).map { Vec2(0, Double($0) * 3) }
    let times = (0..<60).map { Double($0 < 30 ? $0 : $0 + 8 * 3600) }
    let route = try ReplayRoute(session: Tracks.session(positions, times: times))
    #expect(abs(route.elapsedTime - 28_859) < 0.01)
    // A stand is known to a few seconds, as T17 has it.
    #expect(abs(route.movingTime - 58) < 8)
    #expect(route.pauses.count == 1)
    #expect(abs((route.pauses.first?.duration ?? 0) - 28_801) < 8)
  }

  @Test("C24, C26, C34: elevation missing once, everywhere, all 0, and without times")
  func elevations() throws {
    let positions = (0..<200).map { Vec2(0, Double($0) * 3) }
    let times = (0..<200).map { Double($0) }
    var heights = (0..<200).map { 100 + Double($0) / 4 }
    heights[90] = .nan
    var session = Tracks.session(positions, times: times, elevations: heights)
    session.points[90].elevation = nil
    let once = try ReplayRoute(session: session)
    #expect(abs((once.path.elevation(at: 270) ?? 0) - 122.5) < 1)
    #expect((once.lowestElevation ?? 0) > 99)
    let none = try ReplayRoute(session: Tracks.session(positions, times: times))
    #expect(!none.hasElevation && none.ascent == nil && none.grade(atShown: 200) == nil)
    let flat = try ReplayRoute(
      session: Tracks.session(positions, times: times, elevations: positions.map { _ in 0 }))
    #expect(flat.hasElevation && isFinite(flat) && flat.ascent == 0 && flat.grade(atShown: 200) == 0)
    heights[90] = 122.5
    let timeless = try ReplayRoute(session: Tracks.session(positions, elevations: heights))
    #expect(!timeless.hasTime && timeless.hasElevation && timeless.paceMean == nil)
    #expect(abs((timeless.path.elevation(at: 400) ?? 0) - 133.3) < 1)
  }

  @Test("C30: one fix three kilometres away") func spikeIsDroppedAndListed() throws {
    var positions = (0..<100).map { Vec2(0, Double($0) * 3) }
    positions[50] = Vec2(3000, 150)
    let session = Tracks.session(positions, times: (0..<100).map { Double($0) })
    let route = try ReplayRoute(session: session)
    #expect(abs(route.totalDistance - 297) < 1)
    #expect(speeds(route).allSatisfy { $0 < 5 })
    #expect(
      route.report.summary.contains { $0.hasPrefix("outliers dropped: 1 place, 1 point, first at point 51") })
    var options = RouteOptions()
    options.outliers = .off
    #expect(try ReplayRoute(session: session, options: options).report.count(of: .outlier) == 0)
  }
}
