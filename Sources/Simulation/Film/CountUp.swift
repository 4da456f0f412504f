import Geometry

/// Runs the numbers of a finished text from zero to their value, in its own format.
enum CountUp {
  /// The text with its numbers at a share (0…1) of their value; the text itself at 1.
  static func text(_ text: String, share: Double) -> String {
    guard share < 1 else { return text }
    let share = max(0, share)
    var result = ""
    var token = ""
    func flush() {
      result += token.isEmpty ? "" : scaled(token, share)
      token = ""
    }
    for character in text {
      if character.isASCII, character.isNumber {
        token.append(character)
      } else if ".,:".contains(character), !token.isEmpty, token.last?.isNumber == true {
        token.append(character)
      } else {
        flush()
        result.append(character)
      }
    }
    flush()
    return result
  }

  /// One number such as `12.43`, `1:02:03`; a sign of punctuation at its end stays.
  private static func scaled(_ token: String, _ share: Double) -> String {
    var body = token
    var tail = ""
    while let last = body.last, !last.isNumber {
      tail = String(last) + tail
      body.removeLast()
    }
    guard body.count < 16 else { return token }
    if body.contains(":") { return clock(body, share) + tail }
    // The digits as one whole number keep separators in their places, padded to the digits behind a decimal sign.
    let digits = body.filter { $0.isNumber }
    guard let whole = Int(digits) else { return token }
    let behind = body.reversed().prefix { $0.isNumber }.count
    let hasFraction = behind < body.count && behind != 3
    var value = String(Int((Double(whole) * share).rounded(.down)))
    guard hasFraction, let sign = body.first(where: { !$0.isNumber }) else { return value + tail }
    while value.count <= behind { value = "0" + value }
    value.insert(sign, at: value.index(value.endIndex, offsetBy: -behind))
    return value + tail
  }

  private static func clock(_ body: String, _ share: Double) -> String {
    let fields = body.split(separator: ":").compactMap { Int($0) }
    let total = fields.reduce(0) { $0 * 60 + $1 }
    var rest = Int((Double(total) * share).rounded(.down))
    var parts: [String] = []
    for index in fields.indices.reversed() {
      let value = index == 0 ? rest : rest % 60
      parts.insert(index > 0 && value < 10 ? "0\(value)" : "\(value)", at: 0)
      rest /= 60
    }
    return parts.joined(separator: ":")
  }
}
