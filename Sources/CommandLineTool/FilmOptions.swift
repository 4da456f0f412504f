import ReplayComposer

/// The options that choose what a film shows, shared by every command that draws or simulates one.
package enum FilmOptions {
  package static let specs: [OptionSpec] = [
    OptionSpec(
      "template", short: "t", .value("T"), "Template: a name that ships (story) or a file (default story)"),
    OptionSpec("theme", .value("NAME"), "Theme of the template, such as night or paper"),
    OptionSpec("set", short: "s", .list("NAME=VALUE"), "Set a parameter of the template; may be repeated"),
    OptionSpec("set-file", .value("FILE"), "Take parameters from a YAML file"),
    OptionSpec("size", .value("WxH"), "Pixels, even numbers (default 1080x1920)"),
    OptionSpec("fps", .value("N"), "Frames a second, up to 60 (default 30)"),
    OptionSpec("duration", short: "d", .value("TIME"), "Length of the film: 20s, 1:30"),
    OptionSpec("units", .value("SYSTEM"), "metric (default) or imperial"),
    OptionSpec("locale", .value("LANG"), "Language of dates and numbers, such as en or de (default en)"),
    OptionSpec(
      "time-zone", .value("ZONE"),
      "Zone of clock times, such as Europe/Zurich (default: the recording's own offset, else UTC)"),
    OptionSpec(
      "privacy-zone", .list("ZONE"), "Hide 300m around start and finish, or LAT,LON,300m; may be repeated"),
    OptionSpec(
      "map", short: "m", .list("SOURCE"), "Map archive, folder, server or configured name; may be repeated"),
    OptionSpec("terrain", .list("SOURCE"), "Height data: .hgt, .hgt.zip, Terrarium or Terrain-RGB tiles"),
    OptionSpec("offline", .flag, "Never use the network"),
    OptionSpec("max-tiles", .value("N"), "Most tiles to fetch from servers (default 400)"),
    OptionSpec("session", .value("N"), "Which session of a multisport recording"),
  ]

  /// The library's options from what was given.
  package static func read(_ arguments: ParsedOptions) throws(UsageError) -> ReplayOptions {
    var options = ReplayOptions()
    if let text = arguments.value("size") {
      guard let size = ReplayOptions.PixelSize(text) else {
        throw UsageError("--size \(text): give two numbers, such as 1080x1920")
      }
      guard size.width % 2 == 0, size.height % 2 == 0, (64...8192).contains(size.width),
        (64...8192).contains(size.height), size.width * size.height <= 4096 * 4096
      else {
        // The nearest size of about that shape.
        let most = 4096.0 * 4096
        let scale = min(1, (most / (Double(size.width) * Double(size.height))).squareRoot())
        func near(_ side: Int) -> Int { max(64, min(8192, Int(Double(side) * scale) / 2 * 2)) }
        throw UsageError(
          "--size \(text): sides are even, 64 to 8192, together no more than 4096x4096 pixels, such as "
            + "\(near(size.width))x\(near(size.height))")
      }
      options.size = size
    }
    if let text = arguments.value("fps") {
      guard let rate = Double(text), rate >= 1, rate <= 60 else {
        throw UsageError("--fps \(text): give a number from 1 to 60")
      }
      options.framesPerSecond = rate
    }
    if let text = arguments.value("duration") {
      options.duration = try seconds(text, option: "duration", limit: 600)
    }
    options.theme = arguments.value("theme")
    for text in arguments.list("set") {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw UsageError("--set \(text): write NAME=VALUE")
      }
      options.parameters[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    options.parameterFile = arguments.value("set-file")
    if let text = arguments.value("units") {
      guard text == "metric" || text == "imperial" else {
        throw UsageError("--units \(text): metric or imperial")
      }
      options.isImperial = text == "imperial"
    }
    if let text = arguments.value("locale") { options.locale = text }
    options.timeZone = arguments.value("time-zone")
    for text in arguments.list("privacy-zone") {
      guard let circle = ReplayOptions.PrivacyCircle(text) else {
        throw UsageError("--privacy-zone \(text): write 300m, or LAT,LON,300m")
      }
      options.privacyZones.append(circle)
    }
    options.maps = arguments.list("map")
    options.terrain = arguments.list("terrain")
    options.isOffline = arguments.has("offline")
    if let number = try whole(arguments, "max-tiles", 0...1_000_000) { options.maxTiles = number }
    return options
  }

  /// A length of time such as `20s`, `1.5min`, `1:30`.
  package static func seconds(_ text: String, option: String, limit: Double) throws(UsageError) -> Double {
    var value: Double?
    if text.hasSuffix("min"), let minutes = Double(text.dropLast(3)) {
      value = minutes * 60
    } else if case .seconds(let seconds)? = TimeSelector(text) {
      value = seconds
    }
    guard let value, value > 0, value <= limit else {
      throw UsageError("--\(option) \(text): give a time such as 20s, 500ms or 1:30, up to \(Int(limit)) s")
    }
    return value
  }

  /// A whole number within limits, or nil where it was not given.
  package static func whole(
    _ arguments: ParsedOptions, _ option: String, _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option) \(text): give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
