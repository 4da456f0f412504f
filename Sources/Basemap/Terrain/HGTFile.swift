import CZip
import Geometry

/// A height file of the Shuttle Radar Topography Mission: one degree square, 16-bit heights, named by its south-west
/// corner (`N43E007.hgt`), plain, packed by gzip or in a ZIP archive.
struct HGTFile: Sendable {
  /// Degrees of the south-west corner.
  let south: Int
  let west: Int
  /// Samples lie on the corners too: the first and last row and column are shared with the neighbours.
  let raster: ElevationRaster
  let name: String

  /// Bytes of the finest grid (1 arc second).
  private static let limit = 3601 * 3601 * 2

  /// Reads a file.
  init(path: String) throws(MapError) {
    let name = LocalFile.shownName(path)
    let file = try LocalFile(path: path)
    guard file.size <= UInt64(HGTFile.limit + 4096) else {
      throw MapError("\(name): is too large for a height file")
    }
    let bytes = try file.read(at: 0, count: Int(file.size))
    var inner = name
    var content = bytes
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      (inner, content) = try HGTFile.unzipped(bytes, name)
    } else if Compression.sniff(bytes) == .gzip {
      content = try Decompression.unpack(bytes, .gzip, limit: HGTFile.limit, name: name)
    }
    guard let corner = HGTFile.corner(inner) ?? HGTFile.corner(name) else {
      throw MapError("\(name): a height file is named by its south-west corner, like N43E007.hgt")
    }
    try self.init(content, south: corner.south, west: corner.west, name: name)
  }

  /// A file from its bytes.
  init(_ bytes: [UInt8], south: Int, west: Int, name: String) throws(MapError) {
    guard let side = [3601, 1801, 1201].first(where: { $0 * $0 * 2 == bytes.count }) else {
      throw MapError(
        "\(name): \(bytes.count) bytes are no height file (1201 or 3601 samples a side, 2 bytes each)")
    }
    self.south = south
    self.west = west
    self.name = name
    let heights = (0..<(side * side)).map { index -> Float in
      let height = Int16(bitPattern: UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1]))
      return height < -1000 || height > 9000 ? .nan : Float(height)
    }
    raster = ElevationRaster(columns: side, rows: side, heights: heights)
  }

  /// The same file with other heights.
  init(_ file: HGTFile, raster: ElevationRaster) {
    (south, west, name) = (file.south, file.west, file.name)
    self.raster = raster
  }

  /// The corner that a name tells, such as `N43E007` or `S01W078`.
  static func corner(_ name: String) -> (south: Int, west: Int)? {
    let characters = Array(name.uppercased().utf8.prefix(7))
    guard characters.count == 7, let latitude = number(characters[1..<3]),
      let longitude = number(characters[4..<7]),
      [UInt8(ascii: "N"), UInt8(ascii: "S")].contains(characters[0]),
      [UInt8(ascii: "E"), UInt8(ascii: "W")].contains(characters[3]), latitude <= 90, longitude <= 180
    else { return nil }
    return (
      characters[0] == UInt8(ascii: "S") ? -latitude : latitude,
      characters[3] == UInt8(ascii: "W") ? -longitude : longitude
    )
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy { (0x30...0x39).contains($0) } ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
  }

  /// The first `.hgt` of a ZIP archive and its name.
  private static func unzipped(_ bytes: [UInt8], _ name: String) throws(MapError) -> (String, [UInt8]) {
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    let found: (String, [UInt8])? = bytes.withUnsafeBytes { memory in
      guard let source = zip_source_buffer_create(memory.baseAddress, UInt64(memory.count), 0, &error) else {
        return nil
      }
      guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
        zip_source_free(source)
        return nil
      }
      defer { zip_discard(archive) }
      for index in 0..<UInt64(min(max(zip_get_num_entries(archive, 0), 0), 100)) {
        guard let raw = zip_get_name(archive, index, 0) else { continue }
        let entryName = LocalFile.shownName(String(cString: raw))
        guard entryName.lowercased().hasSuffix(".hgt"), let entry = zip_fopen_index(archive, index, 0) else {
          continue
        }
        defer { zip_fclose(entry) }
        var content = [UInt8](repeating: 0, count: limit + 1)
        let count = content.withUnsafeMutableBytes { zip_fread(entry, $0.baseAddress, UInt64($0.count)) }
        guard count > 0, count <= limit else { return nil }
        return (entryName, Array(content.prefix(Int(count))))
      }
      return nil
    }
    guard let found else { throw MapError("\(name): is a ZIP archive without a readable .hgt file") }
    return found
  }
}
