import Testing

@testable import Encoding

@Suite struct MovieWriterTests {
  @Test func mp4IsWhatPlayersExpect() throws {
    let scratch = Scratch()
    let path = try writeSample(scratch.file("film.mp4"), options: .sample(frames: 45))
    let stream = Tool.probe(
      path,
      "stream=codec_name,profile,width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,"
        + "chroma_location,r_frame_rate,avg_frame_rate,nb_read_packets,duration,start_time,sample_aspect_ratio"
    )
    #expect(stream["codec_name"] == "h264")
    #expect(stream["profile"] == "High")
    #expect(stream["width"] == "64")
    #expect(stream["height"] == "96")
    #expect(stream["pix_fmt"] == "yuv420p")
    #expect(stream["color_range"] == "tv")
    #expect(stream["color_space"] == "bt709")
    #expect(stream["color_transfer"] == "bt709")
    #expect(stream["color_primaries"] == "bt709")
    #expect(stream["chroma_location"] == "left")
    #expect(stream["r_frame_rate"] == "30/1")
    #expect(stream["avg_frame_rate"] == "30/1")
    #expect(stream["nb_read_packets"] == "45")
    #expect(stream["duration"] == "1.500000")
    #expect(stream["start_time"] == "0.000000")
    #expect(scratch.names == ["film.mp4"])
    // The index comes before the pictures.
    let bytes = Tool.run(["head", "-c", "4096", path]).output
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("moov"))
  }

  @Test func sameFramesGiveSameBytes() throws {
    let scratch = Scratch()
    let first = try writeSample(scratch.file("a.mp4"), options: .sample(frames: 40))
    let second = try writeSample(scratch.file("b.mp4"), options: .sample(frames: 40))
    #expect(Tool.text(["cmp", "-l", first, second]) == "")
  }

  /// An encoder that fails in the middle, as a device that is taken away does.
  @Test(arguments: ["mp4", "webm", "mov"]) func failingEncoderLeavesNothing(ending: String) throws {
    let scratch = Scratch()
    let path = scratch.file("film." + ending)
    guard case .movie(let container, let codec) = try OutputFormat(path: path) else { return }
    let writer = try MovieWriter(path: path, container: container, codec: codec, options: .sample(frames: 9))
    for number in 0..<4 { try writer.append(.sample(number)) }
    let error = #expect(throws: EncodingError.self) { try writer.append(converted: try VideoFrame()) }
    #expect(error?.kind == .output && error?.message.contains("failed") == true)
    writer.cancel()
    #expect(scratch.names.isEmpty)
  }
}
