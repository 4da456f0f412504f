import Glibc

/// Tiles as single files `zoom/column/row.ext` below a folder; `metadata.json` or `tiles.json` may describe them.
package final class TileFolder: TileSource {
  package let info: TileSourceInfo
  private let path: String
  private let suffix: String
  private static let suffixes = ["pbf", "mvt", "png", "webp", "jpg", "jpeg", "pbf.gz", "mvt.gz"]

  /// Looks at the folder's zooms and at one of its tiles.
  package init(path: String) throws(MapError) {
    self.path = path
    let name = LocalFile.shownName(path)
    let zooms = TileFolder.entries(path).compactMap { Int($0) }.filter { (0...TileID.maxZoom).contains($0) }
    guard let lowest = zooms.min(), let highest = zooms.max() else {
      throw MapError("\(path): is a folder without tiles (`zoom/column/row.png` or `.pbf`)")
    }
    guard let suffix = TileFolder.suffix(below: path, zooms: zooms.sorted()) else {
      throw MapError("\(path): is a folder without tiles of a known kind (.pbf, .mvt, .png, .webp, .jpg)")
    }
    self.suffix = suffix
    var metadata: JSONValue?
    for file in ["metadata.json", "tiles.json"] where metadata == nil {
      if let bytes = try LocalFile.contents(of: "\(path)/\(file)", limit: 8 << 20) {
        metadata = JSONValue(bytes)
      }
    }
    let description = SourceMetadata(metadata)
    let isVector = suffix.hasPrefix("pbf") || suffix.hasPrefix("mvt")
    let picture: TileContent = description.elevation.map { .elevation($0) } ?? .raster
    info = TileSourceInfo(
      name: name, kind: "folder", content: isVector ? .vector : picture, minZoom: lowest, maxZoom: highest,
      attribution: description.attribution, layers: description.layers, title: description.title)
  }

  package func contains(_ id: TileID) -> Bool { access(file(id), R_OK) == 0 }

  package func extent() -> (tiles: Int?, bytes: Int?) {
    var (count, bytes) = (0, 0)
    for zoom in TileFolder.entries(path).filter({ Int($0) != nil }) {
      for column in TileFolder.entries("\(path)/\(zoom)").filter({ Int($0) != nil }) {
        for file in TileFolder.entries("\(path)/\(zoom)/\(column)") where file.hasSuffix("." + suffix) {
          var status = stat()
          guard stat("\(path)/\(zoom)/\(column)/\(file)", &status) == 0 else { continue }
          count += 1
          bytes += Int(status.st_size)
        }
      }
    }
    return (count, bytes)
  }

  private func file(_ id: TileID) -> String { "\(path)/\(id.zoom)/\(id.column)/\(id.row).\(suffix)" }

  package func tile(_ id: TileID) throws(MapError) -> [UInt8]? {
    guard let packed = try LocalFile.contents(of: file(id), limit: Decompression.tileLimit) else {
      return nil
    }
    return try Decompression.unpack(packed, .sniff(packed), name: "\(info.name) tile \(id)")
  }

  private static func suffix(below path: String, zooms: [Int]) -> String? {
    for zoom in zooms {
      for column in entries("\(path)/\(zoom)").filter({ Int($0) != nil }).prefix(8) {
        for file in entries("\(path)/\(zoom)/\(column)").prefix(64) {
          guard let dot = file.firstIndex(of: "."), Int(file[..<dot]) != nil else { continue }
          let suffix = String(file[file.index(after: dot)...])
          if suffixes.contains(suffix) { return suffix }
        }
      }
    }
    return nil
  }

  /// Names in a folder, sorted, at most 100,000.
  private static func entries(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < 100_000, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
