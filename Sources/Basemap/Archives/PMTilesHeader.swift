/// The fixed header of a PMTiles version 3 archive (PMTiles specification 3.6, section 3).
struct PMTilesHeader: Sendable {
  static let size = 127

  var root: (offset: UInt64, length: UInt64)
  var metadata: (offset: UInt64, length: UInt64)
  var leaves: UInt64
  var tiles: UInt64
  /// Tiles that can be asked for; 0 where the writer did not count them.
  var tileCount: UInt64
  var internalCompression: Compression
  /// Nil where the archive leaves it open: told by the tiles' first bytes then.
  var tileCompression: Compression?
  /// Nil where the archive leaves it open: told by a tile then.
  var isVector: Bool?
  var minZoom: Int
  var maxZoom: Int
  var bounds: GeoBounds?

  /// Reads a header. `size` is the archive's.
  init(_ bytes: [UInt8], name: String) throws(MapError) {
    guard bytes.starts(with: Array("PM".utf8)) else { throw MapError("\(name): is no PMTiles archive") }
    guard bytes.count >= PMTilesHeader.size, bytes.starts(with: Array("PMTiles".utf8)) else {
      throw MapError("\(name): is a PMTiles archive of an old version or cut off; version 3 is needed")
    }
    guard bytes[7] == 3 else {
      let version = bytes[7] == UInt8(ascii: "3") ? "a draft of version 3" : "version \(bytes[7])"
      throw MapError(
        "\(name): is a PMTiles archive of \(version); version 3 is needed (`pmtiles convert` makes one)")
    }
    func number(_ offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    func degrees(_ offset: Int) -> Double {
      let word = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
      return Double(Int32(bitPattern: word)) / 1e7
    }
    root = (number(8), number(16))
    metadata = (number(24), number(32))
    leaves = number(40)
    tiles = number(56)
    tileCount = number(72)
    guard let packing = try PMTilesHeader.compression(bytes[97], name) else {
      throw MapError("\(name): does not say how its directories are packed")
    }
    internalCompression = packing
    tileCompression = try PMTilesHeader.compression(bytes[98], name)
    switch bytes[99] {
    case 0: isVector = nil
    case 1: isVector = true
    case 2, 3, 4: isVector = false
    case 5: throw MapError("\(name): holds AVIF pictures, which are not supported; PNG, JPEG and WebP are")
    case 6:
      throw MapError("\(name): holds MapLibre tiles (MLT), which are not supported; vector tiles (MVT) are")
    default: throw MapError("\(name): holds tiles of unknown type \(bytes[99])")
    }
    minZoom = min(Int(bytes[100]), TileID.maxZoom)
    maxZoom = min(Int(bytes[101]), TileID.maxZoom)
    let box = GeoBounds(west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114))
    bounds = box.west < box.east && box.south < box.north ? box : nil
  }

  private static func compression(_ code: UInt8, _ name: String) throws(MapError) -> Compression? {
    switch code {
    case 0: nil
    case 1: Compression.none
    case 2: .gzip
    case 3: .brotli
    case 4: .zstd
    default: throw MapError("\(name): is packed in an unknown way (\(code))")
    }
  }
}
