import Templates

/// The length of a scene that says `duration: auto`: until its last entrance, key and exit are through.
struct SceneLength {
  let scope: BuildScope

  /// Seconds as the template writes them.
  func seconds(_ maps: [ResolvedMap]) -> Double {
    max(1, maps.map { end(of: $0, depth: 0) }.max() ?? 0)
  }

  private func end(of map: ResolvedMap, depth: Int) -> Double {
    let reader = PropertyReader(map, scope: scope)
    let children = depth < 32 ? reader.maps("children") : []
    let from = fixed(reader["from"]) ?? 0
    let enter = length(reader.submap("enter"), parts: children.count)
    let exit = length(reader.submap("exit"), parts: children.count)
    var end = from + enter + exit
    if let to = fixed(reader["to"]) { end = max(end, to) }
    for keys in map.animations.values {
      for key in keys { if case .seconds(let seconds) = key.time { end = max(end, seconds) } }
    }
    return children.reduce(end) { max($0, self.end(of: $1, depth: depth + 1)) }
  }

  private func fixed(_ value: ResolvedValue) -> Double? {
    switch value {
    case .timePosition(.seconds(let seconds)), .time(let seconds): return seconds
    default: return nil
    }
  }

  private func length(_ move: PropertyReader?, parts: Int) -> Double {
    guard let move, move.word("preset") != "none" else { return 0 }
    let stagger = move.number("stagger", 0) * Double(max(0, parts - 1))
    return move.number("delay", 0) + move.number("duration", 0.5) + stagger
  }
}
