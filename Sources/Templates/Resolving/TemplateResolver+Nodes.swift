import Diagnostics

extension TemplateResolver {
  /// A node with its children, components and repeats expanded; nil where its `when` is false.
  func node(_ map: TypedMap, _ context: FoldContext) -> ResolvedMap? {
    if case .expression(let condition) = map.entries["when"]?.value {
      let folded = context.fold(condition)
      if let known = folded.literal, known != .bool(true) { return nil }
    }
    switch map.element {
    case "use": return instance(map, context)
    case "repeat": return repetition(map, context)
    case "text": return finished(styled(map), context)
    default: return finished(map, context)
    }
  }

  /// Everything but the expansion.
  private func finished(_ map: TypedMap, _ context: FoldContext, children: [ResolvedMap]? = nil)
    -> ResolvedMap
  {
    var own = map
    own.entries["children"] = nil
    own.id = map.id.map { context.ids[$0] ?? $0 }
    let base = resolved(own, context)
    guard SceneSchema.property("children", of: map.element) != nil else { return base }
    var values = base.values
    let nodes = children ?? map.childNodes.compactMap { node($0, context) }
    values["children"] = .list(nodes.map { .map($0) })
    return ResolvedMap(
      element: base.element, id: base.id, range: base.range, values: values, animations: base.animations)
  }

  /// A text with its style's properties below its own.
  private func styled(_ map: TypedMap) -> TypedMap {
    guard case .resolved(.word(let name)) = map.entries["style"]?.value, let style = styles[name] else {
      return map
    }
    var result = map
    result.entries["style"] = nil
    for (name, entry) in style.entries where SceneSchema.property(name, of: "text") != nil {
      guard let own = map.entries[name] else {
        result.entries[name] = entry
        continue
      }
      if case .map(let base) = entry.value, case .map(let over) = own.value {
        var merged = own
        merged.value = .map(base.patched(with: over))
        result.entries[name] = merged
      }
    }
    return result
  }

  // MARK: Components

  private func instance(_ use: TypedMap, _ context: FoldContext) -> ResolvedMap? {
    guard case .resolved(.word(let name)) = use.entries["use"]?.value,
      let component = document.components[name],
      var body = component.body
    else { return nil }
    var given: [String: Expression] = [:]
    if case .arguments(let values) = use.entries["with"]?.value { given = values }
    var inner = context
    inner.arguments = [:]
    var free = context
    free.arguments = [:]
    for definition in component.arguments {
      if let value = given[definition.name] {
        inner.arguments[definition.name] = folded(value, context)
      } else if let value = definition.standard {
        inner.arguments[definition.name] = folded(value, free)
      }
      if let file = definition.standardFile { files["arg.\(definition.name)"] = file }
    }
    guard inner.arguments.values.allSatisfy({ $0.nodeCount(limit: 512) <= 512 }) else {
      report("E151", "the arguments of '\(name)' grow to more than 512 parts", at: use.mark)
      return nil
    }
    inner.ids = renamed(body, prefix: nextPrefix(name))
    // The instance's own properties are meant where it stands, not inside the component.
    var over = closed(use, context)
    over.entries["use"] = nil
    over.entries["with"] = nil
    if let condition = over.entries["when"], case .expression(let outer) = condition.value,
      case .expression(let own) = body.entries["when"]?.value, outer.literal == nil
    {
      over.entries["when"]?.value = .expression(Expression(.binary(.and, outer, own), .bool))
    } else if let condition = over.entries["when"], case .expression(let outer) = condition.value,
      outer.literal != nil
    {
      over.entries["when"] = nil
    }
    body = body.patched(with: over)
    if let id = use.id {
      if let own = body.id { inner.ids[own] = context.ids[id] ?? id }
      body.id = body.id ?? id
      if inner.ids[id] == nil { inner.ids[id] = context.ids[id] ?? id }
    }
    return node(body, inner)
  }

  /// An argument in the terms of the component's user; pieces of text stay pieces.
  private func folded(_ expression: Expression, _ context: FoldContext) -> Expression {
    guard case .concat(let pieces) = expression.operation else { return context.fold(expression) }
    var result = expression
    let folded = pieces.map { self.folded($0, context) }
    if folded.count == 1 { return folded[0] }
    result.operation = .concat(folded)
    return result
  }

  /// The same map with every expression folded.
  private func closed(_ map: TypedMap, _ context: FoldContext) -> TypedMap {
    var result = map
    result.entries = map.entries.mapValues { entry in
      var entry = entry
      if entry.property.type == .anchor, case .resolved(.word(let target)) = entry.value {
        entry.value = .resolved(.word(context.ids[target] ?? target))
      } else {
        entry.value = closed(entry.value, context)
      }
      return entry
    }
    result.animations = map.animations.mapValues { animation in
      (
        animation.property,
        animation.keys.map { key in
          var key = key
          key.value = closed(key.value, context)
          return key
        }
      )
    }
    return result
  }

  private func closed(_ value: TypedValue, _ context: FoldContext) -> TypedValue {
    switch value {
    case .expression(let expression): .expression(context.fold(expression))
    case .list(let items): .list(items.map { closed($0, context) })
    case .map(let map): .map(closed(map, context))
    case .arguments(let values): .arguments(values.mapValues { folded($0, context) })
    case .resolved, .frames, .framePosition, .token, .image: value
    }
  }

  /// New names for the ids of a body that is used more than once.
  private func renamed(_ map: TypedMap, prefix: String) -> [String: String] {
    var names: [String: String] = [:]
    func visit(_ map: TypedMap) {
      if let id = map.id { names[id] = prefix + id }
      map.childNodes.forEach(visit)
    }
    visit(map)
    return names
  }

  // MARK: Repeats

  private func repetition(_ map: TypedMap, _ context: FoldContext) -> ResolvedMap? {
    guard let item = map.childNodes.first, let over = map.entries["over"],
      case .expression(let list) = over.value
    else {
      return nil
    }
    var rows: [[String: ExpressionValue]] = []
    if case .list(let found) = context.fold(list).literal { rows = found }
    var most = 12
    if case .resolved(.number(let value)) = map.entries["max"]?.value { most = Int(value) }
    let children = rows.prefix(most).compactMap { row -> ResolvedMap? in
      var inner = context
      inner.row = row
      inner.ids.merge(renamed(item, prefix: nextPrefix("item"))) { $1 }
      return node(item, inner)
    }
    var stack = map
    stack.element = "stack"
    for name in ["over", "item", "max"] { stack.entries[name] = nil }
    return finished(stack, context, children: children)
  }
}
