/// A curve from 0 to 1 that shapes a transition.
public enum Easing: Hashable, Sendable {
  /// Constant speed.
  case linear
  /// Stays at the start value until the end.
  case hold
  /// One of the power and sine families.
  case named(Family, Direction)
  /// Overshoots once and settles.
  case outBack
  /// CSS-style cubic Bézier through (0,0), (x1,y1), (x2,y2), (1,1); x1 and x2 in 0…1.
  case bezier(Double, Double, Double, Double)

  /// The shape of a named easing.
  public enum Family: String, CaseIterable, Hashable, Sendable {
    case sine, quad, cubic, quart, expo
  }
  /// Which end of a named easing is slow.
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    case `in`, out, inOut = "in-out"
  }

  /// The easing of a template name such as `in-out-cubic`, `linear`, `hold`, `out-back`; nil for any other word.
  public init?(name: String) {
    switch name {
    case "linear": self = .linear
    case "hold": self = .hold
    case "out-back": self = .outBack
    default:
      for direction in Direction.allCases {
        for family in Family.allCases where name == "\(direction.rawValue)-\(family.rawValue)" {
          self = .named(family, direction)
          return
        }
      }
      return nil
    }
  }

  /// Every name that `init(name:)` takes.
  public static let names: [String] =
    ["linear", "hold", "out-back"]
    + Direction.allCases.flatMap { direction in Family.allCases.map { "\(direction.rawValue)-\($0.rawValue)" }
    }

  /// The eased share for a share `t`, which is clamped to 0…1.
  public func callAsFunction(_ t: Double) -> Double {
    let t = min(max(t, 0), 1)
    switch self {
    case .linear: return t
    case .hold: return t >= 1 ? 1 : 0
    case .outBack:
      let overshoot = 1.70158
      let u = t - 1
      return 1 + (overshoot + 1) * u * u * u + overshoot * u * u
    case .named(let family, .in): return Easing.in(family, t)
    case .named(let family, .out): return 1 - Easing.in(family, 1 - t)
    case .named(let family, .inOut):
      return t < 0.5 ? Easing.in(family, 2 * t) / 2 : 1 - Easing.in(family, 2 - 2 * t) / 2
    case .bezier(let x1, let y1, let x2, let y2): return Easing.bezierY(t, x1, y1, x2, y2)
    }
  }

  private static func `in`(_ family: Family, _ t: Double) -> Double {
    switch family {
    case .sine: return t >= 1 ? 1 : 1 - Trigonometry.cos(t * .pi / 2)
    case .quad: return t * t
    case .cubic: return t * t * t
    case .quart: return t * t * t * t
    case .expo:
      // Shifted so that it starts at exactly 0.
      let floor = Trigonometry.pow(2, -10)
      return (Trigonometry.pow(2, 10 * (t - 1)) - floor) / (1 - floor)
    }
  }

  private static func bezierY(_ x: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    func cubic(_ s: Double, _ p1: Double, _ p2: Double) -> Double {
      let r = 1 - s
      return 3 * r * r * s * p1 + 3 * r * s * s * p2 + s * s * s
    }
    // x is monotone in s for x1, x2 in 0…1, so bisection always converges.
    var low = 0.0
    var high = 1.0
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if cubic(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return cubic((low + high) / 2, y1, y2)
  }
}
