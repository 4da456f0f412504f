/// Frames a second as an exact fraction: 30/1, 30000/1001.
package struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  package let numerator: Int
  package let denominator: Int

  /// A rate in lowest terms; both numbers are positive.
  package init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(numerator > 0 && denominator > 0, "frame rate out of range")
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }

  /// `30`, `29.97` (the broadcast rates 23.976, 29.97, 59.94 … become exact), `12.5` or `30000/1001`;
  /// nil when it is no rate between 1/10 and 1000.
  package init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    var exact: (Int, Int)?
    if parts.count == 2, let top = Int(parts[0]), let bottom = Int(parts[1]) {
      exact = (top, bottom)
    } else if parts.count == 1, let whole = Int(text) {
      exact = (whole, 1)
    } else if parts.count == 1, let value = Double(text), value > 0, value <= 1000 {
      let broadcast = (value * 1.001).rounded()
      let thousandths = (value * 1000).rounded()
      exact =
        broadcast != value && abs(broadcast / 1.001 - value) < 0.005 && value != value.rounded()
        ? (Int(broadcast) * 1000, 1001) : (Int(thousandths), 1000)
    }
    guard let (top, bottom) = exact, top > 0, bottom > 0, top <= 1_000_000, bottom <= 1_000_000,
      top <= bottom * 1000, top * 10 >= bottom
    else { return nil }
    self.init(top, bottom)
  }

  /// Frames a second.
  package var value: Double { Double(numerator) / Double(denominator) }

  /// Seconds from the first frame to frame `number`.
  package func seconds(ofFrame number: Int) -> Double {
    Double(number) * Double(denominator) / Double(numerator)
  }

  /// `30` or `30000/1001`.
  package var description: String {
    denominator == 1 ? String(numerator) : "\(numerator)/\(denominator)"
  }
}
