import Diagnostics

/// The schema's defaults, read by the same decoder as a template.
enum SchemaDefaults {
  static func value(_ property: String, of element: String) -> TypedValue? { table[element]?[property] }

  private static let table: [String: [String: TypedValue]] = {
    let decoder = TemplateDecoder()
    decoder.readsDefaults = true
    decoder.scope.colors = Set(SceneSchema.baseColors.map(\.name))
    var table: [String: [String: TypedValue]] = [:]
    for element in SceneSchema.elements {
      for property in SceneSchema.properties(of: element.name) {
        guard let text = property.defaultText else { continue }
        table[element.name, default: [:]][property.name] = read(text, property, element.name, decoder)
      }
    }
    return table
  }()

  private static func read(
    _ text: String, _ property: PropertySchema, _ element: String, _ decoder: TemplateDecoder
  )
    -> TypedValue?
  {
    switch property.type {
    case .dictionary, .animations, .arguments, .any: return nil
    default: break
    }
    // An expression in flow style needs quotes, in block style none.
    let source = TemplateSource(file: SourceFile(name: "defaults", text: "v: \(text)\n"))
    guard let node = (try? YAMLReader.read(source))?["v"] else { return nil }
    return decoder.value(node, property, of: element)
  }

  /// Messages about defaults that do not fit their own schema: none, as tests hold.
  static func problems() -> [String] {
    let decoder = TemplateDecoder()
    decoder.readsDefaults = true
    decoder.scope.colors = Set(SceneSchema.baseColors.map(\.name))
    for element in SceneSchema.elements {
      for property in SceneSchema.properties(of: element.name) {
        guard let text = property.defaultText else { continue }
        let before = decoder.diagnostics.count
        _ = read(text, property, element.name, decoder)
        if decoder.diagnostics.count > before {
          decoder.diagnostics[before].message += " (\(element.name).\(property.name))"
        }
      }
    }
    return decoder.diagnostics.map(\.message)
  }
}
