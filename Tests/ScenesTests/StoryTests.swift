import Geometry
import Testing

@testable import Scenes

@Suite("A film of the story's shape")
struct StoryTests {
  @Test("every node has its place")
  func dump() throws {
    let film = try Sketch.film(StorySketch.template())
    #expect(film.duration == 26)
    let hud = try #require(film.node("hud"))
    #expect(hud.box.maxY == film.safeArea.maxY)
    #expect(hud.box.width == film.safeArea.width)
  }
}
