import Glibc

/// Opens local tile sources, told apart by content, never by name.
package enum TileArchive {
  /// The source behind a path.
  package static func open(path: String) throws(MapError) -> any TileSource {
    var status = stat()
    guard stat(path, &status) == 0 else { throw MapError("\(path): \(String(cString: strerror(errno)))") }
    if status.st_mode & S_IFMT == S_IFDIR { return try TileFolder(path: path) }
    let file = try LocalFile(path: path)
    guard file.size > 0 else { throw MapError("\(path): is empty") }
    let start = try file.read(at: 0, count: Int(min(file.size, 16)))
    if start.starts(with: Array("SQLite format 3\0".utf8)) { return try MBTilesArchive(path: path) }
    if start.starts(with: Array("PM".utf8)) { return try PMTilesArchive(file) }
    throw MapError("\(path): is no map archive (PMTiles and MBTiles files and tile folders are)")
  }
}
