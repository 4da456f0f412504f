import Testing

@testable import Encoding

/// Films of some frames of a film: their first and last part may be shorter than an encoder reorders.
@Suite struct PartTests {
  /// Frames of a film of 160 (parts of 10): from the middle of a part, with one or two frames of it, over several.
  static let ranges = [9..<31, 8..<30, 5..<12, 9..<10, 28..<41]
  static let cases =
    ["mp4", "mp4 hevc", "mkv hevc", "mov h264"].flatMap { kind in ranges.map { (kind, $0) } }
    + ["mp4 av1", "webm", "mov"].map { ($0, 9..<31) }

  @Test(arguments: cases)
  func anyRangeOfFramesIsAFilm(kind: String, frames: Range<Int>) throws {
    let words = kind.split(separator: " ").map(String.init)
    let scratch = Scratch()
    var options = EncoderOptions.sample(frames: 160)
    options.extent = FilmExtent(filmFrames: 160, frames: frames)
    options.preset = words.count == 1 && words[0] == "mov" ? nil : "ultrafast"
    if kind == "mp4" || kind == "mov h264" { options.preset = "medium" }
    let path = try writeSample(
      scratch.file("part.\(words[0])"), options: options, codec: words.count > 1 ? words[1] : nil)
    let times = Tool.text([
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,dts_time", "-of",
      "csv=p=0", path,
    ]).split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
    let shown = times.compactMap(\.first).sorted()
    try #require(shown.count == frames.count)
    for (index, time) in shown.enumerated() { #expect(abs(time - Double(index) / 30) < 0.001) }
    let decoded = times.compactMap { $0.count == 2 ? $0[1] : nil }
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 }, "\(decoded)")
    #expect(times.allSatisfy { $0.count < 2 || $0[0] >= $0[1] - 0.0005 })
  }
}
