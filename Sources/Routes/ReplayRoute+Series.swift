import Geometry

/// A quantity along the run, named as in a template.
package enum RouteMetric: String, CaseIterable, Hashable, Sendable {
  case pace, speed, elevation, grade
  case heartRate = "heart-rate"
  case cadence, power, time, distance
}

/// A metric as a curve. All arrays have one entry a sample.
package struct MetricSeries: Sendable, Hashable {
  /// What the curve is drawn over.
  package enum Axis: String, CaseIterable, Hashable, Sendable {
    case distance, time
  }
  /// Recorded metres or moving seconds, never falling.
  package var x: [Double] = []
  /// Base unit of the metric; nil where it is absent.
  package var y: [Double?] = []
  /// Metres along the shown path, to cut the curve at the dot.
  package var shown: [Double] = []
  /// Axis in use: a run without times falls back to distance.
  package var axis: Axis = .distance

  /// Least and greatest value, or nil where all are absent.
  package var bounds: ClosedRange<Double>? {
    let present = y.compactMap { $0 }
    guard let low = present.min(), let high = present.max() else { return nil }
    return low...high
  }
  /// Place on the axis of a run state.
  package func position(distance: Double, time: Double) -> Double { axis == .time ? time : distance }
}

extension ReplayRoute {
  /// Whether anything is known of a metric.
  package func has(_ metric: RouteMetric) -> Bool {
    switch metric {
    case .pace, .speed, .time: return hasTime
    case .elevation, .grade: return hasElevation
    case .heartRate: return hasHeartRate
    case .cadence: return hasCadence
    case .power: return hasPower
    case .distance: return true
    }
  }

  /// A metric at every vertex of the shown path, smoothed over a window in moving seconds; nil where it is absent.
  package func values(of metric: RouteMetric, window: Double = 30) -> [Double?] {
    let absent = [Double?](repeating: nil, count: path.positions.count)
    guard has(metric) else { return absent }
    switch metric {
    case .distance: return path.recorded
    case .time: return times
    case .elevation: return path.elevations
    case .grade: return path.distances.map { grade(atShown: $0) }
    case .speed: return speeds(window: window)
    case .pace: return speeds(window: window).map { ReplayRoute.pace(ofSpeed: $0) }
    case .heartRate: return readings(heartRate, window: window)
    case .cadence: return readings(cadence, window: window)
    case .power: return readings(power, window: window)
    }
  }

  private func speeds(window: Double) -> [Double?] {
    let half = max(window, 1) / 2
    var low = 0
    var high = 0
    func distance(at time: Double, from index: inout Int) -> Double {
      while index + 2 < times.count, times[index + 1] < time { index += 1 }
      let span = times[index + 1] - times[index]
      let share = span > 0 ? min(max((time - times[index]) / span, 0), 1) : 1
      return path.recorded[index] + (path.recorded[index + 1] - path.recorded[index]) * share
    }
    guard times.count > 1 else { return times.map { _ in nil } }
    return times.map { time in
      let start = max(0, time - half)
      let end = min(movingTime, time + half)
      guard end > start else { return nil }
      return (distance(at: end, from: &high) - distance(at: start, from: &low)) / (end - start)
    }
  }

  private func readings(_ sensor: SensorSeries, window: Double) -> [Double?] {
    guard hasTime else { return sensor.values.map { $0.isNaN ? nil : $0 } }
    return times.map { sensor.mean(from: $0 - window / 2, to: $0 + window / 2) }
  }

  /// The value below which `percent` (0…100) of the run's distance lies, for colour scales; nil where it is absent.
  package func percentile(_ percent: Double, of metric: RouteMetric, window: Double = 30) -> Double? {
    percentiles([percent], of: metric, window: window)[0]
  }

  /// Several percentiles at the price of one.
  package func percentiles(_ percents: [Double], of metric: RouteMetric, window: Double = 30) -> [Double?] {
    // Vertices are denser in bends: sample evenly.
    let sorted = series(metric, over: .distance, window: window).y.compactMap { $0 }.sorted()
    return percents.map { sorted.percentileOfSorted($0) }
  }

  /// A metric as a curve of evenly spaced samples along the axis, smoothed over a window in moving seconds.
  package func series(
    _ metric: RouteMetric, over axis: MetricSeries.Axis, window: Double = 30, samples: Int = 720
  ) -> MetricSeries {
    var result = MetricSeries()
    result.axis = hasTime ? axis : .distance
    let values = values(of: metric, window: window)
    let along = result.axis == .time ? times : path.recorded
    guard let end = along.last, values.count > 1 else { return result }
    let count = max(2, samples)
    var index = 0
    for k in 0..<count {
      let x = end * Double(k) / Double(count - 1)
      while index + 2 < along.count, along[index + 1] < x { index += 1 }
      let span = along[index + 1] - along[index]
      let share = span > 0 ? min(max((x - along[index]) / span, 0), 1) : 1
      result.x.append(x)
      result.shown.append(path.distances[index] + (path.distances[index + 1] - path.distances[index]) * share)
      if let a = values[index], let b = values[index + 1] {
        result.y.append(a + (b - a) * share)
      } else {
        result.y.append(share < 0.5 ? values[index] : values[index + 1])
      }
    }
    return result
  }
}
