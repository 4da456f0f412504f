import Diagnostics

/// `extends`: one base a template, at most four in a chain.
///
/// Top-level maps merge key by key; scalars and lists replace. Components are replaced whole, since half of one body with
/// half of another is nobody's. Variants of the base come before the template's own, so that the base's landscape form
/// stays and the template's patches have the last word.
enum TemplateInheritance {
  static func document(of source: TemplateSource) throws(TemplateFailure) -> YAMLNode {
    var chain = [try YAMLReader.read(source)]
    while let last = chain.last, let reference = last["extends"], let text = reference.scalar, !text.isEmpty {
      guard chain.count <= 4 else {
        throw failure("E137", "more than 4 templates in a chain of `extends`", nil, reference)
      }
      let base = try open(text, reference)
      guard !chain.contains(where: { $0.mark.source.file.name == base.file.name }) else {
        throw failure("E137", "template extends itself: '\(text)'", nil, reference)
      }
      chain.append(try YAMLReader.read(base))
    }
    guard var result = chain.popLast() else { return YAMLNode(.mapping([]), mark: chain[0].mark) }
    while let over = chain.popLast() { result = merged(result, over) }
    return result
  }

  private static func open(_ text: String, _ reference: YAMLNode) throws(TemplateFailure) -> TemplateSource {
    guard let bundle = reference.mark.source.bundle else {
      throw failure("E140", "'\(text)': this template has no folder", nil, reference)
    }
    if text.hasPrefix("@builtin/") {
      let parts = text.dropFirst(9).split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1] == "1" else {
        throw failure("E137", "'\(text)' is not a template reference", "write @builtin/story@1", reference)
      }
      do {
        return try TemplateBundle.shipped(named: String(parts[0]), directories: bundle.shippedDirectories)
          .templateSource()
      } catch {
        throw failure(
          "E137", "no template '\(parts[0])' ships with the tool", error.diagnostics.first?.help, reference)
      }
    }
    guard text.hasSuffix(".yaml") || text.hasSuffix(".yml") else {
      throw failure(
        "E137", "'\(text)' is not a template reference", "write ./base.scene.yaml or @builtin/story@1",
        reference)
    }
    do {
      let name = text.hasPrefix("./") ? String(text.dropFirst(2)) : text
      return try bundle.source(
        of: name, displayName: bundle.folder == "." ? name : "\(bundle.folder)/\(name)")
    } catch {
      let first = error.diagnostics.first
      throw failure("E140", first?.message ?? "cannot open '\(text)'", first?.help, reference)
    }
  }

  private static func failure(_ code: String, _ message: String, _ help: String?, _ node: YAMLNode)
    -> TemplateFailure
  {
    TemplateFailure(diagnostics: [
      Diagnostic(
        .error, code: code, message, help: help, file: node.mark.source.file, range: node.mark.range)
    ])
  }

  private static func merged(_ base: YAMLNode, _ over: YAMLNode) -> YAMLNode {
    guard let old = base.entries, let new = over.entries else { return over }
    var result = new.filter { $0.key != "extends" }
    for entry in old where entry.key != "extends" {
      guard let index = result.firstIndex(where: { $0.key == entry.key }) else {
        result.append(entry)
        continue
      }
      let value = result[index].value
      switch entry.key {
      case "variants":
        guard let first = entry.value.items, let second = value.items else { break }
        result[index].value = YAMLNode(.sequence(first + second), mark: value.mark)
      case "components": result[index].value = deep(entry.value, value, levels: 1)
      default: result[index].value = deep(entry.value, value, levels: 8)
      }
    }
    return YAMLNode(.mapping(result), mark: over.mark)
  }

  private static func deep(_ base: YAMLNode, _ over: YAMLNode, levels: Int) -> YAMLNode {
    guard levels > 0, let old = base.entries, let new = over.entries else { return over }
    var result = old
    for entry in new {
      if let index = result.firstIndex(where: { $0.key == entry.key }) {
        result[index] = .init(
          key: entry.key, keyMark: entry.keyMark,
          value: deep(result[index].value, entry.value, levels: levels - 1))
      } else {
        result.append(entry)
      }
    }
    return YAMLNode(.mapping(result), mark: over.mark)
  }
}
