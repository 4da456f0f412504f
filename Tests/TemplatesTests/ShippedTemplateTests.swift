import Diagnostics
import Testing

@testable import Templates

struct ShippedTemplateTests {
  @Test(arguments: Samples.names) func loadsWithoutAMessage(_ name: String) throws {
    do {
      let template = try Samples.shipped(name)
      #expect(template.name == name)
      #expect(template.warnings.isEmpty, "\(DiagnosticPrinter().string(template.warnings))")
      #expect(Set(template.themes) == ["night", "paper"])
    } catch let failure as TemplateFailure {
      Issue.record("\(printed(failure))")
    }
  }

  @Test(arguments: Samples.names, [(1080, 1920), (1080, 1080), (1920, 1080)])
  func resolvesInEverySizeAndTheme(_ name: String, _ size: (Int, Int)) throws {
    do {
      let template = try Samples.shipped(name)
      for theme in template.themes {
        var request = TemplateRequest()
        request.size = size
        request.theme = theme
        let resolved = try template.resolve(request, source: SampleRun())
        #expect(resolved.themeName == theme)
        #expect(!resolved.scenes.isEmpty)
        for scene in resolved.scenes { checkComplete(scene) }
      }
    } catch let failure as TemplateFailure {
      Issue.record("\(printed(failure))")
    }
  }

  /// Every property of the schema is there, all the way down.
  private func checkComplete(_ map: ResolvedMap) {
    let isNode = SceneSchema.isNode(map.element)
    for property in SceneSchema.properties(of: map.element) {
      switch property.type {
      case .animations, .dictionary, .any: continue
      default: break
      }
      if isNode || map.element == "scene", ["id", "type"].contains(property.name) { continue }
      #expect(map.values[property.name] != nil, "\(map.element).\(property.name)")
    }
    for value in map.values.values { checkComplete(value) }
  }

  private func checkComplete(_ value: ResolvedValue) {
    switch value {
    case .map(let map): checkComplete(map)
    case .list(let items): items.forEach { checkComplete($0) }
    default: break
    }
  }

  @Test func defaultsFitTheirOwnSchema() {
    #expect(SchemaDefaults.problems().isEmpty)
  }
}
