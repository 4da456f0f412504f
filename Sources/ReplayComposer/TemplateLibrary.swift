import Glibc
import Templates

/// Where the templates that ship are found.
package enum TemplateLibrary {
  /// Folders that hold a folder per template, the nearest first: beside the program as it was installed or built, then
  /// in the working folder.
  package static var directories: [String] {
    var result: [String] = []
    var places: [String] = []
    if let program = executable { places.append(program) }
    if let folder = workingFolder { places.append(folder + "/.") }
    for place in places {
      var folder = place
      for _ in 0..<8 {
        guard let slash = folder.lastIndex(of: "/") else { break }
        folder = String(folder[..<slash])
        for candidate in [folder + "/share/replay-composer/templates", folder + "/templates"]
        where !result.contains(candidate) && isFile(candidate + "/story/story.scene.yaml") {
          result.append(candidate)
        }
        if folder.isEmpty { break }
      }
    }
    return result
  }

  /// Names of the templates that ship, in alphabetical order.
  package static var names: [String] {
    guard let folder = directories.first, let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), isFile("\(folder)/\(name)/\(name).scene.yaml") { names.append(name) }
    }
    return names.sorted()
  }

  /// The template of a word: one that ships for a bare name, a file or folder for anything with a slash or an ending.
  package static func bundle(_ word: String) throws(TemplateFailure) -> TemplateBundle {
    let isName = !word.contains("/") && !word.contains(".")
    return isName
      ? try TemplateBundle.shipped(named: word, directories: directories)
      : try TemplateBundle(path: word, shippedDirectories: directories)
  }

  private static var executable: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  private static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
