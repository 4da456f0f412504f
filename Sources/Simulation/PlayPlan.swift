import Geometry
import Routes
import Scenes

/// How a part of the run is spread over the playing time of a scene, before it is sampled.
///
/// The play axis `q` counts moving seconds (or shown metres at even pacing) with stops and gaps put in at the
/// length they have in the film.
struct PlayPlan {
  /// Scene seconds between which the runner moves.
  let start: Double
  let end: Double
  /// Scene seconds that a fixed speed needs in all.
  let naturalDuration: Double

  /// A place of the run on the play axis.
  struct Place {
    /// Metres along the shown path.
    var shown: Double
    /// Seconds of pauses that lie behind.
    var paused: Double
    var isStanding = false
  }

  private var axis: [Double] = []
  private var nodes: [Place] = []
  private let easing: Easing
  private let ramp: SpeedRamp
  private let isFit: Bool

  init(spec: ClockSpec, route: ReplayRoute, duration: Double) {
    let from = PlayPlan.shown(spec.from, route)
    let to = max(from, PlayPlan.shown(spec.to, route))
    easing = spec.easing
    ramp = SpeedRamp(spec.ramp)
    var lead = min(max(spec.leadIn, 0), duration)
    var tail = min(max(spec.leadOut, 0), spec.mode == .fit ? duration : duration - lead)
    if spec.mode == .fit, lead + tail > duration * 0.9 {
      // A scene shorter than its leads still plays the run to its end.
      let share = duration * 0.9 / (lead + tail)
      lead *= share
      tail *= share
    }
    var speed: Double?
    switch spec.mode {
    case .hold(let atEnd):
      start = 0
      end = 0
      isFit = false
      naturalDuration = 0
      let place = atEnd ? to : from
      axis = [0]
      nodes = [Place(shown: place, paused: PlayPlan.pausesBehind(place, route))]
      return
    case .fit: isFit = true
    case .speed(let factor):
      isFit = false
      speed = max(factor, 1e-3)
    }
    // The very last frames stand, so that the finish is on the last frame at any rate from 8 a second on.
    let room = max(0, duration - lead - tail)
    let rest = speed == nil ? min(0.13, room * 0.1) : 0
    let playing = max(room - rest, 0)
    let isEven = spec.pacing == .even || !route.hasTime
    let moving = isEven ? to - from : route.time(atShown: to) - route.time(atShown: from)
    var holds = PauseTable(route: route, from: from, to: to, pauses: spec.pauses)
    var rate = speed ?? 0
    if speed == nil {
      let most = spec.pauses == .keep ? playing : playing * 0.12
      if !holds.areLiteral { holds.shrink(to: most) }
      let free = max(playing - (holds.areLiteral ? 0 : holds.seconds), 1e-6)
      rate = (moving + (holds.areLiteral ? holds.seconds : 0)) / free
    }
    let fill = PlayPlan.nodes(route: route, from: from, to: to, isEven: isEven, holds: holds, rate: rate)
    axis = fill.axis
    nodes = fill.nodes
    start = lead
    let length = axis.last ?? 0
    naturalDuration = rate > 0 ? lead + tail + length / rate : lead + tail
    end = isFit ? lead + playing : lead + (rate > 0 ? length / rate : 0)
  }

  /// The run at a scene time.
  func place(at seconds: Double) -> Place {
    guard let length = axis.last, axis.count > 1 else { return nodes.first ?? Place(shown: 0, paused: 0) }
    guard end > start else { return seconds < start ? nodes[0] : nodes[nodes.count - 1] }
    let share = min(max((seconds - start) / (end - start), 0), 1)
    let q = isFit ? ramp(min(max(easing(share), 0), 1)) * length : share * length
    return place(onAxis: q)
  }

  private func place(onAxis q: Double) -> Place {
    guard q < axis[axis.count - 1] else { return nodes[nodes.count - 1] }
    let low = axis.lastIndex(notAbove: q)
    guard low + 1 < nodes.count else { return nodes[nodes.count - 1] }
    let a = nodes[low]
    let b = nodes[low + 1]
    let span = axis[low + 1] - axis[low]
    let share = span > 0 ? (q - axis[low]) / span : 0
    return Place(
      shown: a.shown + (b.shown - a.shown) * share, paused: a.paused + (b.paused - a.paused) * share,
      isStanding: a.shown == b.shown)
  }

  // MARK: The play axis

  private static func nodes(
    route: ReplayRoute, from: Double, to: Double, isEven: Bool, holds: PauseTable, rate: Double
  ) -> (axis: [Double], nodes: [Place]) {
    var axis = [0.0]
    var paused = pausesBehind(from, route)
    var nodes = [Place(shown: from, paused: paused)]
    let path = route.path
    var q = 0.0
    var time = route.time(atShown: from)
    var along = from
    func step(to shown: Double, at moment: Double, crossing: Double?) {
      if let crossing {
        q += crossing
      } else {
        q += isEven ? shown - along : moment - time
      }
      time = moment
      along = shown
      axis.append(q)
      nodes.append(Place(shown: shown, paused: paused))
    }
    func weight(_ seconds: Double) -> Double { holds.areLiteral ? seconds : seconds * rate }
    var next = 0
    func stand(at vertex: Int) {
      while next < holds.items.count, holds.items[next].vertex < vertex { next += 1 }
      while next < holds.items.count, holds.items[next].vertex == vertex, !holds.items[next].isGap {
        q += weight(holds.items[next].seconds)
        paused += holds.items[next].duration
        axis.append(q)
        nodes.append(Place(shown: along, paused: paused))
        next += 1
      }
    }
    let first = path.distances.lastIndex(notAbove: from)
    for vertex in first..<path.distances.count {
      let shown = path.distances[vertex]
      if shown > from {
        var crossing: Double?
        if next < holds.items.count, holds.items[next].vertex == vertex - 1, holds.items[next].isGap {
          crossing = weight(holds.items[next].seconds)
          paused += holds.items[next].duration
          next += 1
        }
        guard shown < to else {
          step(to: to, at: route.time(atShown: to), crossing: crossing)
          break
        }
        step(to: shown, at: route.times[vertex], crossing: crossing)
      }
      if shown >= from { stand(at: vertex) }
    }
    return (axis, nodes)
  }

  /// Seconds of pauses behind a shown distance.
  private static func pausesBehind(_ shown: Double, _ route: ReplayRoute) -> Double {
    guard shown > 0 else { return 0 }
    return route.pauses.reduce(0) { $0 + (route.path.distances[$1.vertex] < shown ? $1.duration : 0) }
  }

  private static func shown(_ position: ClockSpec.RunPosition, _ route: ReplayRoute) -> Double {
    switch position {
    case .share(let share): return route.path.shownDistance(atRecorded: share * route.totalDistance)
    case .distance(let metres): return route.path.shownDistance(atRecorded: metres)
    case .time(let seconds): return route.hasTime ? route.shownDistance(atTime: seconds) : 0
    }
  }
}
