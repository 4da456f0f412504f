import Drawing
import Geometry
import Pixels
import Scenes
import Simulation
import Testing

@testable import Compositing

/// Names as pixels: inside the box that was kept free for them, in any script, the same at every call.
@Suite struct LabelRendererTests {
  static func label(_ text: String, isPeak: Bool = false) throws -> MapLabel {
    var style = TextStyle(font: FontSpec(.builtin("inter"), weight: 600), size: 26)
    style.language = "en"
    let measure = try PangoTextMeasuring(fonts: []).measure(
      text, style: style, width: nil, wraps: false, maxLines: 1)
    return MapLabel(
      text: text, style: style, color: Color(hex: 0xffffff), halo: Color(hex: 0x200000), position: .zero,
      size: Vec2(measure.width + 13, 1.3 * style.size), rank: 0, reach: 1000, isPeak: isPeak)
  }

  static func draw(_ states: [LabelState], with renderer: LabelRenderer) throws -> [UInt32] {
    let buffer = PixelBuffer(width: 480, height: 200)
    buffer.clear(0xff40_8040)
    let context = try Context(buffer)
    try renderer.draw(states, context: context)
    context.surface.flush()
    return buffer.withPixels { span in
      (0..<200).flatMap { y in (0..<480).map { x in span[y * buffer.stride + x] } }
    }
  }

  @Test(arguments: ["Zürich", "ירושלים", "القاهرة", "東京", "서울", "กรุงเทพ", "Москва", "Ag"], [false, true])
  func inkStaysInItsBox(text: String, isPeak: Bool) throws {
    let renderer = LabelRenderer(fonts: try FontSet())
    let state = LabelState(label: try Self.label(text, isPeak: isPeak), point: Vec2(240.3, 120.7), opacity: 1)
    let words = try Self.draw([state], with: renderer)
    var bright = 0
    for (index, word) in words.enumerated() {
      let point = Vec2(Double(index % 480) + 0.5, Double(index / 480) + 0.5)
      let red = word >> 16 & 255
      if red > 200 {
        bright += 1
        #expect(state.box.inset(by: -3).contains(point), "\(text) at \(point)")
      }
      // The soft edge ends soon after the box.
      if word != 0xff40_8040 { #expect(state.box.inset(by: -24).contains(point)) }
    }
    #expect(bright > 60, "\(text)")
    #expect(try TextLayout(TextBlock(text, style: state.label.style), fonts: FontSet()).missing.isEmpty)
  }

  @Test func aFrameKnowsNothingOfOthers() throws {
    let renderer = LabelRenderer(fonts: try FontSet())
    let names = try ["Monaco", "Larvotto"].map { try Self.label($0) }
    func states(_ shift: Double) -> [LabelState] {
      [
        LabelState(label: names[0], point: Vec2(150 + shift, 60), opacity: 0.6),
        LabelState(label: names[1], point: Vec2(300, 140 + shift), opacity: 1),
      ]
    }
    let first = try Self.draw(states(0.25), with: renderer)
    _ = try Self.draw(states(7.5), with: renderer)
    #expect(try Self.draw(states(0.25), with: renderer) == first)
    #expect(try Self.draw(states(0.25), with: LabelRenderer(fonts: FontSet())) == first)
    #expect(try Self.draw([], with: renderer).allSatisfy { $0 == 0xff40_8040 })
  }

  @Test func marksThinOutAsTheViewWidens() {
    // 120 units from mark to mark: all; 40: every fifth; 9: every tenth.
    #expect((1...10).allSatisfy { MarkerRenderer.room(number: $0, spacing: 120) == 1 })
    #expect((1...10).filter { MarkerRenderer.room(number: $0, spacing: 40) == 1 } == [5, 10])
    #expect((1...20).filter { MarkerRenderer.room(number: $0, spacing: 9) > 0 } == [10, 20])
    // No step: a little wider, a little fainter.
    var last = 1.0
    for spacing in stride(from: 90.0, through: 40, by: -0.25) {
      let now = MarkerRenderer.room(number: 7, spacing: spacing)
      #expect(now <= last && last - now < 0.05)
      last = now
    }
    #expect(last == 0)
    let cover = [Cover(box: Rect(x: 0, y: 0, width: 100, height: 50), opacity: 1)]
    #expect(MarkerRenderer.clearance(Vec2(50, 25), cover, unit: 1) == 0)
    #expect(MarkerRenderer.clearance(Vec2(50, 100), cover, unit: 1) == 1)
    #expect(MarkerRenderer.clearance(Vec2(50, 80), cover, unit: 1) > 0)
  }
}
