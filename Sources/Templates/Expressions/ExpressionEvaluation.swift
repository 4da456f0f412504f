import Formatting
import Geometry

extension Expression {
  /// Longest text that an expression gives, in bytes.
  package static let maximumTextBytes = 4096

  /// The value; every operation is defined, nothing is thrown. Parameters, arguments, tokens and strings must have been
  /// folded in before, else they are absent.
  func evaluate<Source: BindingSource>(_ source: Source, _ formatter: MetricFormatter) -> ExpressionValue {
    switch operation {
    case .literal(let value): return value
    case .binding(let binding): return source.value(of: binding)
    case .parameter, .argument, .color, .string: return .absent
    case .not(let inner):
      guard case .bool(let value) = inner.evaluate(source, formatter) else { return .absent }
      return .bool(!value)
    case .negate(let inner):
      guard case .number(let value) = inner.evaluate(source, formatter) else { return .absent }
      return .number(-value)
    case .binary(.and, let left, let right):
      guard left.evaluate(source, formatter) == .bool(true) else { return .bool(false) }
      return .bool(right.evaluate(source, formatter) == .bool(true))
    case .binary(.or, let left, let right):
      if left.evaluate(source, formatter) == .bool(true) { return .bool(true) }
      return .bool(right.evaluate(source, formatter) == .bool(true))
    case .binary(.coalesce, let left, let right):
      let value = left.evaluate(source, formatter)
      return value == .absent ? right.evaluate(source, formatter) : value
    case .binary(let operation, let left, let right):
      return operation.apply(left.evaluate(source, formatter), right.evaluate(source, formatter))
    case .call(.choose, let arguments):
      let isTrue = arguments[0].evaluate(source, formatter) == .bool(true)
      return arguments[isTrue ? 1 : 2].evaluate(source, formatter)
    case .call(let function, let arguments):
      return function.apply(arguments.map { $0.evaluate(source, formatter) })
    case .format(let format, let inner): return format.apply(inner.evaluate(source, formatter), formatter)
    case .concat(let pieces):
      var text = ""
      for piece in pieces {
        text += Expression.text(of: piece.evaluate(source, formatter), formatter) ?? "–"
        if text.utf8.count > Expression.maximumTextBytes { break }
      }
      return .text(Expression.bounded(text))
    case .scaled(let scale, let inner):
      if case .number(let value) = inner.evaluate(source, formatter) { return .color(scale.color(value)) }
      return .color(scale.missing)
    }
  }

  /// A value as text: texts as they are, numbers plain; nil where it is absent.
  static func text(of value: ExpressionValue, _ formatter: MetricFormatter) -> String? {
    switch value {
    case .text(let text): return text
    case .number(let number):
      return formatter.number(number, digits: number == number.rounded() ? 0 : 2)
    case .bool(let flag): return flag ? "true" : "false"
    case .absent, .color, .list: return nil
    }
  }

  static func bounded(_ text: String) -> String {
    guard text.utf8.count > maximumTextBytes else { return text }
    var result = ""
    for character in text {
      if result.utf8.count + character.utf8.count > maximumTextBytes - 3 { break }
      result.append(character)
    }
    return result + "…"
  }
}

extension ExpressionOperator {
  func apply(_ left: ExpressionValue, _ right: ExpressionValue) -> ExpressionValue {
    if isComparison {
      if left == .absent || right == .absent { return .bool(false) }
      switch self {
      case .equal: return .bool(left == right)
      case .notEqual: return .bool(left != right)
      default: break
      }
      guard case .number(let a) = left, case .number(let b) = right else { return .bool(false) }
      switch self {
      case .less: return .bool(a < b)
      case .lessOrEqual: return .bool(a <= b)
      case .greater: return .bool(a > b)
      default: return .bool(a >= b)
      }
    }
    guard case .number(let a) = left, case .number(let b) = right else { return .absent }
    let result: Double
    switch self {
    case .add: result = a + b
    case .subtract: result = a - b
    case .multiply: result = a * b
    case .divide: result = b == 0 ? .nan : a / b
    case .remainder: result = b == 0 ? .nan : a - b * (a / b).rounded(.down)
    default: return .absent
    }
    return result.isFinite ? .number(result) : .absent
  }
}

extension ExpressionFunction {
  func apply(_ values: [ExpressionValue]) -> ExpressionValue {
    func number(_ index: Int) -> Double? {
      if case .number(let value) = values[index] { return value }
      return nil
    }
    func result(_ value: Double?) -> ExpressionValue {
      guard let value, value.isFinite else { return .absent }
      return .number(value)
    }
    switch self {
    case .choose: return values[0] == .bool(true) ? values[1] : values[2]
    case .has:
      if case .text(let text) = values[0] { return .bool(!text.isEmpty) }
      return .bool(values[0] != .absent)
    case .len:
      guard case .list(let rows) = values[0] else { return .absent }
      return .number(Double(rows.count))
    case .mix:
      guard case .color(let a) = values[0], case .color(let b) = values[1], let t = number(2) else {
        return .absent
      }
      return .color(a.mix(b, t))
    case .alpha:
      guard case .color(let color) = values[0], let alpha = number(1) else { return .absent }
      return .color(
        Color(red: color.red, green: color.green, blue: color.blue, alpha: Swift.min(Swift.max(alpha, 0), 1)))
    case .plural:
      guard let n = number(0) else { return .absent }
      return n == 1 ? values[1] : values[2]
    case .scale, .t: return .absent
    case .abs: return result(number(0).map(Swift.abs))
    case .round: return result(number(0).map { $0.rounded() })
    case .floor: return result(number(0).map { $0.rounded(.down) })
    case .ceil: return result(number(0).map { $0.rounded(.up) })
    case .lerp:
      guard let a = number(0), let b = number(1), let t = number(2) else { return .absent }
      return result(a + (b - a) * t)
    case .min, .max, .clamp:
      var numbers: [Double] = []
      for index in values.indices {
        guard let value = number(index) else { return .absent }
        numbers.append(value)
      }
      switch self {
      case .min: return result(numbers.min())
      case .max: return result(numbers.max())
      default: return result(Swift.min(Swift.max(numbers[0], numbers[1]), numbers[2]))
      }
    }
  }
}

extension ExpressionFormatter {
  func apply(_ value: ExpressionValue, _ formatter: MetricFormatter) -> ExpressionValue {
    if case .text(let text) = value {
      switch self {
      case .upper: return .text(Expression.bounded(text.uppercased()))
      case .lower: return .text(Expression.bounded(text.lowercased()))
      case .truncate(let count):
        return .text(text.count > count ? String(text.prefix(max(0, count - 1))) + "…" : text)
      default: return .absent
      }
    }
    guard case .number(let number) = value else { return .absent }
    func unit(_ bare: Bool) -> MetricFormatter.UnitStyle { bare ? .bare : .full }
    switch self {
    case .pace(let bare): return .text(formatter.pace(number, unit: unit(bare)))
    case .speed(let digits, let bare): return .text(formatter.speed(number, digits: digits, unit: unit(bare)))
    case .distance(let digits, let bare):
      return .text(formatter.distance(number, digits: digits, unit: unit(bare)))
    case .elevation(let digits, let bare):
      return .text(formatter.elevation(number, digits: digits, unit: unit(bare)))
    case .duration(let words): return .text(formatter.duration(number, words: words))
    case .heartRate(let bare): return .text(formatter.heartRate(number, unit: unit(bare)))
    case .cadence(let bare): return .text(formatter.cadence(number, unit: unit(bare)))
    case .power(let bare): return .text(formatter.power(number, unit: unit(bare)))
    case .number(let digits): return .text(formatter.number(number, digits: digits))
    case .percent(let digits): return .text(formatter.percent(number, digits: digits))
    case .date(let pattern): return .text(formatter.date(number, pattern: pattern))
    case .upper, .lower, .truncate: return .absent
    }
  }
}
