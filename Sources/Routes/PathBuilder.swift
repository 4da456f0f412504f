import Geometry

/// Turns cleaned fixes into the shown path and the values at its vertices.
struct PathBuilder {
  private(set) var plane: LocalPlane
  private(set) var path = ShownPath()
  /// Moving seconds by vertex; zeros without times.
  private(set) var times: [Double] = []
  private(set) var pauses: [RoutePause] = []
  private(set) var heartRates: [Double] = []
  private(set) var cadences: [Double] = []
  private(set) var powers: [Double] = []

  private let track: CleanTrack
  private var elevations: [Double]

  /// Most vertices of a path before thinning; very long routes get wider spacing.
  private static let vertexLimit = 60_000.0

  init(track: CleanTrack, options: RouteOptions, report: inout RouteReport) {
    self.track = track
    plane = LocalPlane(origin: PathBuilder.center(of: track.coordinates))
    let positions = track.coordinates.map { [plane] in plane.point($0) }
    var repaired: [Int] = []
    elevations =
      ElevationProfile(elevations: track.elevations, distances: track.recorded) { repaired.append($0) }.values
    for fix in repaired { report.note(.elevationRepaired, at: fix, "\(Int(track.elevations[fix])) m") }

    let legs = track.legs.map { Array(positions[$0]) }
    let noise = PathSmoothing.noise(legs)
    report.noise = noise
    let length = legs.reduce(0) { sum, leg in
      sum + zip(leg, leg.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
    // The shown path is sampled at half the spacing and thinned where it is straight.
    let isCounted: Bool
    let spacing: Double
    switch options.spacing {
    case .metres(let metres):
      // Smoothing stretches steps at corners by a few per cent.
      spacing = max(0.47 * metres, 0.05, length / PathBuilder.vertexLimit)
      isCounted = false
    case .points(let count):
      spacing = length / Double(max(count, 2) - 1)
      isCounted = true
    }
    for (number, leg) in track.legs.enumerated() where !leg.isEmpty {
      var samples = CurveSampling(fixes: legs[number], spacing: spacing * (1 + 1e-9))
      switch options.window {
      case .auto:
        samples.points = PathSmoothing.smoothed(
          samples.points, step: samples.step, sigma: PathSmoothing.sigma(noise: noise))
      case .metres(let width):
        // A box of a width has the standard deviation width / √12.
        samples.points = PathSmoothing.smoothed(
          samples.points, step: samples.step, sigma: width / 12.0.squareRoot())
      case .points(let window):
        samples.points = PathSmoothing.movingMean(samples.points, window: window)
      }
      append(samples, leg: leg, number: number, thinned: !isCounted)
    }
    finish()
  }

  /// Centre of the bounding box, which keeps the plane's scale nearest to true over the whole run.
  private static func center(of coordinates: [GeoCoordinate]) -> GeoCoordinate {
    var low = GeoCoordinate(latitude: .infinity, longitude: .infinity)
    var high = GeoCoordinate(latitude: -.infinity, longitude: -.infinity)
    for item in coordinates {
      low.latitude = min(low.latitude, item.latitude)
      low.longitude = min(low.longitude, item.longitude)
      high.latitude = max(high.latitude, item.latitude)
      high.longitude = max(high.longitude, item.longitude)
    }
    let longitude = (low.longitude + high.longitude) / 2
    return GeoCoordinate(
      latitude: (low.latitude + high.latitude) / 2, longitude: GeoCoordinate.unwrap(longitude, near: 0))
  }

  // MARK: Vertices

  private mutating func append(_ samples: CurveSampling, leg: Range<Int>, number: Int, thinned: Bool) {
    let count = samples.points.count
    // Time and distance over the path, freed of the fixes' jitter along it; pinned and monotone.
    let filter = GaussianFilter(sigma: samples.step > 0 ? 8 / samples.step : 0, ends: .pinned)
    let recorded = filter(samples.fractions.map { PathBuilder.value(track.recorded, leg, $0) })
    let moving =
      track.hasTimes ? filter(samples.fractions.map { PathBuilder.value(track.moving, leg, $0) }) : []
    let heights =
      elevations.isEmpty
      ? []
      : GaussianFilter(sigma: samples.step > 0 ? 15 / samples.step : 0, ends: .mirrored)(
        samples.fractions.map { PathBuilder.value(elevations, leg, $0) })
    if number > 0, let last = path.positions.indices.last {
      let item = track.breaks[number - 1]
      pauses.append(RoutePause(vertex: last, duration: item.duration, isGap: true))
      if item.length > CleanTrack.joinLength { path.gaps.insert(last) }
    }
    var stops = track.stops.filter { leg.contains($0.fix) }[...]
    for k in 0..<count {
      if thinned, k % 2 == 1, k + 1 < count {
        let middle = (samples.points[k - 1] + samples.points[k + 1]) / 2
        if samples.points[k].distance(to: middle) < 0.03 { continue }
      }
      let fraction = samples.fractions[k]
      path.positions.append(samples.points[k])
      path.recorded.append(recorded[k])
      times.append(track.hasTimes ? moving[k] : 0)
      if !heights.isEmpty { path.elevations.append(heights[k]) }
      heartRates.append(PathBuilder.sensor(track.heartRates, leg, fraction, track.moving))
      cadences.append(PathBuilder.sensor(track.cadences, leg, fraction, track.moving))
      powers.append(PathBuilder.sensor(track.powers, leg, fraction, track.moving))
      while let stop = stops.first, Double(stop.fix - leg.lowerBound) <= fraction + 1e-9 {
        pauses.append(RoutePause(vertex: path.positions.count - 1, duration: stop.duration, isGap: false))
        stops = stops.dropFirst()
      }
    }
  }

  /// Sums up the path's length, merging vertices that coincide, and pins the monotone maps.
  private mutating func finish() {
    var distance = 0.0
    var keep: [Int] = []
    keep.reserveCapacity(path.positions.count)
    var target: [Int] = []
    for i in path.positions.indices {
      if let last = keep.last {
        let step = path.positions[i].distance(to: path.positions[last])
        if step < 1e-6, i + 1 < path.positions.count || keep.count > 1 {
          // The later of two coinciding vertices carries the later distance and time.
          path.recorded[last] = path.recorded[i]
          times[last] = times[i]
          target.append(keep.count - 1)
          continue
        }
        distance += step
      }
      path.distances.append(distance)
      keep.append(i)
      target.append(keep.count - 1)
    }
    if keep.count < path.positions.count {
      path.positions = keep.map { path.positions[$0] }
      path.recorded = keep.map { path.recorded[$0] }
      times = keep.map { times[$0] }
      if !path.elevations.isEmpty { path.elevations = keep.map { path.elevations[$0] } }
      heartRates = keep.map { heartRates[$0] }
      cadences = keep.map { cadences[$0] }
      powers = keep.map { powers[$0] }
      path.gaps = Set(path.gaps.map { target[$0] })
      for k in pauses.indices { pauses[k].vertex = target[pauses[k].vertex] }
    }
    for i in path.positions.indices.dropFirst() {
      path.recorded[i] = max(path.recorded[i], path.recorded[i - 1])
      times[i] = max(times[i], times[i - 1])
    }
    if let total = track.recorded.last, let last = path.recorded.indices.last { path.recorded[last] = total }
    let last = path.positions.count - 1
    pauses.removeAll { !$0.isGap && ($0.vertex <= 0 || $0.vertex >= last) }
  }

  // MARK: Values between fixes

  private static func value(_ values: [Double], _ leg: Range<Int>, _ fraction: Double) -> Double {
    let low = min(leg.lowerBound + Int(fraction), leg.upperBound - 1)
    guard low + 1 < leg.upperBound else { return values[low] }
    let share = fraction - fraction.rounded(.down)
    return values[low] + (values[low + 1] - values[low]) * share
  }

  /// As `value` for a sensor: absent where the nearest reading on either side is more than 20 s away.
  private static func sensor(
    _ values: [Double], _ leg: Range<Int>, _ fraction: Double, _ times: [Double]
  ) -> Double {
    let low = min(leg.lowerBound + Int(fraction), leg.upperBound - 1)
    let high = min(low + 1, leg.upperBound - 1)
    let share = fraction - fraction.rounded(.down)
    if !values[low].isNaN, !values[high].isNaN { return values[low] + (values[high] - values[low]) * share }
    var before = low
    while before > leg.lowerBound, values[before].isNaN, low - before < 20 { before -= 1 }
    var after = high
    while after + 1 < leg.upperBound, values[after].isNaN, after - high < 20 { after += 1 }
    guard !values[before].isNaN, !values[after].isNaN, after > before else { return .nan }
    guard times.isEmpty || times[after] - times[before] <= 20 else { return .nan }
    let along = (Double(low - before) + share) / Double(after - before)
    return values[before] + (values[after] - values[before]) * along
  }
}
