/// Guesses which known word a misspelt one was meant to be.
public enum WordSuggestion {
  /// The nearest candidate, or nil where none is near enough. Ties go to a candidate with the same first letter, then
  /// to the alphabet.
  /// - Parameter synonyms: Words people know from elsewhere, and what they are called here.
  public static func nearest(
    to word: String, among candidates: some Sequence<String>, synonyms: [String: String] = [:]
  )
    -> String?
  {
    let lower = word.lowercased()
    let known = Set(candidates)
    if let synonym = synonyms[lower], known.contains(synonym) { return synonym }
    if let other = known.filter({ $0.lowercased() == lower }).min() { return other }
    let swapped = lower.map { $0 == "-" || $0 == " " ? "_" : $0 }
    let letters = Array(swapped)
    guard letters.count <= 64 else { return nil }
    let limit = letters.count <= 2 ? 1 : letters.count <= 4 ? 2 : max(2, letters.count / 3)
    var best: (cost: Double, word: String)?
    for candidate in known.sorted() {
      let other = Array(candidate.lowercased().map { $0 == "-" ? "_" : $0 })
      guard abs(other.count - letters.count) <= limit else { continue }
      let distance = distance(letters, other)
      guard distance <= limit, distance < max(letters.count, other.count) else { continue }
      var cost = Double(distance)
      if other.first != letters.first { cost += 0.6 }
      if letters.sorted() == other.sorted() { cost -= 0.5 }
      if cost < best?.cost ?? .infinity { best = (cost, candidate) }
    }
    return best?.word
  }

  /// Damerau-Levenshtein distance (optimal string alignment).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      row.reserveCapacity(b.count + 1)
      for j in 1...b.count {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        var value = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { value = min(value, before[j - 2] + 1) }
        row.append(value)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
