import Routes
import Scenes

/// The stops and gaps of a part of the run with the video seconds that each gets.
struct PauseTable {
  struct Item {
    var vertex: Int
    var isGap: Bool
    /// Seconds of elapsed time.
    var duration: Double
    /// Seconds of video; of the run where they are literal.
    var seconds: Double
  }
  private(set) var items: [Item] = []
  /// Whether stops play as long as they lasted (`keep`).
  let areLiteral: Bool

  init(route: ReplayRoute, from: Double, to: Double, pauses: ClockSpec.Pauses) {
    areLiteral = pauses == .keep && route.hasTime
    for pause in route.pauses {
      let shown = route.path.distances[pause.vertex]
      guard pause.isGap ? shown >= from : shown > from, shown < to else { continue }
      let seconds: Double
      switch pauses {
      case .keep: seconds = areLiteral ? pause.duration : 0.3
      case .skip: seconds = pause.isGap ? 0.2 : 0
      case .compress:
        // A second of standing is seen as a beat; half an hour as little more.
        let minutes = pause.duration / 60
        seconds = pause.isGap ? 0.3 : 0.45 * (0.25 + minutes) / (1 + minutes)
      }
      items.append(Item(vertex: pause.vertex, isGap: pause.isGap, duration: pause.duration, seconds: seconds))
    }
    // Gaps of a route without times, or ends of segments, are not among the pauses of the recording.
    items.sort { ($0.vertex, $0.isGap ? 1 : 0) < ($1.vertex, $1.isGap ? 1 : 0) }
  }

  var seconds: Double { items.reduce(0) { $0 + $1.seconds } }

  /// Makes all shorter so that they take no more than a number of seconds together.
  mutating func shrink(to most: Double) {
    let sum = seconds
    guard sum > most, sum > 0 else { return }
    for k in items.indices { items[k].seconds *= most / sum }
  }
}
