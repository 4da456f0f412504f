/// The template language's one table: every element, property, type and default. The decoder, the reference page and
/// the JSON Schema are all derived from it.
package enum SceneSchema {
  /// The language's major version: the value of `scene`.
  package static let languageVersion = 1
  /// Every element, in the reference's order.
  package static let elements: [ElementSchema] = documentElements + nodeElements + valueElements
  /// Names that may stand in `type`.
  package static let nodeTypes: [String] = nodeElements.map(\.name).filter { $0 != "use" }
  /// Words that a later version may give a meaning.
  package static let reserved: Set<String> = ["audio", "video", "path", "mask", "blend", "particles"]

  private static let byName = Dictionary(uniqueKeysWithValues: elements.map { ($0.name, $0) })
  private static let propertyTables: [String: [String: PropertySchema]] = Dictionary(
    uniqueKeysWithValues: elements.map { element in
      (element.name, Dictionary(uniqueKeysWithValues: properties(of: element.name).map { ($0.name, $0) }))
    })

  package static func element(_ name: String) -> ElementSchema? { byName[name] }
  package static func isNode(_ element: String) -> Bool { byName[element]?.group == .node }

  /// Own properties, and for a node those that every node has.
  package static func properties(of element: String) -> [PropertySchema] {
    guard let schema = byName[element] else { return [] }
    return schema.group == .node ? common + schema.properties : schema.properties
  }
  package static func property(_ name: String, of element: String) -> PropertySchema? {
    propertyTables[element]?[name]
  }

  /// Node types that have a property of this name: for the hint "'font_size' belongs to text".
  package static func nodeTypes(with property: String) -> [String] {
    nodeElements.filter { $0.properties.contains { $0.name == property } }.map(\.name)
  }
}
