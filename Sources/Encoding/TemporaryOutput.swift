import CAV
import Glibc

/// A hidden file beside the target that takes the target's name when complete.
///
/// It is called `.NAME.PID-N.part` and held locked, so that a later run can tell a dead one from one that is being
/// written, also by another machine on a shared disk.
final class TemporaryOutput {
  /// The file that will appear.
  let target: String
  /// Where to write now.
  let path: String
  private var descriptor: Int32
  private var isOpen = true

  /// Makes the temporary file and removes those of dead runs.
  init(beside target: String) throws(EncodingError) {
    // Through a symbolic link, the file it points to is replaced.
    let resolved = TemporaryOutput.resolved(target)
    self.target = resolved
    let (folder, name) = TemporaryOutput.split(resolved)
    TemporaryOutput.removeStale(in: folder)
    var status = stat()
    if stat(resolved, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw EncodingError(.output, "cannot write \(target): it is a folder")
      }
      if access(resolved, W_OK) != 0 { throw TemporaryOutput.failure("write", target) }
    }
    path = folder + TemporaryOutput.temporaryName(for: name)
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw TemporaryOutput.failure("write", target) }
    TemporaryOutput.lock(descriptor)
  }

  deinit { discard() }

  /// Puts the complete file under its name, on disk.
  func commit() throws(EncodingError) {
    guard isOpen else { return }
    guard fsync(descriptor) == 0, rename(path, target) == 0 else {
      let error = TemporaryOutput.failure("write", target)
      discard()
      throw error
    }
    close(descriptor)
    isOpen = false
    TemporaryOutput.synchronizeFolder(of: target)
  }

  /// Removes the temporary file.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    unlink(path)
    close(descriptor)
  }

  /// `cannot write film.mp4: No space left on device`.
  static func failure(_ verb: String, _ path: String, _ code: Int32 = errno) -> EncodingError {
    EncodingError(.output, "cannot \(verb) \(path): \(String(cString: strerror(code)))")
  }

  /// The folder (empty or ending in `/`) and the last component of a path.
  static func split(_ path: String) -> (folder: String, name: String) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return (String(path[..<slash]), String(path[slash...]))
  }

  private static let counter = Counter()

  /// `.film.mp4.1234-0.part`, with the process and a number.
  static func temporaryName(for name: String) -> String { ".\(name).\(getpid())-\(counter.next()).part" }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Makes a folder and opens it.
  static func makeFolder(_ path: String) -> Int32 {
    mkdir(path, 0o777) == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
  }

  /// Marks an open file or folder as being written.
  static func lock(_ descriptor: Int32) { _ = replay_lock(descriptor) }

  private static func synchronizeFolder(of path: String) {
    let folder = split(path).folder
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

extension TemporaryOutput {
  /// Removes the temporary files of runs that ended without cleaning up (killed, power lost).
  static func removeStale(in folder: String) {
    for name in names(in: folder) where name.hasPrefix(".") && name.hasSuffix(".part") {
      let parts = name.split(separator: ".")
      guard parts.count >= 3,
        let pid = parts[parts.count - 2].split(separator: "-").first.flatMap({ Int32($0) }),
        pid > 0, kill(pid, 0) != 0, errno == ESRCH
      else { continue }
      let path = folder + name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if replay_lock(descriptor) == 0 {
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
          removeFolder(path)
        } else {
          unlink(path)
        }
      }
      close(descriptor)
    }
  }

  /// The names in a folder, without `.` and `..`, sorted; a folder is named with its `/`, the current one by "".
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder.isEmpty ? "." : folder) else { return [] }
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

  /// Removes a folder of files.
  static func removeFolder(_ path: String) {
    for name in names(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }
}
