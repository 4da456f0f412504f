import Encoding
import Foundation
import Pixels
import Testing

/// Compares drawn pictures with accepted ones. `RECORD=1` accepts what is drawn.
///
/// Fonts and libraries of another distribution round a little differently: few pixels may differ by little. What fails
/// is put beside its accepted picture and their difference under `out/golden`.
enum GoldenPicture {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// Where the accepted pictures of worlds are.
  static let folder = root.appendingPathComponent("Tests/GoldenTests/Pictures")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  /// - Parameters:
  ///   - tolerance: Largest difference of a channel that counts as equal.
  ///   - share: Share of pixels that may differ by more.
  static func expect(
    _ picture: PixelBuffer, is name: String, in folder: URL = folder, tolerance: Int = 10,
    share: Double = 0.002,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name + ".png")
    if isRecording {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write(picture, to: file.path)
      return
    }
    let bytes = try [UInt8](Data(contentsOf: file))
    let accepted = try PictureDecoder.decode(bytes, name: file.lastPathComponent)
    try #require(
      accepted.width == picture.width && accepted.height == picture.height, "\(name) has another size",
      sourceLocation: location)
    let difference = PixelBuffer(width: picture.width, height: picture.height)
    var count = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let a = word(picture, x, y)
        let b = word(accepted, x, y)
        var distance = 0
        for shift: UInt32 in [0, 8, 16, 24] {
          let first = Int((a >> shift) & 255)
          let second = Int((b >> shift) & 255)
          distance = max(distance, abs(first - second))
        }
        if distance > tolerance { count += 1 }
        let light = UInt32(min(255, distance * 8))
        difference.withMutablePixels { pixels in
          pixels[y * difference.stride + x] = 0xFF00_0000 | light << 16 | light << 8 | light
        }
      }
    }
    let allowed = Int(share * Double(picture.width * picture.height))
    if count > allowed {
      let out = root.appendingPathComponent("out/golden")
      let stem = folder.deletingLastPathComponent().lastPathComponent + "-" + name
      try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
      try write(picture, to: out.appendingPathComponent(stem + ".drawn.png").path)
      try write(accepted, to: out.appendingPathComponent(stem + ".accepted.png").path)
      try write(difference, to: out.appendingPathComponent(stem + ".difference.png").path)
    }
    #expect(
      count <= allowed, "\(name): \(count) pixels differ, \(allowed) may; see out/golden",
      sourceLocation: location)
  }

  private static func word(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> UInt32 {
    picture.withPixels { $0[y * picture.stride + x] }
  }

  private static func write(_ picture: PixelBuffer, to path: String) throws {
    let options = EncoderOptions(
      width: picture.width, height: picture.height, frameRate: FrameRate(30),
      extent: FilmExtent(filmFrames: 1))
    let sink = try FrameOutput.open(OutputFormat(path: path, purpose: .still), path: path, options: options)
    try sink.append(picture)
    try sink.finish()
  }
}
