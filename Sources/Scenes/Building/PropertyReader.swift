import Geometry
import Templates

/// Reads a map of the template: what is missing or of another type is the specification's default.
/// Lengths come in pixels, times in seconds of the film's own tempo.
struct PropertyReader {
  let map: ResolvedMap
  let scope: BuildScope
  /// The node whose `animate` names this map's properties, and how their names begin there.
  private let root: ResolvedMap
  private let path: String

  init(_ map: ResolvedMap, scope: BuildScope) {
    self.init(map, scope: scope, root: map, path: "")
  }

  private init(_ map: ResolvedMap, scope: BuildScope, root: ResolvedMap, path: String) {
    self.map = map
    self.scope = scope
    self.root = root
    self.path = path
  }

  subscript(_ name: String) -> ResolvedValue { map[name] }

  /// Whether anything is said about a property.
  func has(_ name: String) -> Bool {
    if case .none = map[name] { return false }
    return true
  }

  func flag(_ name: String, _ standard: Bool = false) -> Bool {
    if case .bool(let value) = map[name] { return value }
    return standard
  }

  func number(_ name: String, _ standard: Double) -> Double { optionalNumber(name) ?? standard }

  func optionalNumber(_ name: String) -> Double? { PropertyReader.number(map[name]) }

  /// The number of a value of any kind; nil where it is none or beyond all bounds.
  static func number(_ value: ResolvedValue) -> Double? {
    guard let number = rawNumber(value), abs(number) <= 1e12 else { return nil }
    return number
  }

  private static func rawNumber(_ value: ResolvedValue) -> Double? {
    switch value {
    case .number(let number), .time(let number), .angle(let number), .ground(let number): return number
    case .metric(.value(let number, _)): return number
    case .length(.percent(let share)): return share
    case .length(.units(let number)), .length(.pixels(let number)): return number
    default: return nil
    }
  }

  func count(_ name: String, _ standard: Int) -> Int {
    guard let value = optionalNumber(name), abs(value) < 1e6 else { return standard }
    return Int(value)
  }

  func word(_ name: String) -> String? {
    switch map[name] {
    case .word(let word), .text(let word): return word
    // `on` and `off` are booleans to some YAML writers.
    case .bool(let value): return value ? "on" : "off"
    default: return nil
    }
  }

  func choice<Choice: RawRepresentable<String>>(_ name: String, _ standard: Choice) -> Choice {
    word(name).flatMap { Choice(rawValue: $0) } ?? standard
  }

  /// Seconds of the film's own tempo.
  func seconds(_ name: String, _ standard: Double) -> Double {
    (optionalNumber(name) ?? standard) * scope.timeScale
  }

  func degrees(_ name: String, _ standard: Double) -> Double { number(name, standard) }

  func easing(_ name: String, _ standard: Easing) -> Easing {
    switch map[name] {
    case .easing(let easing): return easing
    case .word(let word): return Easing(name: word) ?? standard
    default: return standard
    }
  }

  func time(_ name: String, _ standard: TimePosition) -> Double {
    switch map[name] {
    case .timePosition(let position): return scope.seconds(position)
    case .time(let seconds): return scope.seconds(.seconds(seconds))
    default: return scope.seconds(standard)
    }
  }

  func length(_ name: String) -> Length { PropertyReader.length(map[name]) ?? .auto }

  static func length(_ value: ResolvedValue) -> Length? {
    switch value {
    case .length(let length): return length
    case .number(let number): return .units(number)
    case .auto: return .auto
    default: return nil
    }
  }

  /// Pixels; `standard` in design units.
  func pixels(_ name: String, _ standard: Double, of parent: Double? = nil, em: Double = 0) -> Double {
    scope.pixels(length(name), of: parent, em: em) ?? standard * scope.unit
  }

  /// Design units.
  func units(_ name: String, _ standard: Double) -> Double { pixels(name, standard) / scope.unit }

  /// A pair of lengths as pixels.
  func vector(_ value: ResolvedValue, of size: Vec2) -> Vec2? {
    guard case .list(let items) = value, items.count == 2 else { return nil }
    guard let x = PropertyReader.length(items[0]), let y = PropertyReader.length(items[1]) else { return nil }
    return Vec2(scope.pixels(x, of: size.x) ?? 0, scope.pixels(y, of: size.y) ?? 0)
  }

  /// A pair of shares.
  func share(_ name: String, _ standard: Vec2) -> Vec2 { vector(map[name], of: Vec2(1, 1)) ?? standard }

  func color(_ name: String) -> Color? { color(map[name]) }

  func color(_ value: ResolvedValue) -> Color? {
    switch value {
    case .color(let color): return color
    case .word(let word), .text(let word): return scope.palette[word] ?? Color(hexString: word)
    default: return nil
    }
  }

  func submap(_ name: String) -> PropertyReader? {
    guard case .map(let inner) = map[name] else { return nil }
    return PropertyReader(inner, scope: scope, root: root, path: "\(path)\(name).")
  }

  /// The map of a property, an empty one where nothing is said: every property then has its default.
  func submap(_ name: String, orEmpty element: String) -> PropertyReader {
    submap(name)
      ?? PropertyReader(ResolvedMap(element: element), scope: scope, root: root, path: "\(path)\(name).")
  }

  func maps(_ name: String) -> [ResolvedMap] {
    list(name).compactMap {
      guard case .map(let map) = $0 else { return nil }
      return map
    }
  }

  func list(_ name: String) -> [ResolvedValue] {
    guard case .list(let items) = map[name] else { return [] }
    return items
  }

  /// A property over scene time: its keys, its live expression or its constant.
  func animated<Value: Interpolatable>(
    _ name: String, _ standard: Value, convert: (ResolvedValue) -> Value?
  ) -> Animated<Value> {
    if let frames = keyframes(name, convert: convert) { return .keys(frames) }
    if case .live(let expression) = map[name] { return .live(expression, fallback: standard) }
    return .constant(convert(map[name]) ?? standard)
  }

  func keyframes<Value: Interpolatable>(
    _ name: String, convert: (ResolvedValue) -> Value?
  ) -> Keyframes<Value>? {
    guard let keys = root.animations[path + name] else { return nil }
    var frames: [Keyframes<Value>.Key] = []
    for key in keys {
      guard let value = convert(key.value) else { continue }
      let time = scope.seconds(key.time)
      // Positions of different kinds can meet in a short scene: the later key wins.
      while let last = frames.last, last.time >= time { frames.removeLast() }
      frames.append(Keyframes.Key(time: time, value: value, easing: key.easing))
    }
    return Keyframes(frames)
  }

  func animatedNumber(_ name: String, _ standard: Double) -> Animated<Double> {
    animated(name, standard) { PropertyReader.number($0) }
  }

  func animatedColor(_ name: String, _ standard: Color) -> Animated<Color> {
    animated(name, standard) { color($0) }
  }

  /// Pixels; `standard` in design units. A live number counts design units.
  func animatedPixels(_ name: String, _ standard: Double, of parent: Double? = nil) -> Animated<Double> {
    let value = animated(name, standard * scope.unit) { value -> Double? in
      PropertyReader.length(value).flatMap { scope.pixels($0, of: parent) }
    }
    guard case .live(let expression, let fallback) = value else { return value }
    return .live(LiveExpression(ScaledExpression(base: expression, factor: scope.unit)), fallback: fallback)
  }
}
