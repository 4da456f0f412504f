import Testing

@testable import Templates

/// `extends`, and the example templates that use what the shipped ones do not.
struct InheritanceTests {
  static func load(_ path: String) throws -> Template {
    try Template.load(try TemplateBundle(path: Samples.root + "/examples/templates/" + path))
  }

  @Test(arguments: ["evening-story", "showcase/showcase.scene.yaml"]) func exampleIsRight(_ path: String)
    throws
  {
    do throws(TemplateFailure) {
      let bundle = try TemplateBundle(path: Samples.root + "/examples/templates/" + path)
      let check = TemplateCheck(bundle)
      #expect(check.diagnostics.isEmpty, "\(printed(TemplateFailure(diagnostics: check.diagnostics)))")
      _ = try Template.load(bundle).resolve(TemplateRequest(), source: SampleRun())
    } catch {
      Issue.record("\(printed(error))")
    }
  }

  @Test func everyElementAndPropertyIsUsedSomewhere() throws {
    var used: Set<String> = []
    func note(_ map: TypedMap) {
      for (name, entry) in map.entries {
        used.insert("\(map.element).\(name)")
        note(entry.value)
      }
      if !map.animations.isEmpty { used.insert("\(map.element).animate") }
    }
    func note(_ value: TypedValue) {
      switch value {
      case .map(let map): note(map)
      case .list(let items): items.forEach(note)
      default: break
      }
    }
    let templates =
      try Samples.names.map(Samples.shipped)
      + ["evening-story", "showcase/showcase.scene.yaml", "showcase/base.scene.yaml"].map(Self.load)
    for template in templates {
      let document = template.document
      note(document.root)
      for theme in [document.base] + document.themes {
        theme.styles.values.forEach(note)
        theme.fonts.values.forEach(note)
      }
      document.scales.values.forEach(note)
      document.components.values.compactMap(\.body).forEach(note)
      document.scenes.forEach(note)
      document.variants.flatMap(\.patches).forEach { note($0.patch) }
    }
    for type in SceneSchema.nodeTypes + ["use"] {
      #expect(used.contains { $0.hasPrefix("\(type).") }, "\(type) is in no template")
    }
    // Read by other means than the typed tree.
    let elsewhere: Set<String> = [
      "document", "param", "theme", "component", "variant", "scene", "edges", "key",
    ]
    let missing = SceneSchema.elements.filter { !elsewhere.contains($0.name) }.flatMap { element in
      element.properties.filter { !used.contains("\(element.name).\($0.name)") }.map {
        "\(element.name).\($0.name)"
      }
    }
    #expect(missing.count < 40, "\(missing)")
  }

  @Test func aBaseGivesWhatIsNotSaid() throws {
    let resolved = try Self.load("showcase/showcase.scene.yaml").resolve(
      TemplateRequest(), source: SampleRun())
    #expect(resolved.name == "showcase")
    #expect(resolved.scenes.map(\.id) == ["card", "run", "list"])
    #expect(resolved.styles["big"] != nil && resolved.fonts["display"] != nil)
    guard case .map(let safe) = resolved.canvas["safe"], case .length(.units(180)) = safe["top"] else {
      Issue.record("no safe area")
      return
    }
    guard case .map = resolved.preview["fixture"] else {
      #expect(resolved.preview["fixture"].isWord("hilly-10k"))
      return
    }
  }

  @Test func builtinsCanBeExtendedAndPatched() throws {
    func load(_ text: String) throws -> Template {
      let bundle = try TemplateBundle(
        path: Samples.templates + "/story", shippedDirectories: [Samples.templates])
      return try Template.load(TemplateSource(file: .init(name: "own.yaml", text: text), bundle: bundle))
    }
    let own = try load(
      """
      scene: 1
      name: own
      extends: "@builtin/story@1"
      params: { length: { default: 10s } }
      themes: { night: { colors: { accent: "#00ff00" } } }
      variants: [ { when: true, patch: { top_shade: { remove: true }, hud: { width: 50% } } } ]
      """)
    let resolved = try own.resolve(TemplateRequest(), source: SampleRun())
    #expect(resolved.name == "own" && resolved.themeName == "night")
    #expect(own.parameters.first { $0.name == "length" }?.minimum == "8s")
    guard case .time(10) = resolved.scenes[0]["duration"] else {
      Issue.record("\(resolved.scenes[0]["duration"])")
      return
    }
    #expect(ResolutionTests.find("top_shade", in: resolved.scenes[0]) == nil)
    #expect(resolved.colors["accent"] == .init(hex: 0x00ff00))
    for (reference, message) in [
      ("@builtin/storry@1", "E137]: no template 'storry' ships with the tool"), ("@builtin/story@2", "E137"),
      ("../classic/classic.scene.yaml", "E140]: '../classic/classic.scene.yaml' points outside"),
      ("base", "E137"),
      ("./story.scene.yaml", ""),
    ] {
      do {
        _ = try load("scene: 1\nname: own\nextends: \"\(reference)\"\n")
        #expect(message.isEmpty, "\(reference)")
      } catch let failure as TemplateFailure {
        #expect(!message.isEmpty && printed(failure).contains(message), "\(printed(failure))")
      }
    }
  }
}
