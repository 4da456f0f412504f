import Geometry
import Routes
import Templates

extension ContentReader {
  /// Points of a curve; more are not seen on any canvas.
  private static let chartPoints = 600

  func chart() -> ChartContent {
    let metric = reader.word("metric").flatMap { RouteMetric(rawValue: $0) } ?? .elevation
    let axis: MetricSeries.Axis = reader.word("over") == "time" ? .time : .distance
    // Seconds of the run, not of the film: the tempo does not count.
    let window = reader.number("window", 30)
    let series = scope.route.series(metric, over: axis, window: window, samples: ContentReader.chartPoints)
    let range = chartRange(series, metric: metric)
    let width = max(series.x.last ?? 1, 1e-9)
    // A fast pace is a small number: it stands on top.
    let isUpsideDown = metric == .pace
    let span = max(range.upperBound - range.lowerBound, 1e-9)
    let points = zip(series.x, series.y).map { x, y in
      ChartContent.Point(
        x: x / width,
        y: y.map { value in
          let share = min(max((value - range.lowerBound) / span, 0), 1)
          return isUpsideDown ? 1 - share : share
        })
    }
    let line = reader.line("line", color: "accent", width: 4)
    var chart = ChartContent(points: points, line: line, rest: scope.palette.color("muted").opacity(0.5))
    chart.axis = series.axis == .time ? .time : .distance
    chart.revealsWithRun = reader.word("reveal") != "all"
    chart.fill = reader.fill("fill")
    chart.cursor = chart.revealsWithRun ? chartCursor(line) : nil
    if let name = reader.word("color_by"), let scale = MetricScale(name, scope: scope) {
      let values =
        scale.metric == metric
        ? series.y
        : scope.route.series(scale.metric, over: axis, window: window, samples: ContentReader.chartPoints).y
      chart.colors = values.map { scale.color($0) }
    }
    return chart
  }

  /// The moving point; in the line's colour where the template names none.
  private func chartCursor(_ line: AnimatedLine) -> CursorStyle? {
    var cursor = reader.cursor("cursor", radius: 7)
    if cursor?.color.constantValue == scope.palette.color("accent") { cursor?.color = line.color }
    return cursor
  }

  /// From least to greatest with some air; small differences stay small.
  private func chartRange(_ series: MetricSeries, metric: RouteMetric) -> ClosedRange<Double> {
    let limits = reader.list("range").compactMap { value -> Double? in
      if case .metric(.percentile(let percent)) = value { return scope.route.percentile(percent, of: metric) }
      return PropertyReader.number(value)
    }
    if limits.count == 2, limits[0] < limits[1] { return limits[0]...limits[1] }
    let sorted = series.y.compactMap { $0 }.sorted()
    guard var low = sorted.first, var high = sorted.last else { return 0...1 }
    if metric == .pace {
      // One walk at a fountain must not press the rest flat.
      low = sorted.percentileOfSorted(1) ?? low
      high = sorted.percentileOfSorted(97) ?? high
    }
    let least = ContentReader.leastSpan(metric)
    let middle = (low + high) / 2
    let half = max((high - low) / 2, least / 2) * 1.12
    return (middle - half)...(middle + half)
  }

  /// Base unit.
  private static func leastSpan(_ metric: RouteMetric) -> Double {
    switch metric {
    case .elevation: return 24
    case .pace: return 40
    case .speed: return 0.6
    case .grade: return 0.04
    case .heartRate, .cadence: return 20
    case .power: return 60
    case .time, .distance: return 1
    }
  }

  func gauge() -> GaugeContent {
    let value: GaugeContent.Value
    switch reader["value"] {
    case .live(let expression): value = .live(expression)
    case let other: value = .constant(PropertyReader.number(other))
    }
    var gauge = GaugeContent(
      value: value, track: reader.line("track", color: "muted", width: 12),
      line: reader.line("line", color: "accent", width: 12))
    gauge.kind = reader.choice("kind", .bar)
    gauge.minimum = reader.number("min", 0)
    gauge.maximum = reader.number("max", 1)
    gauge.sweep = reader.animatedNumber("sweep", 240)
    return gauge
  }
}
