import Geometry
import Templates

extension PropertyReader {
  /// A colour or a `fill` map: a flat colour or a gradient, with the opacity multiplied in.
  func fill(_ name: String) -> Animated<FillStyle> {
    if case .live(let expression) = map[name] { return .live(expression, fallback: .none) }
    if let frames = keyframes(name, convert: { fillStyle($0) }) { return .keys(frames) }
    if let color = color(name) { return .constant(FillStyle(color)) }
    guard let inner = submap(name) else { return .constant(.none) }
    let gradient = inner.list("gradient").compactMap { inner.color($0) }
    let opacity = inner.number("opacity", 1)
    let angle = inner.degrees("angle", 180)
    if gradient.count > 1 {
      let style = FillStyle(colors: gradient, angle: angle).opacity(opacity)
      if let frames = inner.keyframes("opacity", convert: { PropertyReader.number($0) }) {
        return Animated<Double>.keys(frames).map { FillStyle(colors: gradient, angle: angle).opacity($0) }
      }
      return .constant(style)
    }
    guard let base = inner.color("color") ?? gradient.first else {
      if case .live(let expression) = inner["color"] { return .live(expression, fallback: .none) }
      if let frames = inner.keyframes("color", convert: { inner.color($0) }) {
        return Animated<Color>.keys(frames).map { FillStyle($0.opacity(opacity)) }
      }
      return .constant(.none)
    }
    if let frames = inner.keyframes("opacity", convert: { PropertyReader.number($0) }) {
      return Animated<Double>.keys(frames).map { FillStyle(base.opacity($0)) }
    }
    if let frames = inner.keyframes("color", convert: { inner.color($0) }) {
      return Animated<Color>.keys(frames).map { FillStyle($0.opacity(opacity)) }
    }
    return .constant(FillStyle(base.opacity(opacity)))
  }

  /// A colour or the map of a `fill`, as it stands at one moment.
  private func fillStyle(_ value: ResolvedValue) -> FillStyle? {
    if let color = color(value) { return FillStyle(color) }
    switch value {
    case .none: return FillStyle.none
    case .map(let map):
      let inner = PropertyReader(map, scope: scope)
      let opacity = inner.number("opacity", 1)
      let gradient = inner.list("gradient").compactMap { inner.color($0) }
      let colors = gradient.count > 1 ? gradient : [inner.color("color") ?? gradient.first ?? .clear]
      return FillStyle(colors: colors, angle: inner.degrees("angle", 180)).opacity(opacity)
    default: return nil
    }
  }

  /// A `stroke` map; nil for none.
  func line(_ name: String) -> AnimatedLine? {
    submap(name)?.ownLine(color: "ink", width: 2)
  }

  /// A `stroke` map that is always there.
  func line(_ name: String, color token: String, width: Double) -> AnimatedLine {
    submap(name, orEmpty: "stroke").ownLine(color: token, width: width)
  }

  /// This map read as a stroke; the defaults are a token and design units.
  private func ownLine(color token: String, width: Double) -> AnimatedLine {
    AnimatedLine(
      color: animatedColor("color", scope.palette.color(token)), width: animatedPixels("width", width),
      opacity: animatedNumber("opacity", 1),
      dash: list("dash").compactMap { PropertyReader.length($0).flatMap { scope.pixels($0, of: nil) } })
  }

  /// A stroke whose look never changes, opacity multiplied in; pixels.
  func fixedLine(_ name: String) -> LineStyle? {
    guard let line = line(name) else { return nil }
    let color = line.color.restValue.opacity(line.opacity.restValue)
    guard color.alpha > 0, line.width.restValue > 0 else { return nil }
    return LineStyle(color: color, width: line.width.restValue, dash: line.dash)
  }

  func shadow(_ name: String) -> ShadowStyle? {
    guard let inner = submap(name) else { return nil }
    let color = (inner.color("color") ?? Color(hex: 0)).opacity(inner.number("opacity", 0.5))
    return ShadowStyle(
      color: color, blur: inner.pixels("blur", 12),
      offset: inner.vector(inner["offset"], of: .zero) ?? Vec2(0, 2 * scope.unit))
  }

  /// Insets from one length for all sides or a map of `edges`; pixels.
  func edges(_ name: String) -> EdgeInsets {
    guard let inner = submap(name) else {
      let all = pixels(name, 0)
      return EdgeInsets(top: all, right: all, bottom: all, left: all)
    }
    return EdgeInsets(
      top: inner.pixels("top", 0), right: inner.pixels("right", 0), bottom: inner.pixels("bottom", 0),
      left: inner.pixels("left", 0))
  }

  /// A `marker` map as a moving point.
  func cursor(_ name: String, radius: Double) -> CursorStyle? {
    if case .word("none") = map[name] { return nil }
    let inner = submap(name, orEmpty: "marker")
    var style = CursorStyle(
      radius: inner.animatedPixels("radius", radius),
      color: inner.animatedColor("color", scope.palette.color("accent")))
    style.shape = inner.choice("shape", .dot)
    return style.shape == .none ? nil : style
  }
}

/// Insets of a box; pixels.
struct EdgeInsets: Hashable {
  var top = 0.0
  var right = 0.0
  var bottom = 0.0
  var left = 0.0
  var width: Double { left + right }
  var height: Double { top + bottom }

  func inner(_ box: Rect) -> Rect {
    Rect(
      x: box.x + left, y: box.y + top, width: max(0, box.width - width), height: max(0, box.height - height))
  }
}
