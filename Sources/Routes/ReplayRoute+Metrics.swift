import Geometry

extension ReplayRoute {
  /// Metres a second below which a pace means nothing to a reader.
  package static let walkingSpeed = 0.5

  /// Moving seconds at a shown distance in metres; exactly the total at the end.
  package func time(atShown distance: Double) -> Double {
    guard distance < path.length else { return times.last ?? 0 }
    return path.value(times, path.locate(distance))
  }

  /// The shown distance in metres at which a moving time is first reached.
  package func shownDistance(atTime seconds: Double) -> Double {
    guard let last = times.last, seconds < last else { return path.length }
    return path.value(path.distances, ShownPath.place(of: seconds, in: times))
  }

  /// Recorded metres at a moving time in seconds. O(log n).
  package func recordedDistance(atTime seconds: Double) -> Double {
    guard let last = times.last, seconds < last else { return totalDistance }
    guard seconds > 0 else { return 0 }
    return path.value(path.recorded, ShownPath.place(of: seconds, in: times))
  }

  /// Metres a second over the moving seconds `start` to `end`, clamped to the run; nil without times.
  package func speed(from start: Double, to end: Double) -> Double? {
    guard hasTime else { return nil }
    let a = min(max(start, 0), movingTime)
    let b = min(max(end, 0), movingTime)
    guard b - a > 1e-9 else { return nil }
    return (recordedDistance(atTime: b) - recordedDistance(atTime: a)) / (b - a)
  }

  /// Seconds a kilometre for a speed, or nil below walking speed.
  package static func pace(ofSpeed speed: Double?) -> Double? {
    guard let speed, speed >= walkingSpeed, speed.isFinite else { return nil }
    return 1000 / speed
  }

  /// Rise over run around a shown distance, over a window in metres; nil without elevation.
  package func grade(atShown distance: Double, window: Double = 60) -> Double? {
    guard hasElevation, path.length > 0 else { return nil }
    let a = max(0, distance - window / 2)
    let b = min(path.length, distance + window / 2)
    let run = path.recordedDistance(at: b) - path.recordedDistance(at: a)
    // Where most of the window lies in a gap, the elevations say nothing of the ground that was run.
    guard run > max(1, (b - a) / 4), let low = path.elevation(at: a), let high = path.elevation(at: b) else {
      return nil
    }
    return min(max((high - low) / run, -1), 1)
  }

  /// Metres climbed up to a shown distance; nil without elevation.
  package func ascent(atShown distance: Double) -> Double? {
    guard let total = climb.ascent.last else { return nil }
    return distance < path.length ? path.value(climb.ascent, path.locate(distance)) : total
  }

  /// A sensor's mean over a few moving seconds around a time, or nil in a hole of its readings.
  package func reading(_ sensor: SensorSeries, atTime seconds: Double, window: Double = 10) -> Double? {
    guard sensor.hasValues else { return nil }
    if hasTime, let mean = sensor.mean(from: seconds - window / 2, to: seconds + window / 2) { return mean }
    let place = ShownPath.place(of: seconds, in: times)
    let index = place.share < 0.5 ? place.index : min(place.index + 1, sensor.values.count - 1)
    return !hasTime && !sensor.values[index].isNaN ? sensor.values[index] : nil
  }

  // MARK: Totals

  package var ascent: Double? { climb.ascent.last }
  package var descent: Double? { climb.descent.last }
  package var lowestElevation: Double? { path.elevations.min() }
  package var highestElevation: Double? { path.elevations.max() }
  package var heartRateMean: Double? { heartRate.mean }
  package var heartRateHighest: Double? { heartRate.highest }
  /// Mean without the seconds at a stand, as devices count it.
  package var cadenceMean: Double? {
    let moving = SensorSeries(values: cadence.values.map { $0 > 0 ? $0 : .nan }, times: times)
    return cadence.hasValues ? moving.mean ?? cadence.mean : nil
  }
  package var powerMean: Double? { power.mean }
  /// Seconds a kilometre of the whole run; nil without times.
  package var paceMean: Double? {
    hasTime ? ReplayRoute.pace(ofSpeed: totalDistance / movingTime) : nil
  }
  /// Seconds a kilometre of the fastest full split, or of the run where it has none.
  package var paceBest: Double? {
    splits.compactMap { $0.isPartial ? nil : $0.pace }.min() ?? paceMean
  }
  package var bestSplit: Split? { splits.first { $0.isFastest } }
  /// Shown distance in metres of the highest point; nil without elevation.
  package var highPoint: Double? {
    guard let top = path.elevations.indices.max(by: { path.elevations[$0] < path.elevations[$1] }) else {
      return nil
    }
    return path.distances[top]
  }
}
