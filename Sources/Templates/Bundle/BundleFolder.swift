import Glibc

/// A folder from which only what lies beneath it can be read: each step of a path is opened from the one before and
/// follows no link, so that neither `..`, a symbolic link nor a swap between check and use leads out.
struct BundleFolder {
  enum Kind { case missing, file, folder, other }
  struct Refusal: Error {
    var message: String
    var help: String?
  }
  let path: String

  /// The bytes of a regular file.
  /// - Parameter limit: Most bytes.
  func read(_ name: String, limit: Int) throws(Refusal) -> [UInt8] {
    let parts = try Self.parts(of: name)
    var folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Refusal(message: "cannot open the template's folder") }
    defer { close(folder) }
    for part in parts.dropLast() {
      let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { throw Self.refusal(name, errno) }
      close(folder)
      folder = next
    }
    guard let last = parts.last else { throw Refusal(message: "'\(name)' names no file") }
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    let file = openat(folder, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Self.refusal(name, errno) }
    return try Self.bytes(of: file, name, limit: limit)
  }

  /// The bytes of a regular file that the user named; links are the user's own business.
  static func readUserFile(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw Refusal(message: "cannot open '\(path)': \(String(cString: strerror(errno)))")
    }
    return try bytes(of: file, path, limit: limit)
  }

  /// Reads and closes.
  private static func bytes(of file: Int32, _ name: String, limit: Int) throws(Refusal) -> [UInt8] {
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(message: "'\(name)' is not a regular file")
    }
    guard status.st_size <= limit else {
      throw Refusal(message: "'\(name)' has \(status.st_size) bytes, the limit is \(limit)")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Refusal(message: "cannot read '\(name)'") }
      if count == 0 { return bytes }
      bytes += buffer[0..<count]
      guard bytes.count <= limit else { throw Refusal(message: "'\(name)' is larger than \(limit) bytes") }
    }
  }

  /// The steps of a relative path; refused where it could leave the folder.
  private static func parts(of name: String) throws(Refusal) -> [String] {
    if name.contains("://") {
      throw Refusal(
        message: "'\(name)' is a URL; templates never use the network", help: "put the file in the bundle")
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let steps = parts.filter { $0 != "." && !$0.isEmpty }
    if name.hasPrefix("/") || name.hasPrefix("~") || steps.contains("..") || name.utf8.contains(0) {
      throw Refusal(
        message: "'\(name)' points outside the template's folder",
        help: "paths are relative to the template and may not contain '..'")
    }
    guard !steps.isEmpty, steps.count <= 16, name.utf8.count <= 1024 else {
      throw Refusal(message: "'\(name)' names no file")
    }
    return steps
  }

  private static func refusal(_ name: String, _ code: Int32) -> Refusal {
    switch code {
    case ELOOP, EMLINK:
      Refusal(message: "'\(name)' goes through a symbolic link", help: "bundles may not contain links")
    case ENOTDIR:
      Refusal(
        message: "'\(name)' goes through a symbolic link or a file", help: "bundles may not contain links")
    case ENOENT: Refusal(message: "there is no file '\(name)' in the template's folder")
    default: Refusal(message: "cannot open '\(name)': \(String(cString: strerror(code)))")
    }
  }

  /// Where a link that the user named leads; any other path as it is. The folder of the target is then the bundle.
  static func target(ofLink path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil)
    else {
      return path
    }
    defer { free(target) }
    return String(cString: target)
  }

  /// What a path of the user's leads to, links followed.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Names in a folder, without those that begin with a dot; none where it cannot be read.
  static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory), names.count < 10_000 {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
