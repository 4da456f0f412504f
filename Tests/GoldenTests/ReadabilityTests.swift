import Foundation
import Pixels
import ReplayComposer
import Testing

/// Text of the shipped templates stands out from what lies under it, wherever the line and the ground happen to be.
@Suite struct ReadabilityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var template: String
    var theme: String
    var size: ReplayOptions.PixelSize
    var run: String
    var testDescription: String { "\(template) \(theme) \(size.width)x\(size.height) \(run)" }
  }

  /// What the shipped templates must reach: of a hundred glyph pixels in a place, as many may have less contrast than 3.
  private static let share = 0.04

  static let runs = ["examples/recordings/hilly-10k.gpx", "../shared/maps/runs/synth-andorra.gpx"]
    .filter { FileManager.default.fileExists(atPath: GoldenPicture.root.appendingPathComponent($0).path) }
  static let cases: [Case] = {
    var result: [Case] = []
    for template in ["story", "classic", "race", "trail", "minimal", "poster"] {
      for (width, height) in [(216, 384), (270, 270), (384, 216)] {
        for theme in ["night", "paper"] {
          // The recordings by turns.
          let run = runs[(result.count / 2 + result.count) % runs.count]
          result.append(
            Case(
              template: template, theme: theme, size: ReplayOptions.PixelSize(width: width, height: height),
              run: run))
        }
      }
    }
    return result
  }()

  @Test(arguments: cases) func textIsReadable(_ item: Case) throws {
    let folder = GoldenPicture.root.appendingPathComponent("templates/\(item.template)")
    let text = try String(
      contentsOf: folder.appendingPathComponent("\(item.template).scene.yaml"), encoding: .utf8)
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let session = try Session(file: GoldenPicture.root.appendingPathComponent(item.run).path)
    func replay(_ name: String, color: String?) throws -> Replay {
      var text = text
      if let color {
        // Colours of styles and of texts; the same tokens colour markers and lines, too.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          !line.contains("font") && !line.contains("type: text")
            ? String(line)
            : line.replacingOccurrences(of: "color: text", with: "color: \"\(color)\"")
              .replacingOccurrences(of: "color: muted", with: "color: \"\(color)\"")
        }
        text = lines.joined(separator: "\n")
      }
      let path = scratch.appendingPathComponent("\(name).scene.yaml").path
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      var options = ReplayOptions()
      options.theme = item.theme
      options.size = item.size
      return try Replay(session, template: path, options: options)
    }
    let drawn = try replay("drawn", color: nil)
    let without = try replay("without", color: "#00000000")
    let marked = try replay("marked", color: "#ff00ff")
    for at in ["31%", "62%", "78%", "97%"] {
      let number = drawn.frameNumber(at: TimeSelector(at))
      let frame = GlyphContrast(
        drawn: try drawn.frame(number), without: try without.frame(number), marked: try marked.frame(number))
      #expect(frame.worst.share <= Self.share, "\(at): \(frame.worst)")
    }
  }
}

/// Contrast of glyphs with what is under them, from three pictures of a frame: as it is, without text, with all text
/// magenta.
private struct GlyphContrast {
  /// A place of 1/20 of the short side, and the share of its glyph pixels that have too little contrast.
  struct Place {
    var x = 0
    var y = 0
    var share = 0.0
    var lowest = 21.0
  }
  private(set) var worst = Place()

  init(drawn: PixelBuffer, without: PixelBuffer, marked: PixelBuffer) {
    let cell = max(8, min(drawn.width, drawn.height) / 20)
    let columns = drawn.width / cell + 1
    var counts = [Int: (all: Int, low: Int, lowest: Double)]()
    drawn.withPixels { drawnPixels in
      without.withPixels { under in
        marked.withPixels { mark in
          for y in 0..<drawn.height {
            for x in 0..<drawn.width {
              let place = y * drawn.stride + x
              guard mark[place] != under[place] else { continue }
              guard let ratio = Self.contrast(drawnPixels[place], under[place], mark[place]) else { continue }
              var count = counts[y / cell * columns + x / cell] ?? (0, 0, 21)
              count.all += 1
              if ratio < 3 { count.low += 1 }
              count.lowest = min(count.lowest, ratio)
              counts[y / cell * columns + x / cell] = count
            }
          }
        }
      }
    }
    for (index, count) in counts where count.all >= 8 {
      let share = Double(count.low) / Double(count.all)
      if share > worst.share || share == worst.share && count.lowest < worst.lowest {
        worst = Place(
          x: index % columns * cell, y: index / columns * cell, share: share, lowest: count.lowest)
      }
    }
  }

  /// The contrast of the ink in a pixel; nil where a glyph covers less than half of it.
  private static func contrast(_ drawn: UInt32, _ without: UInt32, _ marked: UInt32) -> Double? {
    let under = channels(without)
    let mark = channels(marked)
    // Magenta has no green, and all of blue.
    let alpha =
      under[1] > 0.5 ? (under[1] - mark[1]) / under[1] : (mark[2] - under[2]) / max(1 - under[2], 0.01)
    guard alpha > 0.5 else { return nil }
    let seen = channels(drawn)
    return ratio((0..<3).map { min(1, max(0, under[$0] + (seen[$0] - under[$0]) / alpha)) }, under)
  }

  private static func channels(_ word: UInt32) -> [Double] {
    [16, 8, 0].map { Double(word >> $0 & 255) / 255 }
  }

  /// WCAG 2.1: relative luminance and contrast ratio.
  private static func ratio(_ a: [Double], _ b: [Double]) -> Double {
    func luminance(_ color: [Double]) -> Double {
      let linear = color.map { $0 <= 0.04045 ? $0 / 12.92 : Foundation.pow(($0 + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let (first, second) = (luminance(a), luminance(b))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
