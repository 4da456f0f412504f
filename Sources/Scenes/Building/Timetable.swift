import Geometry
import Routes
import Templates

/// When each scene of a film begins and how long it lasts.
///
/// The whole is the sum of the scenes less the overlaps of their transitions. A wanted length is met by the scenes
/// whose clock fits the run into them; what is fixed (other scenes, lead-ins, lead-outs) keeps its length as long as
/// two fifths are left for the run itself (or what the template gives it, if that is less), and shrinks alike below
/// that. A template that leaves less than a quarter for the run by its own lengths is treated in the same way. A film
/// in which nothing gives way is scaled as a whole.
struct Timetable {
  struct Entry {
    var start = 0.0
    var duration: Double
    /// Seconds that overlap the scene before.
    var transition: Double
    /// Seconds in which the clock stands.
    var leadIn: Double
    var leadOut: Double
    var isFit: Bool
    var leads: Double { leadIn + leadOut }
  }
  private(set) var entries: [Entry]
  /// What the template's fixed seconds are multiplied with.
  private(set) var scale = 1.0

  /// Shares of a film that are kept for the run: of a wanted length, and at the very least.
  static let playShare = 0.4
  static let leastPlayShare = 0.25

  init(_ entries: [Entry], wanted: Double?) {
    self.entries = entries
    limitTransitions()
    var length: Double?
    if let wanted, wanted.isFinite, wanted > 0 { length = min(max(wanted, 0.2), 36_000) }
    stretch(to: length)
    var end = 0.0
    for index in self.entries.indices {
      let start = max(0, end - self.entries[index].transition)
      self.entries[index].start = start
      end = start + self.entries[index].duration
    }
  }

  var duration: Double { entries.reduce(0) { max($0, $1.start + $1.duration) } }

  /// A transition takes at most half of either scene, and the clock stands meanwhile.
  private mutating func limitTransitions() {
    for index in entries.indices {
      guard index > 0 else {
        entries[index].transition = 0
        continue
      }
      let most = min(entries[index].duration, entries[index - 1].duration) / 2
      entries[index].transition = min(max(entries[index].transition, 0), most)
      entries[index].leadIn = max(entries[index].leadIn, entries[index].transition)
      entries[index - 1].leadOut = max(entries[index - 1].leadOut, entries[index].transition)
    }
  }

  private mutating func stretch(to wanted: Double?) {
    let natural = entries.reduce(0) { $0 + $1.duration - $1.transition }
    guard natural > 0 else { return }
    let target = wanted ?? natural
    guard entries.contains(where: { $0.isFit }) else {
      scale = target / natural
      for index in entries.indices { scaleFixed(index, duration: entries[index].duration * scale) }
      return
    }
    let fixed = entries.reduce(0) { $0 + ($1.isFit ? $1.leads : $1.duration) - $1.transition }
    let playing = entries.map { $0.isFit ? max(0, $0.duration - $0.leads) : 0 }
    let total = playing.reduce(0, +)
    let least = Timetable.leastPlayShare
    let share = wanted == nil ? least : min(Timetable.playShare, max(total / natural, least))
    scale = fixed > 0 ? min(1, (1 - share) * target / fixed) : 1
    let play = target - scale * fixed
    let weights = total > 0 ? playing : entries.map { $0.isFit ? $0.duration : 0 }
    let sum = max(weights.reduce(0, +), 1e-9)
    for index in entries.indices {
      let kept = entries[index].isFit ? entries[index].leads : entries[index].duration
      scaleFixed(index, duration: kept * scale + play * weights[index] / sum)
    }
  }

  private mutating func scaleFixed(_ index: Int, duration: Double) {
    entries[index].duration = duration
    entries[index].transition *= scale
    entries[index].leadIn *= scale
    entries[index].leadOut *= scale
  }
}
