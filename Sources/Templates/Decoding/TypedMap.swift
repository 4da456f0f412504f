import Geometry

/// A value whose type is checked; what depends on the theme, parameters or the run is still open.
indirect enum TypedValue: Sendable {
  case resolved(ResolvedValue)
  /// A time in frames.
  case frames(Double)
  /// A time position in frames, from the scene's start or its end.
  case framePosition(Double, fromEnd: Bool)
  /// A colour token of the theme.
  case token(String)
  case expression(Expression)
  /// An image parameter or argument.
  case image(String)
  case list([TypedValue])
  case map(TypedMap)
  /// Arguments of a component's use.
  case arguments([String: Expression])
}

/// One property that a map sets.
struct TypedEntry: Sendable {
  var property: PropertySchema
  var value: TypedValue
  var keyMark: SourceMark
  /// The value as written.
  var node: YAMLNode
}

struct TypedKey: Sendable {
  var time: TypedValue
  var value: TypedValue
  var easing: Easing
  var mark: SourceMark
}

/// A map of a known element with the properties that are set.
struct TypedMap: Sendable {
  var element: String
  var id: String?
  var mark: SourceMark
  var entries: [String: TypedEntry] = [:]
  /// Property path → the property and its keys.
  var animations: [String: (property: PropertySchema, keys: [TypedKey])] = [:]
  /// Written in a short form, such as a colour for a fill: a patch replaces it whole.
  var isShorthand = false
  /// A patch that takes the node away.
  var isRemoval = false

  init(_ element: String, mark: SourceMark) {
    self.element = element
    self.mark = mark
  }

  /// Child nodes of `children`, `nodes`, `item` or `body`.
  var childNodes: [TypedMap] {
    for name in ["children", "nodes", "item", "body"] {
      switch entries[name]?.value {
      case .list(let items):
        return items.compactMap {
          guard case .map(let map) = $0, SceneSchema.isNode(map.element) else { return nil }
          return map
        }
      case .map(let map) where SceneSchema.isNode(map.element): return [map]
      default: continue
      }
    }
    return []
  }

  /// The same map with another's properties over it: maps merge, everything else replaces.
  func patched(with patch: TypedMap) -> TypedMap {
    var result = self
    for (name, entry) in patch.entries {
      if case .map(let old) = result.entries[name]?.value, case .map(let new) = entry.value,
        old.element == new.element, !old.isShorthand, !new.isShorthand, !SceneSchema.isNode(old.element)
      {
        var merged = entry
        merged.value = .map(old.patched(with: new))
        result.entries[name] = merged
      } else if case .arguments(let old) = result.entries[name]?.value, case .arguments(let new) = entry.value
      {
        var merged = entry
        merged.value = .arguments(old.merging(new) { $1 })
        result.entries[name] = merged
      } else {
        result.entries[name] = entry
        // A size given by the patch is not overruled by a width of the original.
        if name == "size" {
          for side in ["width", "height"] where patch.entries[side] == nil { result.entries[side] = nil }
        }
      }
    }
    for (path, animation) in patch.animations { result.animations[path] = animation }
    return result
  }
}
