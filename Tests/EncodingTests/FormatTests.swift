import Glibc
import Pixels
import Testing

@testable import Encoding

/// Every format by another program: what ffprobe says of it, how many frames ffmpeg decodes, and their colours.
@Suite struct FormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var codec: String?
    /// What ffprobe calls the codec and the pixel format.
    var probed: (codec: String, pixels: String)
    var transparent = false
    var crf: Double?
    var testDescription: String { "\(name) \(codec ?? "")\(transparent ? " transparent" : "")" }
  }

  static let films: [Case] = [
    Case(name: "film.mp4", probed: ("h264", "yuv420p"), crf: 4),
    Case(name: "film.mp4", codec: "hevc", probed: ("hevc", "yuv420p"), crf: 4),
    Case(name: "film.mp4", codec: "av1", probed: ("av1", "yuv420p"), crf: 8),
    Case(name: "film.webm", probed: ("vp9", "yuv420p"), crf: 4),
    Case(name: "film.webm", codec: "av1", probed: ("av1", "yuv420p"), crf: 8),
    Case(name: "film.mkv", probed: ("h264", "yuv420p"), crf: 4),
    Case(name: "film.mov", probed: ("prores", "yuv444p12le")),
    Case(name: "film.mov", codec: "h264", probed: ("h264", "yuv420p"), crf: 4),
    Case(name: "film.mov", probed: ("prores", "yuva444p12le"), transparent: true),
    Case(name: "film.webm", probed: ("vp9", "yuv420p"), transparent: true, crf: 4),
  ]

  @Test(arguments: films) func filmsAreWhatTheirNamesSay(of format: Case) throws {
    let scratch = Scratch()
    var options = EncoderOptions.sample(frames: 12)
    options.transparent = format.transparent
    options.crf = format.crf
    let path = try writeChart(scratch.file(format.name), options: options, codec: format.codec)
    let stream = Tool.probe(
      path,
      "stream=codec_name,profile,width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,"
        + "r_frame_rate,nb_read_packets,sample_aspect_ratio:stream_tags:format=duration")
    #expect(stream["codec_name"] == format.probed.codec)
    #expect(stream["pix_fmt"] == format.probed.pixels)
    #expect(stream["width"] == "64" && stream["height"] == "96")
    #expect(stream["nb_read_packets"] == "12")
    #expect(stream["r_frame_rate"] == "30/1")
    #expect(abs(try #require(stream["duration"].flatMap { Double($0) }) - 0.4) < 0.002)
    for key in ["color_space", "color_transfer", "color_primaries"] {
      #expect(stream[key] == "bt709", "\(key)")
    }
    #expect(stream["color_range"] == "tv")
    if stream["codec_name"] == "prores" { #expect(stream["profile"] == "4444") }
    #expect((stream["TAG:ALPHA_MODE"] == "1") == (format.transparent && format.probed.codec == "vp9"))
    try expectChart(
      in: path, transparent: format.transparent,
      decoder: format.transparent && format.probed.codec == "vp9" ? ["-c:v", "libvpx-vp9"] : [])
    #expect(scratch.names == [format.name])
  }

  @Test(arguments: ["png", "jpg", "webp"], [false, true])
  func sequencesAreOnePictureAFrame(ending: String, transparent: Bool) throws {
    if ending == "jpg" && transparent { return }
    let scratch = Scratch()
    var options = EncoderOptions.sample(frames: 40)
    options.extent.frames = 9..<12
    options.transparent = transparent
    try writeChart(scratch.file("shots/a-%03d.\(ending)"), options: options)
    let names = (9..<12).map { "a-" + ($0 < 10 ? "00" : "0") + "\($0).\(ending)" }
    #expect(TemporaryOutput.names(in: scratch.file("shots/")) == names)
    for name in names {
      let stream = Tool.probe(scratch.file("shots/" + name), "stream=codec_name,pix_fmt,width,height")
      #expect(stream["codec_name"] == ["png": "png", "jpg": "mjpeg", "webp": "webp"][ending])
      #expect(stream["width"] == "64" && stream["height"] == "96")
      switch ending {
      case "png": #expect(stream["pix_fmt"] == (transparent ? "rgba" : "rgb24"))
      case "jpg": #expect(stream["pix_fmt"] == "yuvj444p")
      default: #expect(stream["pix_fmt"] == "argb")
      }
      try expectChart(
        in: scratch.file("shots/" + name), transparent: transparent,
        matrix: ending == "jpg" ? "bt601" : "bt709")
    }
  }

  @Test func percentSignsMayBeInNames() throws {
    let scratch = Scratch()
    try writeChart(scratch.file("50%% %d.png"), options: .sample(frames: 2))
    #expect(scratch.names == ["50% 0.png", "50% 1.png"])
  }

  @Test func folderIsASequenceOfPNG() throws {
    let scratch = Scratch()
    try writeChart(scratch.file("frames/"), options: .sample(frames: 2))
    #expect(TemporaryOutput.names(in: scratch.file("frames/")) == ["00000.png", "00001.png"])
    try expectChart(in: scratch.file("frames/00001.png"))
  }

  @Test(arguments: ["png", "jpg", "webp"]) func stillsAreOnePicture(ending: String) throws {
    let scratch = Scratch()
    let path = scratch.file("still.\(ending)")
    let sink = try FrameOutput.open(
      try OutputFormat(path: path, purpose: .still), path: path, options: .sample(frames: 1))
    try sink.append(Chart.picture(transparent: false, number: 0))
    try sink.finish()
    try expectChart(in: path, matrix: ending == "jpg" ? "bt601" : "bt709")
    #expect(scratch.names == ["still.\(ending)"])
  }

  @Test(arguments: [false, true]) func gifLoopsWithItsColours(transparent: Bool) throws {
    let scratch = Scratch()
    var options = EncoderOptions.sample(frames: 12, rate: FrameRate(20))
    options.transparent = transparent
    let path = try writeChart(scratch.file("film.gif"), options: options, moves: true)
    let stream = Tool.probe(path, "stream=codec_name,width,height,nb_read_packets:format=duration")
    #expect(stream["codec_name"] == "gif" && stream["width"] == "64" && stream["height"] == "96")
    #expect(stream["nb_read_packets"] == "12")
    #expect(abs(try #require(stream["duration"].flatMap { Double($0) }) - 0.6) < 0.011)
    // "NETSCAPE2.0" with count 0: for ever.
    let bytes = Tool.run(["cat", path]).output
    let loop = Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    #expect(bytes.indices.contains { bytes[$0...].starts(with: loop) })
    // GIF knows opaque and transparent, nothing between.
    try expectChart(in: path, transparent: transparent, onlyFullAlpha: true)
  }

  @Test(arguments: [false, true]) func webpLoopsWithItsColours(transparent: Bool) throws {
    let scratch = Scratch()
    var options = EncoderOptions.sample(frames: 12, rate: FrameRate(20))
    options.transparent = transparent
    options.quality = 100
    let path = try writeChart(scratch.file("film.webp"), options: options, moves: true)
    let bytes = Tool.run(["cat", path]).output
    let chunks = RIFF.chunks(bytes[12...])
    let head = try #require(chunks.first)
    #expect(head.name == "VP8X")
    // Animation, and alpha only where it was asked for.
    #expect(head.data.first.map { $0 & 0x02 } == 0x02)
    #expect((head.data.first.map { $0 & 0x10 } == 0x10) == transparent)
    let canvas = Array(head.data).dropFirst(4)
    #expect(Array(canvas) == [63, 0, 0, 95, 0, 0])
    let frames = chunks.filter { $0.name == "ANMF" }
    #expect(frames.count == 12)
    let durations = frames.map { Array($0.data)[12...14].reversed().reduce(0) { $0 << 8 | Int($1) } }
    #expect(durations.reduce(0, +) == 600, "\(durations)")
    #expect(chunks.contains { $0.name == "ANIM" && Array($0.data.suffix(2)) == [0, 0] })
    // ffmpeg decodes no animated WebP: the first frame, which covers the canvas, as a still.
    let still = scratch.file("first.webp")
    let body = Array(try #require(frames.first).data.dropFirst(16))
    try FileBytes.write(RIFF.still(body, width: 64, height: 96), to: still, shownName: still)
    try expectChart(in: still, transparent: transparent, matrix: "bt601")
  }

  @Test func y4mIsReadByOthers() throws {
    let scratch = Scratch()
    let path = try writeChart(scratch.file("film.y4m"), options: .sample(frames: 5))
    let stream = Tool.probe(
      path, "stream=codec_name,width,height,pix_fmt,r_frame_rate,color_range,chroma_location,nb_read_packets")
    #expect(stream["codec_name"] == "rawvideo" && stream["pix_fmt"] == "yuv420p")
    #expect(stream["width"] == "64" && stream["height"] == "96" && stream["nb_read_packets"] == "5")
    #expect(stream["r_frame_rate"] == "30/1" && stream["color_range"] == "tv")
    #expect(stream["chroma_location"] == "left")
    try expectChart(in: path)
  }

  @Test func rawFramesAreBGRA() throws {
    let scratch = Scratch()
    let path = try writeChart(scratch.file("film.raw"), options: .sample(frames: 3))
    let bytes = Tool.run(["cat", path]).output
    try #require(bytes.count == 3 * 64 * 96 * 4)
    for patch in Chart.patches {
      let start = (patch.y * 64 + patch.x) * 4
      let expected = Chart.color(patch, transparent: false)
      #expect(Array(bytes[start..<start + 4]) == [expected.b, expected.g, expected.r, 255])
    }
  }
}
