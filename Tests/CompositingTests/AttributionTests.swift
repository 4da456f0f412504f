import Drawing
import Geometry
import Pixels
import Routes
import Scenes
import Simulation
import Testing

@testable import Compositing

/// The credit of map data: over everything, inside the safe area, readable, never left out.
@Suite struct AttributionTests {
  static let credit = "© OpenMapTiles © OpenStreetMap contributors"

  /// What all pictures share, night and paper.
  static let night = Result { try assets(.night) }
  static let paper = Result { try assets(.paper) }
  private static func assets(_ colors: GroundColors) throws -> WorldAssets {
    let route = try GroundRuns.loop(climb: 60)
    var spec = WorldSpec()
    spec.ground.colors = colors
    spec.ground.kind = .plain
    let ground = GroundRenderer(spec: spec, route: route, heights: nil, unit: 0.5)
    return WorldAssets(geometry: RouteGeometry(path: route.path, heights: ground.surface), ground: ground)
  }

  /// One world, covered by a shape of one colour, or fading.
  struct Picture {
    var width = 540
    var height = 960
    var isDark = true
    /// Lies over the whole world, as a scrim does.
    var cover: Color? = Color(hex: 0x8090a0)
    var opacity = 1.0
    var style = AttributionStyle()
    var credits = [AttributionTests.credit]
    /// A text at rest here.
    var text: Rect?

    func film() -> Film {
      var film = Film(width: width, height: height, framesPerSecond: 30, background: Color(hex: 0))
      film.safeArea = film.bounds.inset(
        top: 0.1 * Double(height), right: 0.05 * Double(width), bottom: 0.18 * Double(height),
        left: 0.05 * Double(width))
      film.attribution = style
      return film
    }

    /// The frame, and where its credit may stand.
    func drawn() throws -> (pixels: PixelBuffer, safe: Rect) {
      var film = film()
      var spec = WorldSpec()
      spec.ground.colors = isDark ? .night : .paper
      let world = SceneNode(index: 0, id: nil, box: film.bounds, content: .world(WorldContent(spec: spec)))
      var nodes = [world]
      if let text {
        let content = TextContent(
          source: .constant("12.01"), style: TextStyle(font: FontSpec(.builtin("inter")), size: 20),
          color: .constant(Color(hex: 0xffffff)))
        nodes.append(SceneNode(index: 2, id: nil, box: text, content: .text(content)))
      }
      film.scenes = [FilmScene(id: "run", start: 0, duration: 10)]
      film.scenes[0].nodes = nodes
      let kept = try (isDark ? AttributionTests.night : AttributionTests.paper).get()
      let assets = WorldAssets(geometry: kept.geometry, ground: kept.ground, attribution: credits)
      let compositor = try Compositor(film: film, worlds: [0: assets]) { _ in nil }
      var item = DrawItem(
        node: world, box: film.bounds,
        content: .world(
          WorldState(camera: GroundRuns.camera(.zero), shownDistance: 800, runner: .zero)))
      item.opacity = opacity
      var layer = SceneLayer(scene: 0, background: .none, items: [item])
      layer.veil = cover
      let pixels = PixelBuffer(width: width, height: height)
      try compositor.draw(FrameState(time: 0, background: Color(hex: 0), layers: [layer]), into: pixels)
      return (pixels, film.safeArea)
    }
  }

  /// Least and greatest luminance of a part of a picture, without the outermost thousandths.
  private func luminances(_ pixels: PixelBuffer, _ box: Rect) -> (low: Double, high: Double) {
    var values: [Double] = []
    pixels.withPixels { span in
      for row in Int(box.y)..<Int(box.maxY) {
        for column in Int(box.x)..<Int(box.maxX) {
          values.append(Color(hex: span[row * pixels.stride + column] & 0xff_ffff).luminance)
        }
      }
    }
    values.sort()
    return (values[values.count / 1000], values[values.count - 1 - values.count / 1000])
  }

  /// The smallest box that holds all pixels in which two pictures differ; nil for none.
  private func difference(_ one: PixelBuffer, _ two: PixelBuffer) -> Rect? {
    var points: [Vec2] = []
    one.withPixels { first in
      two.withPixels { second in
        for row in 0..<one.height {
          var ends: (Int, Int)?
          for column in 0..<one.width
          where first[row * one.stride + column] != second[row * one.stride + column] {
            ends = (ends?.0 ?? column, column)
          }
          guard let ends else { continue }
          points += [Vec2(Double(ends.0), Double(row)), Vec2(Double(ends.1 + 1), Double(row + 1))]
        }
      }
    }
    return Rect(bounding: points)
  }

  /// Where the credit of a picture stands, and the picture.
  private func credit(_ picture: Picture) throws -> (box: Rect, pixels: PixelBuffer, safe: Rect) {
    let with = try picture.drawn()
    var without = picture
    without.credits = []
    return (
      try #require(difference(with.pixels, try without.drawn().pixels)), with.pixels, with.safe
    )
  }

  struct Look: Sendable, CustomTestStringConvertible {
    var isDark: Bool
    var isTall: Bool
    var cover: UInt32?
    var testDescription: String {
      "\(isDark ? "night" : "paper") \(isTall ? "9:16" : "16:9") over \(cover.map { "\($0)" } ?? "the map")"
    }
  }
  static let looks = [true, false].flatMap { isDark in
    [true, false].flatMap { isTall in
      [nil, 0, 0x808080, 0xff_ffff].map { Look(isDark: isDark, isTall: isTall, cover: $0) }
    }
  }

  @Test(arguments: looks) func isReadableOverEverything(_ look: Look) throws {
    var picture = Picture()
    if !look.isTall { (picture.width, picture.height) = (960, 540) }
    picture.isDark = look.isDark
    picture.cover = look.cover.map { Color(hex: $0) }
    picture.style.set(
      color: Color(hex: look.isDark ? 0xf6f1e7 : 0x14171c),
      plate: look.isDark ? GroundColors.night.near : GroundColors.paper.near)
    let (box, pixels, safe) = try credit(picture)
    // WCAG's contrast of small text, between the letters and what surrounds them.
    let (low, high) = luminances(pixels, box)
    #expect((high + 0.05) / (low + 0.05) >= 4.5)
    // Inside the safe area, small but not tiny.
    #expect(safe.intersection(box) == box)
    #expect(box.height >= 12 && box.height <= 30 && box.width >= 150)
  }

  @Test func fadesWithItsMapButIsThereEarly() throws {
    var picture = Picture()
    picture.cover = nil
    picture.opacity = 0.3
    let (box, pixels, _) = try credit(picture)
    let (low, high) = luminances(pixels, box)
    #expect((high + 0.05) / (low + 0.05) >= 4.5)
    picture.opacity = 0
    var without = picture
    without.credits = []
    #expect(difference(try picture.drawn().pixels, try without.drawn().pixels) == nil)
  }

  @Test(arguments: [
    (AttributionStyle.Place.bottomRight, 1.0, 1.0), (.bottomLeft, 0, 1), (.bottom, 0.5, 1), (.topRight, 1, 0),
    (.topLeft, 0, 0), (.top, 0.5, 0),
  ]) func standsWhereTheTemplateSays(_ place: AttributionStyle.Place, _ x: Double, _ y: Double) throws {
    var picture = Picture()
    picture.style.place = place
    let (box, _, safe) = try credit(picture)
    #expect(abs(box.point(at: Vec2(x, y)).distance(to: safe.point(at: Vec2(x, y)))) <= 3)
  }

  @Test func avoidsTextsByItself() throws {
    var picture = Picture()
    let safe = picture.film().safeArea
    let plain = try credit(picture).box
    #expect(plain.maxX > safe.maxX - 3 && plain.maxY > safe.maxY - 3)
    picture.text = Rect(x: safe.x, y: safe.maxY - 80, width: safe.width, height: 80)
    let moved = try credit(picture).box
    #expect(moved.y < safe.y + 3 && moved.maxX > safe.maxX - 3)
  }

  @Test(arguments: [(0x000000, 0x000000), (0x808080, 0x777777), (0xffffff, 0xfafafa), (0xff0000, 0x00a000)])
  func unreadableColoursAreReplaced(color: UInt32, plate: UInt32) {
    var style = AttributionStyle()
    style.set(color: Color(hex: color, alpha: 0), plate: Color(hex: plate, alpha: 0))
    #expect(style.leastContrast >= AttributionStyle.leastContrast)
    #expect(style.color.alpha == 1 && style.plate.alpha >= 0.6)
  }

  @Test func severalCreditsStandOnceEach() throws {
    var picture = Picture()
    let one = try credit(picture).box
    picture.credits.append("SRTM NASA/USGS")
    let two = try credit(picture).box
    #expect(two.width > one.width + 40)
    // Long ones take more lines and stay inside.
    picture.credits = (0..<9).map { "© The \($0)th Survey of All Lands" }
    let (many, _, safe) = try credit(picture)
    #expect(safe.intersection(many) == many && many.height > 2 * one.height)
  }
}
