import Geometry
import Routes
import Templates

/// When each scene of a film begins and how long it lasts.
///
/// The whole is the sum of the scenes less the overlaps of their transitions. A wanted length is met by the scenes
/// whose clock fits the run into them; what is fixed (other scenes, lead-ins, lead-outs) keeps its length as long as
/// two fifths are left for the run itself (or what the template gives it, if that is less), and shrinks alike below
/// that. A film in which nothing gives way is scaled as a whole.
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
  }
  private(set) var entries: [Entry]
  /// What the template's fixed seconds are multiplied with.
  private(set) var scale = 1.0

  /// Share of a film that is kept for the run.
  static let playShare = 0.4

  init(_ entries: [Entry], wanted: Double?) {
    self.entries = entries
    limitTransitions()
    if let wanted, wanted.isFinite, wanted > 0 { stretch(to: min(max(wanted, 0.2), 36_000)) }
    var end = 0.0
    for index in self.entries.indices {
      let start = max(0, end - self.entries[index].transition)
      self.entries[index].start = start
      end = start + self.entries[index].duration
    }
  }

  var duration: Double { entries.reduce(0) { max($0, $1.start + $1.duration) } }

  /// A transition takes at most half of either scene.
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
    for index in entries.indices where entries[index].isFit {
      // Some of the scene plays, whatever its lead-in and lead-out ask for.
      let leads = entries[index].leadIn + entries[index].leadOut
      let most = entries[index].duration * 0.9
      guard leads > most else { continue }
      entries[index].leadIn *= most / leads
      entries[index].leadOut *= most / leads
    }
  }

  private mutating func stretch(to wanted: Double) {
    let natural = entries.reduce(0) { $0 + $1.duration - $1.transition }
    let playing = entries.reduce(0) { $0 + ($1.isFit ? $1.duration - $1.leadIn - $1.leadOut : 0) }
    let fixed = natural - playing
    guard natural > 0 else { return }
    var stretch = wanted / natural
    scale = stretch
    if playing > 0 {
      let share = min(Timetable.playShare, playing / natural)
      scale = fixed > 0 ? min(1, (1 - share) * wanted / fixed) : 1
      stretch = (wanted - scale * fixed) / playing
    }
    for index in entries.indices {
      let entry = entries[index]
      entries[index].transition *= scale
      entries[index].leadIn *= scale
      entries[index].leadOut *= scale
      let leads = entry.isFit ? entry.leadIn + entry.leadOut : entry.duration
      let play = entry.isFit ? entry.duration - leads : 0
      entries[index].duration = leads * scale + play * stretch
    }
  }
}
