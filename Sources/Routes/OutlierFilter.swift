import Geometry

/// Tells bad fixes from real movement: breaks the track where a step is impossible, then keeps the chain of pieces
/// that explains most fixes with the fewest jumps.
struct OutlierFilter {
  /// Indices of kept fixes, ascending.
  private(set) var kept: [Int] = []
  /// Whether the step from one kept fix to the next is possible for the activity.
  let limits: StepLimits

  init(fixes: FixTable, sport: String?, options: RouteOptions) {
    limits = StepLimits(fixes: fixes, sport: sport)
    switch options.outliers {
    case .off: kept = Array(0..<fixes.count)
    case .classic: kept = OutlierFilter.classic(fixes, maxJump: options.maxJump)
    case .auto:
      kept = consistentChain(fixes)
      kept = withoutSpikes(fixes)
    }
  }

  /// The article's rule: a fix more than `maxJump` metres from the last accepted one is dropped.
  private static func classic(_ fixes: FixTable, maxJump: Double) -> [Int] {
    var result: [Int] = []
    for index in 0..<fixes.count {
      if let last = result.last, fixes.distance(last, index) > maxJump { continue }
      result.append(index)
    }
    return result
  }

  /// Dynamic programming over pieces: every kept fix earns 1, every impossible jump between kept pieces costs.
  private func consistentChain(_ fixes: FixTable) -> [Int] {
    var pieces: [Range<Int>] = []
    var start = 0
    for index in 0..<fixes.count {
      let next = index + 1
      if next == fixes.count || fixes.segments[next] != fixes.segments[index]
        || !limits.allows(fixes, from: index, to: next)
      {
        pieces.append(start..<next)
        start = next
      }
    }
    guard pieces.count > 1 else { return Array(0..<fixes.count) }
    let jumpCost = min(8, 0.1 * Double(fixes.count))
    let window = 30
    var best = pieces.map { Double($0.count) }
    var previous = [Int](repeating: -1, count: pieces.count)
    for j in pieces.indices.dropFirst() {
      let own = Double(pieces[j].count)
      for i in max(0, j - window)..<j {
        let from = pieces[i].upperBound - 1
        let to = pieces[j].lowerBound
        let possible = fixes.segments[from] != fixes.segments[to] || limits.allows(fixes, from: from, to: to)
        let value = best[i] + own - (possible ? 0 : jumpCost)
        // On a tie the nearer piece wins, so that fewer fixes are skipped.
        if value >= best[j] {
          best[j] = value
          previous[j] = i
        }
      }
    }
    var end = pieces.count - 1
    for j in pieces.indices where best[j] > best[end] { end = j }
    var chain: [Int] = []
    while end >= 0 {
      chain.append(end)
      end = previous[end]
    }
    return chain.reversed().flatMap { Array(pieces[$0]) }
  }

  /// Drops single fixes with impossible speeds in and out that lie off the chord of their neighbours.
  private func withoutSpikes(_ fixes: FixTable) -> [Int] {
    guard fixes.hasTimes, kept.count > 2 else { return kept }
    var result: [Int] = [kept[0]]
    for k in 1..<(kept.count - 1) {
      let before = result[result.count - 1]
      let index = kept[k]
      let after = kept[k + 1]
      if fixes.segments[before] == fixes.segments[after],
        limits.isTooFast(fixes, from: before, to: index), limits.isTooFast(fixes, from: index, to: after),
        OutlierFilter.offChord(fixes.positions[index], fixes.positions[before], fixes.positions[after]) > 8
      {
        continue
      }
      result.append(index)
    }
    result.append(kept[kept.count - 1])
    return result
  }

  /// Metres from a point to the segment between two others.
  static func offChord(_ point: Vec2, _ a: Vec2, _ b: Vec2) -> Double {
    let along = b - a
    let squared = along.dot(along)
    let share = squared > 0 ? min(max((point - a).dot(along) / squared, 0), 1) : 0
    return point.distance(to: a + along * share)
  }
}
