import Testing

@testable import Templates

struct SchemaTests {
  @Test func everyElementThatATypeNamesExists() {
    for element in SceneSchema.elements {
      for property in SceneSchema.properties(of: element.name) {
        for name in Self.elements(in: property.type) {
          #expect(SceneSchema.element(name) != nil, "\(element.name).\(property.name) → \(name)")
        }
      }
    }
  }

  @Test func propertiesHaveOneNameEach() {
    for element in SceneSchema.elements {
      let names = SceneSchema.properties(of: element.name).map(\.name)
      #expect(Set(names).count == names.count, "\(element.name)")
    }
  }

  static func elements(in type: PropertyType) -> [String] {
    switch type {
    case .map(let name), .colorOr(let name): [name]
    case .list(let inner), .dictionary(_, let inner): elements(in: inner)
    default: []
    }
  }
}
