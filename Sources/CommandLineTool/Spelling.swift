/// Guesses what a misspelt word was meant to be.
package enum Spelling {
  /// The nearest candidate within a third of the word's length, or nil.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = max(1, word.count / 3 + (word.count > 4 ? 1 : 0))
    var best: (distance: Int, word: String)?
    for candidate in candidates {
      let distance = distance(Array(word), Array(candidate))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.word
  }

  /// Damerau-Levenshtein distance (optimal string alignment).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { rows[i][0] = i }
    for j in 0...b.count { rows[0][j] = j }
    for i in 1...a.count {
      for j in 1...b.count {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
        }
      }
    }
    return rows[a.count][b.count]
  }
}
