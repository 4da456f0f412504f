import Pixels
import Testing

@testable import Encoding

/// A colour chart of 64x96 pixels: patches of 16x16, so that half-resolution chroma and transforms keep them apart.
enum Chart {
  struct Patch {
    /// The middle.
    var x: Int
    var y: Int
    var index: Int
  }
  static let patches = (0..<24).map { Patch(x: $0 % 4 * 16 + 8, y: $0 / 4 * 16 + 8, index: $0) }

  /// Straight red, green and blue: primaries, their mixtures, greys, and colours of faces, sky and leaves.
  static let colors: [(r: UInt8, g: UInt8, b: UInt8)] = [
    (0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 255, 255), (255, 0, 255),
    (255, 255, 0),
    (128, 128, 128), (64, 64, 64), (192, 192, 192), (20, 20, 20), (115, 82, 68), (194, 150, 130),
    (98, 122, 157),
    (87, 108, 67), (133, 128, 177), (103, 189, 170), (214, 126, 44), (80, 91, 166), (193, 90, 99),
    (94, 60, 108),
    (157, 188, 64), (252, 76, 2),
  ]

  /// Straight alpha of a patch in transparent pictures: none, half, all.
  static func alpha(_ patch: Patch) -> UInt8 { [255, 128, 0, 255][(patch.index + patch.index / 4) % 4] }

  /// What a patch looks like.
  static func color(_ patch: Patch, transparent: Bool) -> (r: UInt8, g: UInt8, b: UInt8, a: UInt8) {
    let color = colors[patch.index]
    return (color.r, color.g, color.b, transparent ? alpha(patch) : 255)
  }

  /// The chart, premultiplied; `number` moves a small mark in the corner of the first patch where frames should differ.
  static func picture(transparent: Bool, number: Int, moves: Bool = false) -> PixelBuffer {
    PixelBuffer(width: 64, height: 96) { x, y in
      let color = color(patches[y / 16 * 4 + x / 16], transparent: transparent)
      if moves && y == 0 && x == number { return 0xFFFF_FFFF }
      func scaled(_ value: UInt8) -> UInt32 { (UInt32(value) * UInt32(color.a) + 127) / 255 }
      return UInt32(color.a) << 24 | scaled(color.r) << 16 | scaled(color.g) << 8 | scaled(color.b)
    }
  }
}

/// Writes a film of the chart.
@discardableResult
func writeChart(
  _ path: String, options: EncoderOptions, codec: String? = nil, moves: Bool = false
) throws -> String {
  var options = options
  options.codec = codec
  let sink = try FrameOutput.open(OutputFormat(path: path, codec: codec), path: path, options: options)
  for number in options.extent.frames {
    try sink.append(Chart.picture(transparent: options.transparent, number: number, moves: moves))
  }
  try sink.finish()
  return path
}

/// Expects the chart's colours within 2/255 in the first frame that ffmpeg decodes.
///
/// - Parameters:
///   - matrix: How a YUV format that does not say it is to be read.
///   - onlyFullAlpha: Look at opaque and clear patches only.
func expectChart(
  in path: String, transparent: Bool = false, matrix: String = "bt709", decoder: [String] = [],
  onlyFullAlpha: Bool = false
) throws {
  let words =
    ["ffmpeg", "-v", "error"] + decoder + ["-i", path, "-vf"]
    + ["scale=in_color_matrix=\(matrix):flags=accurate_rnd+full_chroma_int+full_chroma_inp"]
    + ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
  let pixels = Tool.run(words).output
  try #require(pixels.count == 64 * 96 * 4, "\(String(decoding: pixels.prefix(200), as: UTF8.self))")
  for patch in Chart.patches {
    let start = (patch.y * 64 + patch.x) * 4
    let found = pixels[start..<start + 4].map { Int($0) }
    let color = Chart.color(patch, transparent: transparent)
    if onlyFullAlpha && color.a == 128 { continue }
    #expect(abs(found[3] - Int(color.a)) <= 2, "alpha of patch \(patch.index)")
    // What is clear has no colour.
    if color.a == 0 { continue }
    for (value, expected) in zip(found, [color.r, color.g, color.b]) {
      #expect(abs(value - Int(expected)) <= 2, "patch \(patch.index): \(found) for \(color)")
    }
  }
}

/// The container of WebP.
enum RIFF {
  struct Chunk {
    var name: String
    var data: ArraySlice<UInt8>
  }

  static func chunks(_ bytes: ArraySlice<UInt8>) -> [Chunk] {
    var (chunks, rest): ([Chunk], ArraySlice<UInt8>) = ([], bytes)
    while rest.count >= 8 {
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      chunks.append(Chunk(name: name, data: rest.dropFirst(8).prefix(size)))
      rest = rest.dropFirst(8 + size + size % 2)
    }
    return chunks
  }

  /// A WebP still of one frame's chunks (ALPH, VP8 or VP8L).
  static func still(_ body: [UInt8], width: Int, height: Int) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(number >> (8 * $0) & 255) }
    }
    let hasAlpha = chunks(body[...]).contains { $0.name == "ALPH" }
    let head =
      Array("VP8X".utf8) + little(10, 4) + [hasAlpha ? 0x10 : 0, 0, 0, 0] + little(width - 1, 3)
      + little(height - 1, 3)
    let content = Array("WEBP".utf8) + head + body
    return Array("RIFF".utf8) + little(content.count, 4) + content
  }
}
