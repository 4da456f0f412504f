extension Template {
  /// Ids of the scenes in order.
  package var sceneNames: [String] { document.scenes.map { $0.id ?? "" } }

  /// Files of the bundle that it uses, by name.
  package var files: [BundleFile] { allFiles.filter { $0.bytes != nil } }
  /// Names such as `builtin:inter`.
  package var builtinFonts: [String] { allFiles.filter { $0.bytes == nil }.map(\.name) }

  private var allFiles: [BundleFile] {
    var found: Set<BundleFile> = []
    func visit(_ value: TypedValue) {
      switch value {
      case .resolved(.file(let file)): found.insert(file)
      case .list(let items): items.forEach(visit)
      case .map(let map): visit(map)
      default: break
      }
    }
    func visit(_ map: TypedMap) { map.entries.values.forEach { visit($0.value) } }
    for theme in [document.base] + document.themes { theme.fonts.values.forEach(visit) }
    document.scenes.forEach(visit)
    document.components.values.compactMap(\.body).forEach(visit)
    for parameter in document.parameters {
      if let file = parameter.standardFile { found.insert(file) }
    }
    return found.sorted { $0.name < $1.name }
  }
}
