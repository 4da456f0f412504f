import Geometry
import Templates
import Testing

@testable import Scenes

/// How a template sets the credit of map data.
@Suite struct AttributionStyleTests {
  private func style(_ value: ResolvedValue?) throws -> AttributionStyle {
    var template = Sketch.template(scenes: [Sketch.scene("run", [:], [])])
    if let value {
      var values = template.canvas.values
      values["attribution"] = value
      template.canvas = Sketch.map("canvas", values)
    }
    return try SceneBuilder(
      template: template, route: Sketch.route, measuring: Letters(), format: .init()
    ).build(duration: nil).attribution
  }

  @Test func isPlacedAndColoured() throws {
    let map = Sketch.map(
      "attribution",
      [
        "at": .word("top-left"), "size": .number(28), "color": .color(Color(hex: 0x203040)),
        "plate": .color(Color(hex: 0xffeedd)),
      ])
    let style = try style(.map(map))
    #expect(style.place == .topLeft && style.size == 28)
    #expect(style.color == Color(hex: 0x203040))
    #expect(style.plate.opacity(1 / style.plate.alpha) == Color(hex: 0xffeedd))
  }

  /// Neither `none` nor tiny, clear letters take it away.
  @Test func cannotBeLeftOut() throws {
    let plain = try style(nil)
    #expect(plain.place == .auto && plain.size == 20)
    #expect(try style(ResolvedValue.none) == plain)
    let map = Sketch.map(
      "attribution",
      [
        "at": .word("nowhere"), "size": .number(0.01), "color": .color(.clear), "plate": .color(.clear),
      ])
    let hidden = try style(.map(map))
    #expect(hidden.place == .auto && hidden.size >= 16)
    #expect(hidden.leastContrast >= AttributionStyle.leastContrast && hidden.plate.alpha > 0.6)
  }
}
