import Glibc
import Pixels

@testable import Encoding

/// A folder that goes away with its owner.
final class Scratch {
  let path: String

  init(in parent: String = "/tmp") {
    var template = Array("\(parent)/encoding-tests-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "\(parent)/encoding-tests"
  }
  deinit { _ = Tool.run(["rm", "-rf", path]) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
  /// All names, hidden ones too.
  var names: [String] { TemporaryOutput.names(in: path + "/") }
}

/// Runs a program of the distribution.
enum Tool {
  static func run(_ arguments: [String]) -> (status: Int32, output: [UInt8]) {
    let quoted = arguments.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
    guard let pipe = popen(quoted.joined(separator: " ") + " 2>&1", "r") else { return (-1, []) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      output += buffer[..<count]
    }
    return (pclose(pipe), output)
  }

  static func text(_ arguments: [String]) -> String { String(decoding: run(arguments).output, as: UTF8.self) }

  /// One stream's fields by ffprobe, `name=value` lines.
  static func probe(_ path: String, _ entries: String) -> [String: String] {
    let text = text([
      "ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries", entries, "-of",
      "default=nokey=0:noprint_wrappers=1", path,
    ])
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let pair = line.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { fields[String(pair[0])] = String(pair[1]) }
    }
    return fields
  }

  /// The first frame as packed pixels of a libav format.
  static func pixels(_ path: String, format: String = "rgba", frame: Int = 0) -> [UInt8] {
    run([
      "ffmpeg", "-v", "error", "-i", path, "-vf",
      "select=eq(n\\,\(frame)),scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int+full_chroma_inp",
      "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", format, "-",
    ]).output
  }
}

extension PixelBuffer {
  /// A picture from a function of the place to a premultiplied word.
  convenience init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
    self.init(width: width, height: height)
    let stride = stride
    withMutablePixels { pixels in
      for y in 0..<height { for x in 0..<width { pixels[y * stride + x] = pixel(x, y) } }
    }
  }

  /// Frame `number` of a small film in which everything moves.
  static func sample(_ number: Int, width: Int = 64, height: Int = 96) -> PixelBuffer {
    PixelBuffer(width: width, height: height) { x, y in
      let (r, g) = (UInt32((x * 4 + number * 3) & 255), UInt32((y * 2 + number) & 255))
      let b: UInt32 = (x + number) % 16 < 8 ? 220 : 30
      return 0xFF00_0000 | r << 16 | g << 8 | b
    }
  }
}

extension EncoderOptions {
  static func sample(frames: Int, width: Int = 64, height: Int = 96, rate: FrameRate = FrameRate(30))
    -> EncoderOptions
  {
    EncoderOptions(width: width, height: height, frameRate: rate, extent: FilmExtent(filmFrames: frames))
  }
}

/// Writes the sample film, or a part of it.
@discardableResult
func writeSample(
  _ path: String, options: EncoderOptions, codec: String? = nil
) throws -> String {
  var options = options
  options.codec = codec
  let sink = try FrameOutput.open(
    OutputFormat(path: path, codec: codec), path: path, options: options)
  for number in options.extent.frames {
    try sink.append(.sample(number, width: options.width, height: options.height))
  }
  try sink.finish()
  return path
}

/// Pictures in other programs' layouts.
enum PixelsOf {
  /// Red, green, blue, alpha.
  static func rgba(_ picture: PixelBuffer) -> [UInt8] {
    picture.withBytes { bytes, stride in
      (0..<picture.height).flatMap { y in
        (0..<picture.width).flatMap { x in
          let pixel = bytes + y * stride + x * 4
          return [pixel[2], pixel[1], pixel[0], pixel[3]]
        }
      }
    }
  }
}
