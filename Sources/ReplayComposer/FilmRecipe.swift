import Glibc

/// Everything a film's frames and file depend on, as one hash: the version, the contents of recordings, template and
/// parameter files, and the options. Where files lie does not matter.
package struct FilmRecipe {
  private var hash = SHA256()
  /// False once something could not be read: the recipe is then not known.
  private var isComplete = true

  package init() { add("version", Version.current) }

  /// A word of the command line, or anything else that counts.
  package mutating func add(_ name: String, _ value: String) {
    let bytes = Array(value.utf8)
    // With its length, so that no two lists of values read the same.
    hash.update(Array("\(name) \(bytes.count) ".utf8))
    hash.update(bytes)
  }

  /// The content of a file.
  package mutating func add(_ name: String, contentOf path: String) {
    guard let content = FilmRecipe.content(of: path) else {
      isComplete = false
      return
    }
    add(name, content)
  }

  /// What tells that a large file or folder has changed: its size and time.
  package mutating func add(_ name: String, stateOf path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return add(name, path) }
    let folder = status.st_mode & S_IFMT == S_IFDIR
    add(
      name, "\(path) \(folder ? 0 : Int(status.st_size)) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)")
  }

  /// A template: a name that ships, a file or a folder, with every file of its folder that it or a template it builds
  /// on names.
  package mutating func add(template name: String) {
    let isName = !name.contains("/") && !name.contains(".")
    var places = isName ? TemplateLibrary.directories.prefix(1).map { "\($0)/\(name)" } : [name]
    // A template may build on one that ships.
    places += TemplateLibrary.directories.prefix(1)
    var mentioned: [UInt8] = []
    var candidates: [String] = []
    for place in places {
      var status = stat()
      guard stat(place, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        candidates += FilmRecipe.files(in: place, depth: 4)
      } else {
        let folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? "."
        candidates += FilmRecipe.files(in: folder, depth: 4)
        add("template", contentOf: place)
      }
    }
    for path in candidates where path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      guard let content = FilmRecipe.content(of: path, limit: 4 << 20) else { continue }
      add("template", content)
      mentioned += content + [10]
    }
    let text = String(decoding: mentioned, as: UTF8.self)
    let words = Set(text.split { "\"'[]{},:/ \t\r\n".contains($0) })
    for path in candidates where !path.hasSuffix(".yaml") && !path.hasSuffix(".yml") {
      let last = path.split(separator: "/").last ?? ""
      // A name with blanks or the like in it is looked for in the text itself.
      if words.contains(last) || (last.contains { "\"'[]{},: ".contains($0) } && text.contains(last)) {
        add("asset", contentOf: path)
      }
    }
  }

  /// The hash, or nil where something could not be read.
  package mutating func text() -> String? { isComplete ? hash.finish() : nil }

  private mutating func add(_ name: String, _ content: [UInt8]) {
    hash.update(Array("\(name) \(content.count) ".utf8))
    hash.update(content)
  }

  /// The bytes of a regular file; nil for anything else and for what is too long to be an input.
  private static func content(of path: String, limit: Int = 1 << 30) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(file, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      filled += count
    }
    return bytes
  }

  /// The regular files beneath a folder, sorted, without hidden ones; at most some thousands.
  private static func files(in folder: String, depth: Int) -> [String] {
    guard depth > 0, let directory = opendir(folder) else { return [] }
    var names: [String] = []
    while let entry = readdir(directory), names.count < 4000 {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    closedir(directory)
    var result: [String] = []
    for name in names.sorted() where result.count < 4000 {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: result += files(in: path, depth: depth - 1)
      case S_IFREG: result.append(path)
      default: break
      }
    }
    return result
  }
}
