import Geometry
import Pixels
import Testing

@testable import Drawing

private let display = FontFace(families: ["Inter Display"], weight: 700)
private let body = FontFace(families: ["Inter"])

private func block(_ text: String, size: Double = 40, _ change: (inout TextBlock) -> Void = { _ in })
  -> TextBlock
{
  var block = TextBlock(text, face: body, size: size)
  change(&block)
  return block
}

@Suite struct TextLayoutTests {
  let fonts: FontSet

  init() throws { fonts = try FontSet() }

  @Test func privateSelectionHoldsItsFamiliesOnly() throws {
    #expect(fonts.contains(family: "Inter Display"))
    #expect(fonts.contains(family: "Noto Sans"))
    #expect(!fonts.contains(family: "DejaVu Sans"))
  }

  @Test func tabularDigitsAreOfOneWidth() throws {
    let widths = try (0...9).map { digit in
      try TextLayout(block("\(digit)\(digit)\(digit)") { $0.face = display }, fonts: fonts).textWidth
    }
    #expect(widths.allSatisfy { abs($0 - widths[0]) < 1e-9 }, "\(widths)")
    let proportional = try TextLayout(
      block("111") {
        $0.face = display; $0.hasTabularDigits = false
      }, fonts: fonts
    ).textWidth
    #expect(proportional < widths[1] - 1)
  }

  @Test func sizeScalesAllExtents() throws {
    let text = "5:36 Kilometre, AVATAR"
    let small = try TextLayout(block(text, size: 20), fonts: fonts)
    let large = try TextLayout(block(text, size: 80), fonts: fonts)
    #expect(abs(large.textWidth / small.textWidth - 4) < 0.01)
    #expect(abs(large.baseline / small.baseline - 4) < 0.01)
    #expect(abs(large.ink.height / small.ink.height - 4) < 0.1)
  }

  @Test func leadingAloneSetsBaselines() throws {
    let layout = try TextLayout(block("Lauf 走る 🏃\nنص\nplain") { $0.leading = 1.2 }, fonts: fonts)
    #expect(layout.lines.count == 3)
    #expect(abs(layout.lines[1].baseline - layout.lines[0].baseline - 48) < 1e-9)
    #expect(abs(layout.lines[2].baseline - layout.lines[1].baseline - 48) < 1e-9)
    #expect(abs(layout.size.y - 144) < 1e-9)
    #expect(layout.missing.isEmpty)
  }

  @Test func trackingAddsBetweenLettersOnly() throws {
    let plain = try TextLayout(block("LABEL"), fonts: fonts).textWidth
    let tracked = try TextLayout(block("LABEL") { $0.tracking = 4 }, fonts: fonts).textWidth
    #expect(abs(tracked - plain - 16) < 0.05, "\(tracked - plain)")
  }

  @Test func unitsAreSmallOnTheSameBaseline() throws {
    let plain = try TextLayout(block("7.43"), fonts: fonts)
    let whole = try TextLayout(block("7.43\u{202f}km") { $0.unitScale = 0.4 }, fonts: fonts)
    let large = try TextLayout(block("7.43\u{202f}km"), fonts: fonts)
    #expect(whole.textWidth - plain.textWidth < 0.45 * (large.textWidth - plain.textWidth))
    #expect(whole.baseline == plain.baseline)
    let glyphs = whole.runs.flatMap(\.glyphs)
    #expect(glyphs.filter(\.isUnit).count >= 2)
    #expect(glyphs.filter { !$0.isUnit }.count == 4)
    #expect(Set(glyphs.map(\.position.y)).count == 1)
  }

  @Test(arguments: [
    ("7.4 km", [3..<6]), ("5:36 /km", [4..<8]), ("1 h 2 min", [1..<3, 5..<9]), ("1:02:03", []), ("–", []),
    ("12 345 m", [6..<8]), ("7.4 km\n31:20", [3..<6]),
  ])
  func unitsAreFound(_ text: String, _ expected: [Range<Int>]) {
    #expect(TextLayoutReader.unitRanges(Array(text.utf8)) == expected)
  }

  @Test func longLinesWrapOrEnd() throws {
    let text = "A morning run round the long lake and home again"
    let wrapped = try TextLayout(block(text) { $0.width = 300 }, fonts: fonts)
    #expect(wrapped.lines.count > 2 && wrapped.textWidth <= 300.01 && !wrapped.isTruncated)
    let cut = try TextLayout(
      block(text) {
        $0.width = 300; $0.wraps = false
      }, fonts: fonts)
    #expect(cut.lines.count == 1 && cut.isTruncated && cut.textWidth <= 300.01)
    let two = try TextLayout(
      block(text) {
        $0.width = 300; $0.maxLines = 2
      }, fonts: fonts)
    #expect(two.lines.count == 2 && two.isTruncated)
  }

  @Test func rightToLeftStartsAtTheRight() throws {
    let layout = try TextLayout(block("ריצה בוקר"), fonts: fonts)
    let glyphs = layout.runs.flatMap(\.glyphs)
    let first = try #require(glyphs.min { $0.byte < $1.byte })
    #expect(first.position.x > layout.textWidth / 2)
    #expect(layout.missing.isEmpty)
  }

  @Test func combiningMarksAndEmojiAreOneCluster() throws {
    let accent = try TextLayout(block("e\u{301}"), fonts: fonts)
    let family = try TextLayout(block("👨‍👩‍👧"), fonts: fonts)
    let plain = try TextLayout(block("é"), fonts: fonts)
    #expect(abs(accent.textWidth - plain.textWidth) < 0.5)
    #expect(family.runs.flatMap(\.glyphs).count == 1)
    #expect(family.runs.contains { $0.isColored } && !family.runs.contains { !$0.isColored })
  }

  @Test func unknownCharactersAreNamed() throws {
    let layout = try TextLayout(block("a\u{10FFFD}b"), fonts: fonts)
    #expect(layout.missing == ["\u{10FFFD}"])
  }

  @Test func emptyTextIsHarmless() throws {
    let buffer = PixelBuffer(width: 20, height: 20)
    let context = try Context(buffer)
    let layout = try TextLayout(block(""), fonts: fonts)
    context.draw(layout, at: .zero, color: Color(hex: 0xffffff))
    try context.check()
    #expect(layout.textWidth == 0 && layout.size.y > 0)
  }

  @Test func textMovesByFractionsOfPixels() throws {
    // The centre of ink follows a shift of a quarter pixel: positions are not rounded.
    let layout = try TextLayout(block("Il", size: 16), fonts: fonts)
    func center(_ x: Double) throws -> Double {
      let buffer = PixelBuffer(width: 40, height: 30)
      let context = try Context(buffer)
      context.draw(layout, at: Vec2(x, 4), color: Color(hex: 0xffffff))
      context.surface.flush()
      var sum = 0.0
      var weight = 0.0
      for py in 0..<30 {
        for px in 0..<40 {
          sum += Double(alpha(buffer, px, py)) * (Double(px) + 0.5)
          weight += Double(alpha(buffer, px, py))
        }
      }
      return sum / weight
    }
    let start = try center(8)
    for step in 1...4 {
      let shift = Double(step) / 4
      let moved = try center(8 + shift) - start
      #expect(abs(moved - shift) < 0.1, "\(moved)")
    }
  }

  @Test func bundledFontIsTheOneAskedFor() throws {
    #expect(throws: CairoError.self) {
      try FontSet(bundled: [BundledFont(family: "x", name: "x.ttf", bytes: [1, 2, 3])])
    }
  }

  @Test(arguments: [
    ("inter", "Inter", 400), ("inter-display", "Inter Display", 400),
    ("inter-display-bold", "Inter Display", 700),
    ("inter-extrabold", "Inter", 800), ("inter-extralight", "Inter", 200),
    ("noto-sans-semibold", "Noto Sans", 600),
  ])
  func builtinNames(_ name: String, _ family: String, _ weight: Int) {
    #expect(FontFace(builtin: name) == FontFace(families: [family], weight: weight))
  }

  @Test func unknownBuiltinIsRefused() { #expect(FontFace(builtin: "comic") == nil) }
}

@Suite struct FontFeatureLimitTests {
  /// Pango writes beyond its table of features when a text has too many of them: dates, phone numbers, long lists.
  @Test(arguments: [
    "2013-07-06T14:59:00Z", String(repeating: "1 2-", count: 200), String(repeating: "7", count: 3000),
  ]) func manyGroupsOfDigitsAreLaidOut(text: String) throws {
    let fonts = try FontSet()
    var block = TextBlock(text, face: FontFace(families: ["Inter"], weight: 700), size: 40)
    block.tracking = -1
    block.width = 300
    block.features = (0..<40).map { "ss\($0 < 10 ? "0" : "")\($0)" }
    let layout = try TextLayout(block, fonts: fonts)
    #expect(layout.size.y > 0)
  }
}
