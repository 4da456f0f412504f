/// Credits as plain text: archives carry them as HTML.
package enum AttributionText {
  /// Most characters that are kept.
  static let maxLength = 400

  /// Text without tags, with the usual entities decoded and white space folded.
  package static func plain(_ html: String) -> String {
    var text = ""
    var isTag = false
    for character in html.prefix(8192) {
      switch character {
      case "<": isTag = true
      case ">" where isTag:
        isTag = false
        text.append(" ")
      default: if !isTag { text.append(character) }
      }
    }
    let entities = [
      ("&copy;", "©"), ("&#169;", "©"), ("&nbsp;", " "), ("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"),
      ("&gt;", ">"), ("&amp;", "&"),
    ]
    for (entity, character) in entities { text = replace(entity, by: character, in: text) }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.value >= 32 || scalar == "\n" || scalar == "\t" {
      scalars.append(scalar)
    }
    let words = String(scalars).split { $0.isWhitespace }
    return String(words.joined(separator: " ").prefix(maxLength))
  }

  /// Every credit once, in order; one that another contains is left out.
  package static func merged(_ credits: [String]) -> [String] {
    var result: [String] = []
    for credit in credits where !credit.isEmpty && !result.contains(credit) { result.append(credit) }
    return result.enumerated().filter { index, credit in
      !result.enumerated().contains { $0.offset != index && contains($0.element, credit) }
    }.map(\.element)
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  private static func replace(_ part: String, by other: String, in text: String) -> String {
    let bytes = Array(text.utf8)
    let wanted = Array(part.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position...].starts(with: wanted) {
        result.append(contentsOf: other.utf8)
        position += wanted.count
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
