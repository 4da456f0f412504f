import Formatting
import Geometry
import Routes
import Templates
import Testing

@testable import Scenes

/// The templates that ship, as films in every shape.
@Suite("Films of the shipped templates")
struct ShippedFilmTests {
  private static let folder =
    String(#filePath.dropLast("/Tests/ScenesTests/ShippedFilmTests.swift".count)) + "/templates"
  static let names = TemplateBundle.shippedNames(directories: [folder])
  static let sizes: [(width: Int, height: Int)] = [(1080, 1920), (1080, 1080), (1920, 1080), (540, 960)]

  private static func film(
    _ name: String, size: (width: Int, height: Int), theme: String? = nil, route: ReplayRoute = Sketch.route,
    title: String = "Round the lake", format: FormatContext = FormatContext(), duration: Double? = nil
  ) throws -> Film {
    let template = try Template.load(TemplateBundle.shipped(named: name, directories: [folder]))
    var request = TemplateRequest()
    request.size = size
    request.theme = theme ?? template.themes.first
    request.format = format
    let facts = RunFacts(route: route, title: title, place: nil, athlete: nil, startTime: nil, format: format)
    let resolved = try template.resolve(request, source: facts)
    return try SceneBuilder(template: resolved, route: route, measuring: Letters(), format: format)
      .build(duration: duration)
  }

  private static func leaves(_ nodes: [SceneNode]) -> [SceneNode] {
    nodes.flatMap { node -> [SceneNode] in
      switch node.content {
      case .text, .table, .chart, .gauge: return [node]
      default: return leaves(node.children)
      }
    }
  }

  private static func check(_ film: Film, _ name: String) {
    for scene in film.scenes {
      let leaves = leaves(scene.nodes)
      #expect(!leaves.isEmpty)
      for (index, a) in leaves.enumerated() {
        let safe = film.safeArea.inset(by: -1)
        #expect(a.box.x >= safe.x && a.box.maxX <= safe.maxX, "\(name): \(SceneDump(film))")
        #expect(a.box.y >= safe.y && a.box.maxY <= safe.maxY, "\(name): \(SceneDump(film))")
        for b in leaves[(index + 1)...] {
          let isTogether = a.motion.from < b.motion.to && b.motion.from < a.motion.to
          guard isTogether, let common = a.box.intersection(b.box) else { continue }
          #expect(min(common.width, common.height) <= 1, "\(name): \(SceneDump(film))")
        }
      }
    }
  }

  @Test("numbers lie in the safe area and never on each other", arguments: names)
  func places(_ name: String) throws {
    #expect(Self.names.count >= 6)
    for size in Self.sizes {
      for title in ["Run", "A very long name for a run around the whole of the lake and home again"] {
        Self.check(try Self.film(name, size: size, title: title), "\(name) \(size)")
      }
      Self.check(try Self.film(name, size: size, route: Sketch.marathon), "\(name) \(size)")
    }
  }

  @Test("runs without times and other units", arguments: names)
  func others(_ name: String) throws {
    Self.check(try Self.film(name, size: (1080, 1920), route: Sketch.timeless), name)
    Self.check(
      try Self.film(name, size: (1080, 1920), format: FormatContext(units: .imperial, locale: "de")), name)
  }

  @Test("every length from short to long", arguments: names)
  func lengths(_ name: String) throws {
    for seconds in [4.0, 12, 60] {
      let film = try Self.film(name, size: (1080, 1920), duration: seconds)
      #expect(abs(film.duration - seconds) < 1e-9)
    }
  }

  @Test("both themes differ and give the world their ground", arguments: names)
  func themes(_ name: String) throws {
    let night = try Self.film(name, size: (1080, 1920), theme: "night")
    let paper = try Self.film(name, size: (1080, 1920), theme: "paper")
    #expect(night.background != paper.background)
    for (film, isDark) in [(night, true), (paper, false)] {
      for node in film.allNodes {
        guard case .world(let world) = node.content else { continue }
        #expect(world.spec.ground.colors.isDark == isDark)
      }
    }
  }
}
