import ReplayComposer

/// The options that choose how a film is written.
package enum OutputFlags {
  package static let specs: [OptionSpec] = [
    OptionSpec(
      "output", short: "o", .value("FILE"),
      "Where it goes: .mp4 .webm .mov .mkv .gif .webp .y4m, frames/%05d.png, or - for Y4M (default RUN.mp4)"),
    OptionSpec("out-dir", .value("DIR"), "One film for each recording, into this folder"),
    OptionSpec("codec", .value("NAME"), "h264, hevc, av1, vp9, prores, or an encoder of libav"),
    OptionSpec("crf", .value("N"), "Constant quality in the codec's own scale (h264: 20)"),
    OptionSpec("preset", .value("NAME"), "Speed of the encoder, such as medium or veryfast"),
    OptionSpec("bitrate", .value("RATE"), "Bits a second instead of a constant quality: 8M, 900k"),
    OptionSpec("pixel-format", .value("NAME"), "libav's pixel format, such as yuv420p or yuv444p"),
    OptionSpec("quality", .value("N"), "Quality of JPEG and lossy WebP, 1 to 100"),
    OptionSpec("background", .value("KIND"), "transparent: for formats that carry it"),
    OptionSpec("from", .value("TIME"), "First moment that is written: 2s, 10%, f60"),
    OptionSpec("to", .value("TIME"), "Moment at which it ends"),
    OptionSpec("segment", .value("N/M"), "Part N of M; the parts join into the whole film"),
    OptionSpec("redo", .value("A-B"), "Render this part of an existing film again, such as 12s-15s"),
    OptionSpec("update", .flag, "Skip films whose inputs, template and options have not changed"),
    OptionSpec("title", .value("TEXT"), "Title in the film's metadata (default: the run's)"),
    OptionSpec("comment", .value("TEXT"), "Comment in the film's metadata"),
    OptionSpec("no-metadata", .flag, "Write nothing about the run into the film's metadata"),
    OptionSpec("no-verify", .flag, "Do not read the film back before it gets its name"),
  ]

  /// The library's options from what was given.
  package static func read(_ arguments: ParsedOptions) throws(UsageError) -> OutputOptions {
    var options = OutputOptions()
    options.codec = arguments.value("codec")
    options.preset = arguments.value("preset")
    options.pixelFormat = arguments.value("pixel-format")
    options.title = arguments.value("title")
    options.comment = arguments.value("comment")
    options.writesMetadata = !arguments.has("no-metadata")
    options.verifies = !arguments.has("no-verify")
    if let text = arguments.value("crf") {
      guard let value = Double(text), (0...63).contains(value) else {
        throw UsageError("--crf \(text): give a number from 0 to 63")
      }
      options.quality = value
    }
    if let text = arguments.value("bitrate") { options.bitrate = try bits(text) }
    options.pictureQuality = try FilmOptions.whole(arguments, "quality", 1...100)
    options.from = try moment(arguments, "from")
    options.to = try moment(arguments, "to")
    if let text = arguments.value("segment") {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), let total = Int(parts[1]), number >= 1,
        total >= number, total <= 10_000
      else { throw UsageError("--segment \(text): write N/M, such as 3/8") }
      guard options.from == nil, options.to == nil else {
        throw UsageError("--segment does not go with --from and --to")
      }
      options.segment = (number, total)
    }
    if let text = arguments.value("redo") {
      guard options.segment == nil, options.from == nil, options.to == nil else {
        throw UsageError("--redo does not go with --segment, --from and --to")
      }
      let moments = text.split(separator: "-", omittingEmptySubsequences: false).map {
        TimeSelector(String($0))
      }
      guard moments.count == 2, let from = moments[0], let to = moments[1] else {
        throw UsageError("--redo \(text): give two moments, such as 12s-15s")
      }
      options.redo = (from, to)
    }
    return options
  }

  /// Whether frames stay transparent.
  package static func isTransparent(_ arguments: ParsedOptions) throws(UsageError) -> Bool {
    guard let text = arguments.value("background") else { return false }
    guard text == "transparent" else { throw UsageError("--background \(text): only transparent is known") }
    return true
  }

  static func moment(_ arguments: ParsedOptions, _ option: String) throws(UsageError) -> TimeSelector? {
    guard let text = arguments.value(option) else { return nil }
    guard let moment = TimeSelector(text) else {
      throw UsageError("--\(option) \(text): give a moment such as 62%, 12.5s, 1:05 or f370")
    }
    return moment
  }

  private static func bits(_ text: String) throws(UsageError) -> Int {
    var digits = Substring(text)
    var factor = 1.0
    switch digits.last {
    case "k", "K": factor = 1e3
    case "m", "M": factor = 1e6
    default: break
    }
    if factor > 1 { digits.removeLast() }
    guard let value = Double(digits), value > 0, value * factor <= 1e9 else {
      throw UsageError("--bitrate \(text): give bits a second, such as 8M or 900k")
    }
    return Int(value * factor)
  }
}
