/// When a property's value must be known.
package enum Phase: String, Sendable {
  /// Written in the file as it is.
  case fixed = "-"
  /// May be an expression that is known before the first frame.
  case const
  /// May change every frame.
  case live
}

/// One property of an element.
package struct PropertySchema: Sendable {
  package var name: String
  package var type: PropertyType
  /// Shown in the reference: `u`, `s`, `%` …
  package var unit: String
  /// As it would be written in a template (flow style); nil where nothing stands in.
  package var defaultText: String?
  package var isRequired: Bool
  package var phase: Phase
  package var isAnimatable: Bool
  /// Whether a map that is given takes its missing keys from `defaultText` first.
  package var completesFromDefault: Bool
  /// One sentence for the reference and for messages.
  package var note: String

  package init(
    _ name: String, _ type: PropertyType, unit: String = "–", default defaultText: String? = nil,
    required: Bool = false, _ phase: Phase, animates: Bool = false, completes: Bool = false,
    _ note: String
  ) {
    self.name = name
    self.type = type
    self.unit = unit
    self.defaultText = defaultText
    isRequired = required
    self.phase = phase
    isAnimatable = animates
    completesFromDefault = completes
    self.note = note
  }

  /// A property that is never an expression.
  package init(
    _ name: String, _ type: PropertyType, unit: String = "–", default defaultText: String? = nil,
    required: Bool = false, animates: Bool = false, completes: Bool = false, _ note: String
  ) {
    self.init(
      name, type, unit: unit, default: defaultText, required: required, .fixed, animates: animates,
      completes: completes, note)
  }
}

/// One kind of map in the language: a node type, a stroke, a scene …
package struct ElementSchema: Sendable {
  package enum Group: String, CaseIterable, Sendable {
    case document = "Document-level maps"
    case node = "Node types"
    case value = "Shared value maps"
  }
  package var name: String
  package var group: Group
  /// One line for the reference.
  package var about: String
  /// Own properties; nodes have `SceneSchema.common` besides.
  package var properties: [PropertySchema]

  package init(_ name: String, _ group: Group, _ about: String, _ properties: [PropertySchema]) {
    self.name = name
    self.group = group
    self.about = about
    self.properties = properties
  }
}
