import Geometry

extension SessionBuilder {
  /// Repairs what was gathered and makes the session; throws when no point is left.
  consuming func finish(session number: Int? = nil) throws(RecordingError) -> Session {
    try choose(number)
    countSteps()
    dropImpossiblePositions()
    guard hasPoints else {
      throw noUsablePoints ?? RecordingError(file: file, message: "no point has a usable position")
    }
    if points.allSatisfy({ $0.time == nil }) {
      report.warn("the file holds no times and is replayed by distance")
    }
    forgetWildTimes()
    orderWithinSegments()
    orderSegments()
    var session = Session(points: points, name: name, sport: sport)
    session.segments = ranges
    session.deviceTotals = totals
    session.laps = laps
    session.pauses = pauses
    session.utcOffset = utcOffset
    session.report = report
    return session
  }

  /// Segments that hold points.
  var ranges: [Range<Int>] {
    var result: [Range<Int>] = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : points.count
      if end > start { result.append(start..<end) }
    }
    return result
  }

  /// Keeps the points for which the test holds.
  mutating func keep(where isKept: [Bool]) {
    var kept = 0
    var newStarts: [Int] = []
    var next = 0
    for index in points.indices {
      while next < starts.count, starts[next] == index {
        newStarts.append(kept)
        next += 1
      }
      guard isKept[index] else { continue }
      points[kept] = points[index]
      positions[kept] = positions[index]
      kept += 1
    }
    points.removeLast(points.count - kept)
    positions.removeLast(positions.count - kept)
    starts = newStarts.filter { $0 < kept }
  }

  // MARK: Positions

  /// Drops positions off the globe and 0,0 far from the rest; turns longitudes beyond ±180 back where a neighbour shows that the
  /// track really goes there.
  private mutating func dropImpossiblePositions() {
    var isKept = [Bool](repeating: true, count: points.count)
    var dropped = 0
    for range in ranges where range.contains(where: { !isOrdinary(points[$0]) }) {
      let following = nextOrdinary(in: range)
      var last: GeoCoordinate?
      for index in range {
        let point = points[index]
        let here = GeoCoordinate(latitude: point.latitude, longitude: point.longitude)
        if isOrdinary(point) {
          last = here
          continue
        }
        let next = following[index - range.lowerBound]
        let isAlone = last == nil && next == nil
        let isNear = [last, next].contains { $0.map { $0.distance(to: here) < 20_000 } ?? false }
        if abs(point.latitude) <= 90, abs(point.longitude) <= 540, isNear || isAlone {
          last = here
        } else {
          isKept[index] = false
          dropped += 1
          let isOrigin = point.latitude == 0 && point.longitude == 0
          report.note(isOrigin ? "position 0,0" : "position out of range", at: Int(positions[index]))
        }
      }
    }
    if dropped > 0 {
      report.warn("\(dropped) point\(dropped == 1 ? "" : "s") with an impossible position left out")
      keep(where: isKept)
    }
    for index in points.indices where abs(points[index].longitude) > 180 {
      points[index].longitude = GeoCoordinate.unwrap(points[index].longitude, near: 0)
    }
  }

  private func isOrdinary(_ point: TrackPoint) -> Bool {
    abs(point.latitude) <= 90 && abs(point.longitude) <= 180 && (point.latitude != 0 || point.longitude != 0)
  }

  /// For each point of a range the next ordinary position.
  private func nextOrdinary(in range: Range<Int>) -> [GeoCoordinate?] {
    var result = [GeoCoordinate?](repeating: nil, count: range.count)
    var next: GeoCoordinate?
    for index in range.reversed() {
      let point = points[index]
      if isOrdinary(point) { next = GeoCoordinate(latitude: point.latitude, longitude: point.longitude) }
      result[index - range.lowerBound] = next
    }
    return result
  }

  // MARK: Cadence

  /// Turns strides into steps for sports on foot, activity by activity.
  private mutating func countSteps() {
    let filled = parts.filter { !$0.points.isEmpty }
    if sport == "multisport", filled.count > 1 {
      for part in filled { countSteps(in: part.points, sport: part.sport) }
    } else {
      countSteps(in: points.indices, sport: sport)
    }
  }

  /// Devices write strides or steps; which it is shows in the usual value.
  private mutating func countSteps(in range: Range<Int>, sport: String?) {
    guard let sport, ["run", "walk", "hik"].contains(where: { sport.contains($0) }) else { return }
    let values = points[range].compactMap { $0.cadence }.filter { $0 > 0 }.sorted()
    guard !values.isEmpty, values[values.count / 2] < (sport.contains("run") ? 120 : 75) else { return }
    for index in range {
      if let cadence = points[index].cadence { points[index].cadence = cadence * 2 }
    }
  }
}
