/// Functions of the language.
package enum ExpressionFunction: String, CaseIterable, Sendable {
  case choose = "if"
  case min, max, clamp, abs, round, floor, ceil, lerp, has, len, mix, alpha, scale, plural, t

  /// How many arguments it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .choose, .clamp, .lerp, .mix, .plural: 3...3
    case .min, .max: 2...8
    case .alpha, .scale: 2...2
    case .abs, .round, .floor, .ceil, .has, .len, .t: 1...1
    }
  }
  /// As the reference shows it.
  package var signature: String {
    switch self {
    case .choose: "if(condition, a, b)"
    case .min: "min(a, b)"
    case .max: "max(a, b)"
    case .clamp: "clamp(x, low, high)"
    case .abs: "abs(x)"
    case .round: "round(x)"
    case .floor: "floor(x)"
    case .ceil: "ceil(x)"
    case .lerp: "lerp(a, b, t)"
    case .has: "has(x)"
    case .len: "len(list)"
    case .mix: "mix(color1, color2, t)"
    case .alpha: "alpha(color, a)"
    case .scale: "scale('name', value)"
    case .plural: "plural(n, 'one', 'other')"
    case .t: "t('key')"
    }
  }
}

/// How a value is written as text: what follows `|`.
package enum ExpressionFormatter: Hashable, Sendable {
  case pace(bare: Bool)
  case speed(digits: Int, bare: Bool)
  case distance(digits: Int, bare: Bool)
  case elevation(digits: Int, bare: Bool)
  case duration(words: Bool)
  case heartRate(bare: Bool)
  case cadence(bare: Bool)
  case power(bare: Bool)
  case number(digits: Int)
  case percent(digits: Int)
  case date(pattern: String)
  case upper, lower
  case truncate(Int)

  package static let signatures: [(name: String, signature: String, kinds: [ExpressionKind])] = [
    ("pace", "pace", [.pace]), ("speed", "speed(digits)", [.speed]),
    ("distance", "distance(digits)", [.distance]),
    ("elevation", "elevation(digits)", [.elevation]),
    ("duration", "duration('auto' or 'words')", [.duration]),
    ("hr", "hr", [.heartRate]), ("cadence", "cadence", [.cadence]), ("power", "power", [.power]),
    ("number", "number(digits)", [.number, .int, .ratio]),
    ("percent", "percent(digits)", [.ratio, .number, .int]),
    ("date", "date('pattern')", [.date]), ("upper", "upper", [.text]), ("lower", "lower", [.text]),
    ("truncate", "truncate(length)", [.text]),
  ]
  static let names = signatures.map(\.name)

  /// The formatter that suits a kind.
  static func suiting(_ kind: ExpressionKind) -> String? {
    switch kind {
    case .text, .int, .number: nil
    case .ratio: "percent"
    case .date: "date('d MMMM yyyy')"
    default:
      signatures.first { $0.kinds.contains(kind) }?.signature.split(separator: "(").first.map(String.init)
    }
  }
}
