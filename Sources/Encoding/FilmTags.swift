import CAV

/// What is written into a film's header besides pictures, and read back from it.
struct FilmTags {
  private let options: EncoderOptions

  init(options: EncoderOptions) { self.options = options }

  /// The keys that carry `FilmStamp`: MP4, WebM and Matroska keep the first, MOV the second.
  static let stampKeys = ["keywords", "model"]

  static func stampKey(in container: OutputFormat.MovieContainer) -> String {
    container == .mov ? stampKeys[1] : stampKeys[0]
  }

  func write(to muxer: Muxer, container: OutputFormat.MovieContainer) throws(EncodingError) {
    let metadata = options.metadata
    if let title = metadata.title { muxer.setMetadata("title", title) }
    if let date = metadata.date { muxer.setMetadata("date", date) }
    if let comment = metadata.comment { muxer.setMetadata("comment", comment) }
    if let tool = metadata.tool { muxer.setMetadata("encoding_tool", tool) }
    if let time = metadata.creationTime { muxer.setMetadata("creation_time", ISODate.text(ofUnixTime: time)) }
    let extent = options.extent
    let stamp = FilmStamp(
      recipe: metadata.recipe, filmFrames: extent.filmFrames, firstFrame: extent.frames.lowerBound,
      frames: extent.frames.count, frameRate: options.frameRate)
    muxer.setMetadata(FilmTags.stampKey(in: container), stamp.text)
    let base = AVRational(num: Int32(options.frameRate.denominator), den: Int32(options.frameRate.numerator))
    for chapter in metadata.chapters {
      let frames = chapter.frames.clamped(to: extent.frames)
      if frames.isEmpty { continue }
      let first = extent.frames.lowerBound
      try muxer.addChapter(
        chapter.title, from: frames.lowerBound - first, to: frames.upperBound - first, timeBase: base)
    }
  }
}

/// Says which frames of which film a file holds, as a line of `key=value`.
package struct FilmStamp: Sendable, Equatable {
  /// Hash of inputs, template, options and version.
  package var recipe: String?
  package var filmFrames: Int
  package var firstFrame: Int
  package var frames: Int
  package var frameRate: FrameRate

  package init(recipe: String?, filmFrames: Int, firstFrame: Int, frames: Int, frameRate: FrameRate) {
    self.recipe = recipe
    self.filmFrames = filmFrames
    self.firstFrame = firstFrame
    self.frames = frames
    self.frameRate = frameRate
  }

  /// `replay-composer film=900 first=0 frames=900 rate=30 recipe=…`
  package var text: String {
    "replay-composer film=\(filmFrames) first=\(firstFrame) frames=\(frames) rate=\(frameRate)"
      + (recipe.map { " recipe=\($0)" } ?? "")
  }

  /// Reads `text` back; nil when it is not of this tool.
  package init?(parsing text: String) {
    let words = text.split(separator: " ")
    guard words.first == "replay-composer" else { return nil }
    var values: [Substring: String] = [:]
    for word in words.dropFirst() {
      let pair = word.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { values[pair[0]] = String(pair[1]) }
    }
    guard let film = values["film"].flatMap({ Int($0) }), let first = values["first"].flatMap({ Int($0) }),
      let frames = values["frames"].flatMap({ Int($0) }),
      let rate = values["rate"].flatMap({ FrameRate(parsing: $0) }), first >= 0, frames > 0, film >= frames,
      first <= film - frames
    else { return nil }
    self.init(recipe: values["recipe"], filmFrames: film, firstFrame: first, frames: frames, frameRate: rate)
  }
}

/// Dates of the Gregorian calendar in UTC.
enum ISODate {
  /// `2024-05-01T06:30:00Z`.
  static func text(ofUnixTime seconds: Int) -> String {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    // Days since 0000-03-01, in eras of 400 years (Howard Hinnant, "chrono-compatible low-level date algorithms").
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let calendarMonth = month < 10 ? month + 3 : month - 9
    let calendarYear = year + era * 400 + (calendarMonth <= 2 ? 1 : 0)
    return "\(pad(calendarYear, 4))-\(pad(calendarMonth, 2))-\(pad(dayOfMonth, 2))"
      + "T\(pad(rest / 3600, 2)):\(pad(rest / 60 % 60, 2)):\(pad(rest % 60, 2))Z"
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
