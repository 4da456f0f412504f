import Testing

@testable import Encoding

/// What films say of themselves, read back by ffprobe.
@Suite struct MetadataTests {
  @Test(arguments: ["mp4", "mov", "webm", "mkv"]) func tagsAndChaptersComeBack(ending: String) throws {
    let scratch = Scratch()
    var options = EncoderOptions.sample(frames: 60)
    options.metadata.title = "Zürich – 東京 \"run\""
    options.metadata.date = "2026-04-05"
    options.metadata.comment = "first line\n© the map's makers"
    // 2026-04-05 06:07:08 UTC.
    options.metadata.creationTime = 1_775_369_228
    options.metadata.tool = "replay-composer 9.9"
    options.metadata.chapters = [
      .init(title: "intro", frames: 0..<15), .init(title: "le tour", frames: 15..<60),
    ]
    let path = try writeSample(scratch.file("film.\(ending)"), options: options)
    let text = Tool.text([
      "ffprobe", "-v", "error", "-show_entries", "format_tags", "-of", "flat=s=/:h=0", path,
    ]).lowercased()
    for line in [
      "title=\"zürich – 東京 \\\"run\\\"\"", "date=\"2026-04-05\"",
      "comment=\"first line\\n© the map's makers\"", "creation_time=\"2026-04-05t06:07:08.000000z\"",
    ] {
      #expect(text.contains(line), "\(line) is not in \(text)")
    }
    let chapters = Tool.text([
      "ffprobe", "-v", "error", "-show_chapters", "-show_entries",
      "chapter=start_time,end_time:chapter_tags=title", "-of",
      "csv=p=0", path,
    ])
    #expect(chapters == "0.000000,0.500000,intro\n0.500000,2.000000,le tour\n")
    let probe = try MovieProbe(path: path)
    #expect(probe.chapters == ["intro", "le tour"])
    #expect(probe.stamp?.frames == 60)
  }

  /// The cover is the frame that was asked for, and no second film for players.
  @Test func posterIsTheFrameAskedFor() throws {
    let scratch = Scratch()
    var options = EncoderOptions.sample(frames: 30)
    options.metadata.posterFrame = 17
    let path = try writeSample(scratch.file("film.mp4"), options: options)
    let streams = Tool.text([
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_name:stream_disposition=attached_pic,default",
      "-of",
      "csv=p=0", path,
    ])
    #expect(streams == "h264,1,0\nmjpeg,0,1\n")
    let cover = Tool.run([
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:1", "-f", "rawvideo", "-pix_fmt", "rgba", "-",
    ]).output
    let expected = PixelsOf.rgba(.sample(17))
    try #require(cover.count == expected.count)
    func distance(_ other: [UInt8]) -> Int {
      zip(cover, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / cover.count
    }
    #expect(distance(expected) < 6)
    #expect(distance(expected) < distance(PixelsOf.rgba(.sample(20))))
  }

  @Test func withoutTagsNothingIsSaid() throws {
    let scratch = Scratch()
    let path = try writeSample(scratch.file("film.mp4"), options: .sample(frames: 4))
    let text = Tool.text(["ffprobe", "-v", "error", "-show_entries", "format_tags", "-of", "flat", path])
    for key in ["title", "date", "comment", "creation_time"] {
      #expect(!text.contains("tags.\(key)="), "\(text)")
    }
  }
}
