import Geometry

/// A name of a map and the place it belongs to.
package struct PlaceName: Sendable, Hashable {
  /// What is named, whatever its archive calls it.
  package enum Kind: String, CaseIterable, Sendable {
    case city, town, island, village, suburb, water, peak, park, neighbourhood, hamlet
  }
  /// One line, without control characters, of at most `NameText.longest` letters.
  package var text: String
  package var kind: Kind
  /// Local metres.
  package var position: Vec2
  /// How much it weighs among names of its kind, 0…1.
  package var weight: Double

  package init(text: String, kind: Kind, position: Vec2, weight: Double = 0) {
    self.text = text
    self.kind = kind
    self.position = position
    self.weight = weight
  }

  /// Names in an order of their own, each once: one that stands again within 2 km (a lake on two tiles, a hill and the
  /// quarter on it) is left out; a river may have its name every 300 m, from which a film chooses.
  static func merged(_ names: [PlaceName]) -> [PlaceName] {
    let order = Dictionary(uniqueKeysWithValues: zip(Kind.allCases, 0...))
    let sorted = names.sorted { a, b in
      let (first, second) = (order[a.kind] ?? 0, order[b.kind] ?? 0)
      if first != second { return first < second }
      if a.weight != b.weight { return a.weight > b.weight }
      return (a.text, a.position.x, a.position.y) < (b.text, b.position.x, b.position.y)
    }
    var kept: [String: [Vec2]] = [:]
    return sorted.filter { name in
      let distance = name.kind == .water ? 300.0 : 2000
      guard !kept[name.text, default: []].contains(where: { $0.distance(to: name.position) < distance })
      else { return false }
      kept[name.text, default: []].append(name.position)
      return true
    }
  }
}
