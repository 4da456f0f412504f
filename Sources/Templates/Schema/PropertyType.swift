/// What a property of the template language may hold. The decoder, the reference page and the JSON Schema follow it.
package indirect enum PropertyType: Hashable, Sendable {
  /// Literal text with `${…}` parts.
  case text
  case bool
  case number(ClosedRange<Double>)
  case int(ClosedRange<Int>)
  /// `120`, `50%`, `4vw`, `1.2em`, `2px`, `auto`.
  case length
  /// `500ms`, `3s`, `2min`, `12f`.
  case time
  /// A time or `auto`.
  case timeOrAuto
  /// `0s`, `50%`, `end`, `end-1s`, `12f`.
  case timePosition
  /// `0%`, `2km`, `600s`.
  case runPosition
  /// `55deg`.
  case angle
  /// `900m`, `4km`, `0.5mi`.
  case ground
  /// A ground distance or `auto`.
  case groundOrAuto
  /// A ground distance or `600 points`.
  case groundOrPoints
  /// `auto`, a ground distance or `5 points`.
  case groundOrPointsOrAuto
  /// A token, `"#rrggbb"`, `none`, `transparent`.
  case color
  /// One of these words.
  case word([String])
  case identifier
  case slug
  case version
  /// `1080x1920`.
  case canvasSize
  case fontFile
  case imageFile
  case fontName
  case styleName
  case scaleName
  case componentName
  case templateReference
  /// `top-left` … `bottom-right`.
  case ninePoint
  /// `parent`, `canvas`, `safe`, `prev` or a node's id.
  case anchor
  /// A name or `[x1, y1, x2, y2]`.
  case ease
  /// Values of a metric, or percentiles.
  case domain
  /// A domain of two values, or `auto`.
  case domainOrAuto
  /// An expression that gives rows.
  case rows
  /// An expression that gives true or false; `${}` may be left out.
  case condition
  /// A number or an expression of any numeric kind; `${}` may be left out.
  case quantity
  /// A map of the schema's element of this name.
  case map(String)
  case list(PropertyType)
  /// `[x, y]`, two lengths.
  case pair
  /// A map that is a node or a use of a component.
  case node
  /// A flat colour, or a map of this element.
  case colorOr(String)
  /// One length for all sides, or `edges`.
  case lengthOrEdges
  /// The name of a platform's free area, or `edges`.
  case safeArea
  /// One of the nine points, or `place`.
  case ninePointOrPlace
  /// Free names to values of one type.
  case dictionary(KeyRule, PropertyType)
  /// Checked where the meaning is known: a parameter's default, a key's value.
  case any
  /// `patch` of a variant: id → properties of that node.
  case patches
  /// `with` of a component's use.
  case arguments
  /// `animate`: property path → keys.
  case animations

  /// What keys a dictionary takes.
  package enum KeyRule: String, Hashable, Sendable {
    /// Lower case letters, digits and `_`.
    case name
    /// A BCP 47 language.
    case language
  }
}
