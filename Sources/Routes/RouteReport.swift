/// What cleaning did to a session: nothing is dropped without an entry here.
package struct RouteReport: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable {
    case outlier = "outliers dropped"
    case duplicate = "repeated fixes merged"
    case badPosition = "positions that are not numbers dropped"
    case timeRepaired = "times out of order or missing, interpolated"
    case elevationRepaired = "elevations out of line, interpolated"
    case stop = "stops collapsed"
    case gap = "gaps, not drawn as run"
  }
  /// One place; neighbouring ones of a kind are joined.
  package struct Entry: Sendable, Hashable {
    package var kind: Kind
    /// Index of the first point in `Session.points`.
    package var point: Int
    /// Points concerned.
    package var count: Int
    /// Such as `184 m in 61 s`.
    package var detail: String
  }
  package private(set) var entries: [Entry] = []
  /// Points of the session and points that remain in the cleaned track (stops count with all their points).
  package var pointsGiven = 0
  package var pointsKept = 0
  /// Standard deviation of the position noise in metres, as estimated.
  package var noise = 0.0

  package mutating func note(_ kind: Kind, at point: Int, count: Int = 1, _ detail: String = "") {
    if let last = entries.last, last.kind == kind, detail.isEmpty, last.point + last.count == point {
      entries[entries.count - 1].count += count
    } else {
      entries.append(Entry(kind: kind, point: point, count: count, detail: detail))
    }
  }

  /// Points concerned of a kind.
  package func count(of kind: Kind) -> Int {
    entries.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
  }

  /// Places of a kind.
  package func places(of kind: Kind) -> Int {
    entries.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) }
  }

  /// One line a kind, for `--verbose` and `compose inspect`.
  package var summary: [String] {
    Kind.allCases.compactMap { kind in
      let points = count(of: kind)
      guard points > 0 else { return nil }
      let places = places(of: kind)
      let first = entries.first { $0.kind == kind }
      var line =
        "\(kind.rawValue): \(places) place\(places == 1 ? "" : "s"), \(points) point\(points == 1 ? "" : "s")"
      if let first {
        line += ", first at point \(first.point + 1)"
        if !first.detail.isEmpty { line += " (\(first.detail))" }
      }
      return line
    }
  }
}
