import Glibc

/// The names of a picture sequence: a path whose last component has exactly one `%d` or `%0Nd` (N from 1 to 9).
///
/// The number is the film's frame number, from 0, so it is the same number that `--at f12` takes; numbers with more
/// digits than N get longer. `%%` stands for a percent sign, and any other `%` is an error. A folder (a name ending in
/// `/`, or of a folder that is there) means `FOLDER/%05d.png`.
package struct FileNamePattern: Hashable, Sendable {
  /// The path with its number.
  package let template: String
  /// What stands before the last component: empty, or ending in `/`.
  package let folder: String
  private let prefix: String
  private let suffix: String
  private let digits: Int

  /// The pattern in a path; nil when the path is a plain name.
  package init?(path: String) throws(EncodingError) {
    var path = path
    if path.hasSuffix("/") || FileNamePattern.isFolder(path) {
      path += path.hasSuffix("/") ? "%05d.png" : "/%05d.png"
    }
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    template = path
    folder = String(path[..<slash])
    guard path.contains("%") else { return nil }
    if folder.contains("%") {
      throw EncodingError(
        .usage, "\(path): the frame number belongs into the file's name, not into a folder's")
    }
    var pieces = [""]
    var width = 0
    var rest = Substring(path[slash...])
    while let character = rest.popFirst() {
      guard character == "%" else {
        pieces[pieces.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        pieces[pieces.count - 1].append("%")
        continue
      }
      if rest.first == "0" {
        rest.removeFirst()
        guard let digit = rest.popFirst()?.wholeNumberValue, (1...9).contains(digit) else {
          throw FileNamePattern.malformed(path)
        }
        width = digit
      }
      guard rest.popFirst() == "d", pieces.count == 1 else { throw FileNamePattern.malformed(path) }
      pieces.append("")
    }
    guard pieces.count == 2 else { return nil }
    (prefix, suffix, digits) = (pieces[0], pieces[1], width)
  }

  /// The last path component for a frame.
  package func name(ofFrame number: Int) -> String {
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text + suffix
  }

  private static func malformed(_ path: String) -> EncodingError {
    EncodingError(
      .usage, "\(path): use exactly one frame number, such as %05d or %d (and %% for a percent sign)")
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
