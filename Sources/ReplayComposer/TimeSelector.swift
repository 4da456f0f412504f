/// A moment of a film as a user writes it: `62%`, `12.5s`, `f370`.
public enum TimeSelector: Hashable, Sendable {
  /// Share of the film, 0…1.
  case share(Double)
  /// Seconds.
  case seconds(Double)
  /// Frame number from 0.
  case frame(Int)

  /// Reads `62%`, `12.5s`, `1:05`, `f370`; nil for anything else.
  public init?(_ text: String) {
    if text.hasSuffix("%"), let value = TimeSelector.number(text.dropLast()), value <= 100 {
      self = .share(value / 100)
    } else if text.hasPrefix("f"), let value = Int(text.dropFirst()), value >= 0, !text.contains("+") {
      self = .frame(value)
    } else if text.hasSuffix("ms"), let value = TimeSelector.number(text.dropLast(2)) {
      self = .seconds(value / 1000)
    } else if text.hasSuffix("s"), let value = TimeSelector.number(text.dropLast()) {
      self = .seconds(value)
    } else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let minutes = TimeSelector.number(parts[0]),
        let seconds = TimeSelector.number(parts[1]),
        seconds < 60
      else { return nil }
      self = .seconds(minutes * 60 + seconds)
    }
  }

  /// The frame number, within a film of `count` frames at `fps`.
  public func frame(count: Int, fps: Double) -> Int {
    let last = max(0, count - 1)
    switch self {
    case .share(let share): return Int((share * Double(last)).rounded())
    case .seconds(let seconds): return min(last, Int(min(seconds * fps, 1e9).rounded()))
    case .frame(let number): return min(last, number)
    }
  }

  /// A non-negative decimal number without sign or exponent.
  static func number(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.count < 16, text.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || $0 == 46 }),
      text.utf8.filter({ $0 == 46 }).count <= 1, text.utf8.contains(where: { $0 != 46 })
    else { return nil }
    return Double(text.hasPrefix(".") ? "0" + String(text) : String(text))
  }
}
