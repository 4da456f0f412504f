import Geometry
import Routes

/// A picture of one of the engine's stages as SVG text.
public enum TracePlot: String, CaseIterable, Sendable {
  /// The track as it was recorded under the path that is shown.
  case path
  /// Degrees of the camera's heading over the film.
  case heading
  /// Pace over the distance: the whole splits and what the film shows.
  case pace
}

extension Replay {
  /// Draws a stage of the engine: 640 units wide, one line colour a curve. Private places are left out.
  public func plot(_ kind: TracePlot) -> String {
    switch kind {
    case .path: pathPlot()
    case .heading: headingPlot()
    case .pace: pacePlot()
    }
  }

  private func pathPlot() -> String {
    var sheet = PlotSheet(height: 400)
    let hidden = route.privacyCircles
    func isOpen(_ point: Vec2) -> Bool {
      !hidden.contains { $0.center.distance(to: point) <= $0.radius }
    }
    let longitude = route.plane.origin.longitude
    let recorded = session.segments.map { range in
      range.map { index -> Vec2? in
        let point = session.points[index]
        guard point.latitude.isFinite, point.longitude.isFinite else { return nil }
        let place = route.plane.point(
          GeoCoordinate(
            latitude: point.latitude, longitude: GeoCoordinate.unwrap(point.longitude, near: longitude)))
        return isOpen(place) ? place : nil
      }
    }
    let shown = route.path.positions.indices.map { index in
      route.path.hidden.contains(index) ? nil : route.path.positions[index]
    }
    sheet.frame(shown + recorded.flatMap { $0 }, isMap: true)
    for leg in recorded { sheet.line(leg, color: PlotSheet.faint, width: 2.5) }
    sheet.line(shown, color: PlotSheet.accent, width: 0.8)
    sheet.label("recorded track", color: PlotSheet.faint, row: 0)
    sheet.label("shown path", color: PlotSheet.accent, row: 1)
    return sheet.svg
  }

  private func headingPlot() -> String {
    var sheet = PlotSheet(height: 220)
    var last: Double?
    let headings = (0..<frameCount).map { number -> Vec2? in
      let row = trace(ofFrame: number)
      guard let heading = row.heading else { return nil }
      // Unwrapped, so that a turn through north is no jump.
      let turned = last.map { $0 + Trigonometry.wrapDegrees(heading - $0) } ?? heading
      last = turned
      return Vec2(row.time, turned)
    }
    sheet.frame(headings)
    sheet.line(headings, color: PlotSheet.accent, width: 1.5)
    sheet.axes("s of film", "heading, degrees")
    return sheet.svg
  }

  private func pacePlot() -> String {
    var sheet = PlotSheet(height: 220)
    var start = 0.0
    var steps: [Vec2?] = []
    for split in route.splits {
      steps += [start, split.labelDistance].map { metres in
        split.pace.map { Vec2(metres / 1000, -$0) }
      }
      start = split.labelDistance
    }
    let shown = (0..<frameCount).map { number -> Vec2? in
      let row = trace(ofFrame: number)
      return row.pace.map { Vec2(row.distance / 1000, -$0) }
    }
    sheet.frame(steps + shown)
    sheet.line(steps, color: PlotSheet.faint, width: 2.5)
    sheet.line(shown, color: PlotSheet.accent, width: 1.5)
    sheet.axes("km", "pace per km, faster is up: splits, and what the film shows", isPace: true)
    return sheet.svg
  }
}

/// Lines in a frame with two scales, written as SVG.
struct PlotSheet {
  static let accent = "#e0401c"
  static let faint = "#9aa3ad"

  private let width = 640.0
  private let height: Double
  private let margin = (left: 52.0, right: 12.0, top: 24.0, bottom: 34.0)
  private var low = Vec2.zero
  private var high = Vec2(1, 1)
  private var body = ""

  init(height: Double) { self.height = height }

  /// Takes the span of the scales from the points; a map has one scale for both.
  mutating func frame(_ points: [Vec2?], isMap: Bool = false) {
    let known = points.compactMap { $0 }
    guard let first = known.first else { return }
    low = first
    high = first
    for point in known {
      low = Vec2(min(low.x, point.x), min(low.y, point.y))
      high = Vec2(max(high.x, point.x), max(high.y, point.y))
    }
    var span = Vec2(max(high.x - low.x, 1e-3), max(high.y - low.y, 1e-3))
    if isMap {
      let unit = max(span.x / inner.x, span.y / inner.y)
      span = inner * unit
    }
    let middle = (low + high) / 2
    low = middle - span / 2
    high = middle + span / 2
  }

  private var inner: Vec2 { Vec2(width - margin.left - margin.right, height - margin.top - margin.bottom) }

  private func place(_ point: Vec2) -> Vec2 {
    Vec2(
      margin.left + (point.x - low.x) / (high.x - low.x) * inner.x,
      margin.top + (high.y - point.y) / (high.y - low.y) * inner.y)
  }

  /// A line, broken where a point is absent. Points nearer than half a unit to the last one are left out.
  mutating func line(_ points: [Vec2?], color: String, width: Double) {
    var data = ""
    var last: Vec2?
    for (index, point) in points.enumerated() {
      guard let point else {
        last = nil
        continue
      }
      let there = place(point)
      let isEnd = index + 1 == points.count || points[index + 1] == nil
      if let last, !isEnd, there.distance(to: last) < 0.5 { continue }
      data += "\(last == nil ? "M" : "L")\(PlotSheet.text(there.x, 1)) \(PlotSheet.text(there.y, 1))"
      last = there
    }
    body +=
      "<path d=\"\(data)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(PlotSheet.text(width, 1))\""
      + " stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n"
  }

  /// A name of a curve in its colour.
  mutating func label(_ name: String, color: String, row: Int) {
    text(name, at: Vec2(margin.left + 130 * Double(row), 15), color: color)
  }

  /// Names and limits of both scales.
  mutating func axes(_ across: String, _ up: String, isPace: Bool = false) {
    let color = "#6d6a64"
    text(up, at: Vec2(margin.left, 15), color: color)
    text(across, at: Vec2(width - margin.right, height - 8), color: color, anchor: "end")
    for k in 0...4 {
      let share = Double(k) / 4
      let value = low + (high - low) * share
      let there = place(value)
      body +=
        "<path d=\"M\(PlotSheet.text(margin.left, 1)) \(PlotSheet.text(there.y, 1))"
        + "H\(PlotSheet.text(width - margin.right, 1))\" stroke=\"#e4ddcf\"/>\n"
      let number = isPace ? PlotSheet.pace(-value.y) : PlotSheet.text(value.y, 1)
      text(number, at: Vec2(margin.left - 6, there.y + 4), color: color, anchor: "end")
      if k < 4 {
        text(PlotSheet.text(value.x, 1), at: Vec2(there.x, height - margin.bottom + 16), color: color)
      }
    }
  }

  private mutating func text(_ text: String, at place: Vec2, color: String, anchor: String = "start") {
    body +=
      "<text x=\"\(PlotSheet.text(place.x, 1))\" y=\"\(PlotSheet.text(place.y, 1))\" fill=\"\(color)\""
      + " text-anchor=\"\(anchor)\">\(text)</text>\n"
  }

  private static func text(_ value: Double, _ digits: Int) -> String { TraceRow.number(value, digits) }

  /// `5:36` from seconds.
  private static func pace(_ seconds: Double) -> String {
    let whole = Int(max(seconds, 0).rounded())
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }

  /// The whole picture.
  var svg: String {
    let size = "\(Int(width)) \(Int(height))"
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" font-family=\"sans-serif\""
      + " font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fbf9f4\"/>\n" + body + "</svg>"
  }
}
