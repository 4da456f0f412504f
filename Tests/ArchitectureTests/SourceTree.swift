import Glibc

/// The package's files, found from this file's own place.
enum SourceTree {
  struct File {
    /// From the package's root.
    var path: String
    var lines: [String]

    /// Names after `import`, whatever attributes and access words stand before.
    var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count else { return nil }
        let before = words[..<keyword]
        guard
          before.allSatisfy({
            $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0)
          })
        else { return nil }
        let kinds: Set<Substring> = [
          "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
        ]
        let name = kinds.contains(words[keyword + 1]) ? words.last : words[keyword + 1]
        return name.map { String($0.prefix { $0 != "." }) }
      }
    }
  }

  static let root = String(#filePath.dropLast("/Tests/ArchitectureTests/SourceTree.swift".count))

  static func text(of path: String) -> String? {
    guard let file = fopen(root + "/" + path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func swiftFiles(below folder: String) -> [File] {
    var result: [File] = []
    for name in entries(of: folder) {
      let path = folder + "/" + name
      if name.hasSuffix(".swift") {
        let lines = (text(of: path) ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(
          String.init)
        result.append(File(path: path, lines: lines))
      } else if !name.contains(".") {
        result += swiftFiles(below: path)
      }
    }
    return result
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(root + "/" + folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
