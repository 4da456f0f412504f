import Glibc
import ReplayComposer

/// Makes folders for outputs.
enum FolderMaker {
  /// Whether there is a file or folder of a name.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes a folder and those above it; fine where it is there already.
  static func make(_ path: String) throws(ReplayError) {
    var prefix = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      prefix += part + "/"
      if prefix == "/" { continue }
      if mkdir(prefix, 0o777) != 0, errno != EEXIST {
        throw ReplayError(.output, "cannot make \(path): \(String(cString: strerror(errno)))")
      }
    }
  }
}
