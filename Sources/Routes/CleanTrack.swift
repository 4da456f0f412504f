import Geometry
import Recordings

/// The cleaned fixes with their places on every axis: moving time, elapsed time and recorded distance.
/// All arrays have one entry a fix; a stop is one fix.
struct CleanTrack {
  var coordinates: [GeoCoordinate] = []
  /// Moving seconds since the start; empty without times.
  var moving: [Double] = []
  /// Recorded metres since the start; never falling.
  var recorded: [Double] = []
  var elevations: [Double] = []
  var heartRates: [Double] = []
  var cadences: [Double] = []
  var powers: [Double] = []
  /// Runs of fixes without a break between them.
  var legs: [Range<Int>] = []
  /// What lies between leg `i` and leg `i + 1`.
  var breaks: [Break] = []
  /// Stops, by fix.
  var stops: [(fix: Int, duration: Double)] = []
  var startTime: Double?
  var elapsedTime = 0.0

  /// A hole between two legs.
  struct Break {
    /// Metres as the crow flies.
    var length: Double
    /// Seconds of elapsed time.
    var duration: Double
  }

  var hasTimes: Bool { !moving.isEmpty }

  init(session: Session, options: RouteOptions, report: inout RouteReport) throws(RouteError) {
    let fixes = FixTable(session: session, report: &report)
    guard fixes.count > 0 else { throw RouteError(message: "the recording has no positions") }
    let filter = OutlierFilter(fixes: fixes, sport: session.sport, options: options)
    CleanTrack.note(dropped: filter.kept, of: fixes, in: &report)
    var pieces = CleanTrack.pieces(filter.kept, fixes: fixes, limits: filter.limits)
    // Where only gaps are left, nothing would be run: then the fixes are joined as they come.
    if !pieces.contains(where: { $0.count > 1 }) { pieces = [0..<filter.kept.count] }
    let rows = filter.kept
    let plain = pieces.reduce(0) { $0 + CleanTrack.length(of: rows[$1].map { $0 }, fixes) }
    guard plain > 0.05 else {
      throw RouteError(
        message: rows.count == 1
          ? "the recording has only one position"
          : "the recording does not move: all its positions are the same")
    }
    var groups = CleanTrack.groups(
      rows, pieces: pieces, fixes: fixes, pauses: session.pauses, interval: filter.limits.interval)
    if groups.reduce(0, { $0 + CleanTrack.length(of: $1.map { $0.lowerBound }, rows, fixes) }) < 0.3 * plain {
      groups = pieces.map { piece in piece.map { $0...$0 } }
    }
    report.pointsKept = rows.count
    build(groups, rows: rows, fixes: fixes, report: &report)
    noteGaps(rows: rows, groups: groups, fixes: fixes, report: &report)
    applyDeviceDistance(session: session, rows: rows, groups: groups, fixes: fixes)
  }

  // MARK: Pieces and stops

  private static func note(dropped kept: [Int], of fixes: FixTable, in report: inout RouteReport) {
    var next = 0
    for row in 0..<fixes.count {
      if next < kept.count, kept[next] == row {
        next += 1
      } else {
        report.note(.outlier, at: fixes.sources[row])
      }
    }
  }

  /// Runs of kept fixes between gaps and segment ends.
  private static func pieces(_ kept: [Int], fixes: FixTable, limits: StepLimits) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for k in 0..<kept.count {
      if k + 1 == kept.count || fixes.segments[kept[k]] != fixes.segments[kept[k + 1]]
        || limits.isGap(fixes, from: kept[k], to: kept[k + 1])
      {
        result.append(start..<(k + 1))
        start = k + 1
      }
    }
    return result
  }

  private static func length(of rows: [Int], _ fixes: FixTable) -> Double {
    zip(rows, rows.dropFirst()).reduce(0) { $0 + fixes.distance($1.0, $1.1) }
  }
  private static func length(of kept: [Int], _ rows: [Int], _ fixes: FixTable) -> Double {
    length(of: kept.map { rows[$0] }, fixes)
  }

  /// For each piece its fixes as ranges of kept numbers: one each, or a whole stop together.
  private static func groups(
    _ rows: [Int], pieces: [Range<Int>], fixes: FixTable, pauses: [ClosedRange<Double>], interval: Double
  ) -> [[ClosedRange<Int>]] {
    guard fixes.hasTimes else { return pieces.map { piece in piece.map { $0...$0 } } }
    let times = rows.map { fixes.times[$0] }
    let detector = StopDetector(positions: rows.map { fixes.positions[$0] }, times: times)
    let timers = pauses.filter { $0.upperBound - $0.lowerBound >= 2 }.sorted { $0.lowerBound < $1.lowerBound }
    return pieces.map { piece in
      var stops = detector.stops(in: piece)
      for pause in timers {
        // Fixes recorded while the device's timer stood.
        let inside = piece.filter { pause.contains(times[$0]) }
        guard let first = inside.first, let last = inside.last, last > first,
          fixes.distance(rows[first], rows[last]) < 60
        else { continue }
        stops.append(first...last)
      }
      stops = merged(stops)
      var result: [ClosedRange<Int>] = []
      var next = piece.lowerBound
      for stop in stops {
        while next < stop.lowerBound {
          result.append(next...next)
          next += 1
        }
        result.append(stop)
        next = stop.upperBound + 1
      }
      while next < piece.upperBound {
        result.append(next...next)
        next += 1
      }
      return result
    }
  }

  private static func merged(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  // MARK: Axes

  private mutating func build(
    _ groups: [[ClosedRange<Int>]], rows: [Int], fixes: FixTable, report: inout RouteReport
  ) {
    var time = 0.0
    var distance = 0.0
    var departure = 0.0
    let timed = fixes.hasTimes
    if timed, let first = rows.first, let last = rows.last {
      startTime = fixes.times[first]
      elapsedTime = fixes.times[last] - fixes.times[first]
    }
    for (number, group) in groups.enumerated() {
      let first = coordinates.count
      for (place, range) in group.enumerated() {
        let row = rows[range.lowerBound]
        let coordinate = CleanTrack.mean(fixes.coordinates, range, rows)
        let arrival = timed ? fixes.times[row] : 0
        if place > 0 {
          distance += FixTable.distance(coordinates[coordinates.count - 1], coordinate)
          time += arrival - departure
        } else if number > 0, let last = coordinates.last {
          breaks.append(
            Break(length: FixTable.distance(last, coordinate), duration: max(0, arrival - departure)))
        }
        departure = timed ? fixes.times[rows[range.upperBound]] : 0
        if range.count > 1 {
          stops.append((coordinates.count, departure - arrival))
          report.note(
            .stop, at: fixes.sources[row], count: range.count, "\(Int((departure - arrival).rounded())) s")
        }
        coordinates.append(coordinate)
        recorded.append(distance)
        if timed { moving.append(time) }
        elevations.append(CleanTrack.mean(fixes.elevations, range, rows))
        heartRates.append(CleanTrack.mean(fixes.heartRates, range, rows))
        cadences.append(CleanTrack.mean(fixes.cadences, range, rows))
        powers.append(CleanTrack.mean(fixes.powers, range, rows))
      }
      legs.append(first..<coordinates.count)
    }
  }

  private func noteGaps(rows: [Int], groups: [[ClosedRange<Int>]], fixes: FixTable, report: inout RouteReport)
  {
    for (number, item) in breaks.enumerated() where item.length > CleanTrack.joinLength {
      guard let next = groups[number + 1].first else { continue }
      let time = item.duration > 0 ? " in \(Int(item.duration.rounded())) s" : ""
      report.note(.gap, at: fixes.sources[rows[next.lowerBound]], "\(Int(item.length.rounded())) m\(time)")
    }
  }

  /// Metres up to which the ends of two segments are joined as if nothing lay between them.
  static let joinLength = 25.0

  private static func mean(_ coordinates: [GeoCoordinate], _ range: ClosedRange<Int>, _ rows: [Int])
    -> GeoCoordinate
  {
    let first = coordinates[rows[range.lowerBound]]
    guard range.count > 1 else { return first }
    var north = 0.0
    var east = 0.0
    for k in range {
      north += coordinates[rows[k]].latitude - first.latitude
      east += coordinates[rows[k]].longitude - first.longitude
    }
    let count = Double(range.count)
    return GeoCoordinate(latitude: first.latitude + north / count, longitude: first.longitude + east / count)
  }

  /// Mean of what is present.
  private static func mean(_ column: [Double], _ range: ClosedRange<Int>, _ rows: [Int]) -> Double {
    guard range.count > 1 else { return column[rows[range.lowerBound]] }
    var sum = 0.0
    var count = 0.0
    for k in range where !column[rows[k]].isNaN {
      sum += column[rows[k]]
      count += 1
    }
    return count > 0 ? sum / count : .nan
  }

  // MARK: The device's own distance

  /// Takes the device's distance where it fits the fixes within 5 %: its curve, or else its total.
  private mutating func applyDeviceDistance(
    session: Session, rows: [Int], groups: [[ClosedRange<Int>]], fixes: FixTable
  ) {
    guard let sum = recorded.last, sum > 0 else { return }
    let bridged = sum + breaks.reduce(0) { $0 + $1.length }
    func fits(_ total: Double) -> Bool { total > 0 && total >= 0.95 * sum && total <= 1.05 * bridged }
    if let curve = deviceCurve(rows: rows, groups: groups, fixes: fixes), let total = curve.last, fits(total)
    {
      recorded = curve
    }
    if let total = session.deviceTotals.distance, total.isFinite, fits(total), let last = recorded.last,
      last > 0
    {
      let factor = total / last
      recorded = recorded.map { $0 * factor }
      recorded[recorded.count - 1] = total
    }
  }

  private func deviceCurve(rows: [Int], groups: [[ClosedRange<Int>]], fixes: FixTable) -> [Double]? {
    var values = groups.flatMap { group in group.map { fixes.deviceDistances[rows[$0.lowerBound]] } }
    let known = values.indices.filter { !values[$0].isNaN }
    guard known.count * 10 >= values.count * 9, let first = known.first, let last = known.last else {
      return nil
    }
    // A file cut from a longer activity starts with that activity's count.
    let origin = values[first] > 50 ? values[first] : 0
    var highest = 0.0
    for index in known {
      let value = values[index] - origin
      // A counter that starts again belongs to another activity.
      guard value >= highest - 50 else { return nil }
      highest = max(highest, value)
      values[index] = highest
    }
    for index in values.indices where values[index].isNaN {
      if index < first {
        values[index] = first == 0 ? 0 : values[first] * recorded[index] / max(recorded[first], 1e-9)
      } else if index > last {
        values[index] = values[last] + recorded[index] - recorded[last]
      }
    }
    for (a, b) in zip(known, known.dropFirst()) where b > a + 1 {
      let span = recorded[b] - recorded[a]
      for index in (a + 1)..<b {
        let share = span > 0 ? (recorded[index] - recorded[a]) / span : 0
        values[index] = values[a] + (values[b] - values[a]) * share
      }
    }
    return values
  }
}
