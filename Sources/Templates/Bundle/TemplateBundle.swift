import Diagnostics
import Glibc

/// Where a template comes from: a `.scene.yaml` file whose folder is the bundle, a folder with one such file, or a
/// template that ships with the tool. Files are opened beneath that folder only.
package struct TemplateBundle: Sendable {
  /// The folder, as opened.
  package let folder: String
  /// The template's file name in it.
  package let fileName: String
  /// The name in messages: the path as the user gave it.
  package let displayName: String
  /// Folders with the templates that ship.
  package let shippedDirectories: [String]

  /// A bundle from the path of a template file or of its folder.
  package init(path: String) throws(TemplateFailure) { try self.init(path: path, shippedDirectories: []) }

  /// - Parameter shippedDirectories: Where `extends: @builtin/…` looks.
  package init(path: String, shippedDirectories: [String]) throws(TemplateFailure) {
    let path = BundleFolder.target(
      ofLink: path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
    self.shippedDirectories = shippedDirectories
    switch BundleFolder.kind(of: path) {
    case .missing: throw Self.failure("there is no template at this path", path)
    case .other: throw Self.failure("not a regular file", path)
    case .file:
      if let slash = path.lastIndex(of: "/") {
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        fileName = String(path[path.index(after: slash)...])
      } else {
        folder = "."
        fileName = path
      }
      displayName = path
    case .folder:
      let names = BundleFolder.names(in: path).filter { $0.hasSuffix(".scene.yaml") }.sorted()
      guard let name = names.first, names.count == 1 else {
        throw Self.failure(
          names.isEmpty
            ? "the folder has no .scene.yaml file"
            : "the folder has several templates: \(names.joined(separator: ", "))",
          path)
      }
      folder = path
      fileName = name
      displayName = path + "/" + name
    }
  }

  /// A template that ships: `story` is `story/story.scene.yaml` in one of the directories.
  package static func shipped(named name: String, directories: [String]) throws(TemplateFailure)
    -> TemplateBundle
  {
    let isName =
      !name.isEmpty && name.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) || (97...122).contains($0) }
    if isName {
      for directory in directories {
        let path = "\(directory)/\(name)/\(name).scene.yaml"
        if BundleFolder.kind(of: path) == .file {
          return try TemplateBundle(path: path, shippedDirectories: directories)
        }
      }
    }
    let names = shippedNames(directories: directories)
    let nearest = WordSuggestion.nearest(to: name, among: names)
    throw TemplateFailure(diagnostics: [
      Diagnostic(
        .error, code: "E147", "no template '\(name)' ships with the tool",
        help: nearest.map { "did you mean '\($0)'?" }
          ?? (names.isEmpty ? nil : "there are: \(names.joined(separator: ", "))"))
    ])
  }

  /// Names that `shipped(named:directories:)` takes, in the alphabet's order.
  package static func shippedNames(directories: [String]) -> [String] {
    var names: Set<String> = []
    for directory in directories {
      for name in BundleFolder.names(in: directory)
      where BundleFolder.kind(of: "\(directory)/\(name)/\(name).scene.yaml") == .file {
        names.insert(name)
      }
    }
    return names.sorted()
  }

  private static func failure(_ message: String, _ path: String) -> TemplateFailure {
    TemplateFailure(diagnostics: [
      Diagnostic(.error, code: "E147", message, file: SourceFile(name: path, text: ""))
    ])
  }

  /// The template's own text.
  package func templateSource() throws(TemplateFailure) -> TemplateSource {
    try source(of: fileName, displayName: displayName)
  }

  /// The text of another template of the bundle.
  package func source(of name: String, displayName: String) throws(TemplateFailure) -> TemplateSource {
    let empty = SourceFile(name: displayName, text: "")
    let bytes: [UInt8]
    do {
      bytes = try BundleFolder(path: folder).read(name, limit: YAMLReader.Limits.bytes)
    } catch {
      throw TemplateFailure(diagnostics: [
        Diagnostic(.error, code: "E001", error.message, help: error.help, file: empty)
      ])
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TemplateFailure(diagnostics: [
        Diagnostic(.error, code: "E001", "the template is not UTF-8", file: empty)
      ])
    }
    return TemplateSource(file: SourceFile(name: displayName, text: text), bundle: self)
  }
}
