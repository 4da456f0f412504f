import Geometry

/// A scale with its stops in the metric's base unit.
package struct ColorScale: Sendable {
  /// Ascending.
  package var stops: [Double]
  /// As many as stops, or spread evenly over them.
  package var colors: [Color]
  package var isStepped: Bool
  package var usesOKLab: Bool
  package var missing: Color

  package init(stops: [Double], colors: [Color], isStepped: Bool, usesOKLab: Bool, missing: Color) {
    self.stops = stops
    self.colors = colors
    self.isStepped = isStepped
    self.usesOKLab = usesOKLab
    self.missing = missing
  }

  /// The colour of a value; outside the stops it is that of the nearest.
  package func color(_ value: Double?) -> Color {
    guard let value, value.isFinite, let first = stops.first, let last = stops.last,
      let firstColor = colors.first,
      let lastColor = colors.last
    else { return missing }
    // Where the value stands among the stops: 0 at the first, 1 at the last.
    var share = 0.0
    if value >= last {
      share = last > first || value > last ? 1 : 0.5
    } else if value > first {
      var index = 0
      while index + 2 < stops.count, stops[index + 1] <= value { index += 1 }
      let width = stops[index + 1] - stops[index]
      share = (Double(index) + (width > 0 ? (value - stops[index]) / width : 0)) / Double(stops.count - 1)
    }
    guard colors.count > 1 else { return firstColor }
    if share >= 1 { return lastColor }
    if isStepped { return colors[min(colors.count - 1, Int(share * Double(colors.count)))] }
    let place = share * Double(colors.count - 1)
    let index = min(colors.count - 2, Int(place))
    let t = place - Double(index)
    return usesOKLab ? colors[index].mix(colors[index + 1], t) : colors[index].mixSRGB(colors[index + 1], t)
  }
}
