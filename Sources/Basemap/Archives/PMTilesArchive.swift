import Synchronization

/// A PMTiles version 3 archive, in a file or behind a server that serves ranges.
package final class PMTilesArchive: TileSource {
  package let info: TileSourceInfo
  private let file: any ByteRanges
  private let header: PMTilesHeader
  private let root: PMTilesDirectory
  /// Leaf directories that were read, by offset.
  private let leaves = Mutex<[UInt64: PMTilesDirectory]>([:])
  private static let keptLeaves = 32

  /// Reads header, root directory and metadata.
  package init(_ file: any ByteRanges) throws(MapError) {
    self.file = file
    let start = try file.read(at: 0, count: Int(min(file.size, UInt64(PMTilesHeader.size))))
    let header = try PMTilesHeader(start, name: file.name)
    self.header = header
    root = try PMTilesArchive.directory(in: file, header.root.offset, header.root.length, header)
    // Metadata may be missing or broken; the map can still be drawn.
    var metadata: JSONValue?
    if header.metadata.length > 0, header.metadata.length < 8 << 20,
      let packed = try? file.read(at: header.metadata.offset, count: Int(header.metadata.length)),
      let bytes = try? Decompression.unpack(packed, header.internalCompression, name: file.name)
    {
      metadata = JSONValue(bytes)
    }
    let description = SourceMetadata(metadata)
    var content = TileContent.vector
    let isVector =
      header.isVector
      ?? (PMTilesArchive.firstTile(in: file, root, header).flatMap(PictureFormat.sniff) == nil)
    if !isVector { content = description.elevation.map { .elevation($0) } ?? .raster }
    var info = TileSourceInfo(
      name: file.name, kind: "PMTiles", content: content, minZoom: min(header.minZoom, header.maxZoom),
      maxZoom: max(header.minZoom, header.maxZoom), bounds: header.bounds,
      attribution: description.attribution,
      layers: description.layers, title: description.title)
    info.isRemote = file is RemoteFile
    self.info = info
  }

  package func contains(_ id: TileID) throws(MapError) -> Bool { try entry(id) != nil }

  package func isAtHand(_ id: TileID) throws(MapError) -> Bool {
    guard let remote = file as? RemoteFile, let entry = try entry(id) else { return true }
    let offset = try PMTilesArchive.sum(header.tiles, entry.offset, file.name)
    return remote.isKept(at: offset, count: Int(entry.length))
  }

  package func extent() -> (tiles: Int?, bytes: Int?) {
    (header.tileCount > 0 ? Int(clamping: header.tileCount) : nil, Int(clamping: file.size))
  }

  package func tile(_ id: TileID) throws(MapError) -> [UInt8]? {
    guard let entry = try entry(id) else { return nil }
    let offset = try PMTilesArchive.sum(header.tiles, entry.offset, file.name)
    guard entry.length <= Decompression.tileLimit else {
      throw MapError("\(file.name): tile \(id) is larger than \(Decompression.tileLimit >> 20) MB")
    }
    let packed = try file.read(at: offset, count: Int(entry.length))
    let compression = header.tileCompression ?? .sniff(packed)
    // Archives that say gzip and hold plain tiles exist.
    let isPlain = compression == .gzip && Compression.sniff(packed) == .none
    return try Decompression.unpack(packed, isPlain ? .none : compression, name: "\(file.name) tile \(id)")
  }

  /// The directory entry of a tile.
  private func entry(_ id: TileID) throws(MapError) -> PMTilesDirectory.Entry? {
    let index = id.hilbertIndex
    var directory = root
    // The specification allows few levels; more would be a cycle.
    for _ in 0..<4 {
      // Tiles of no bytes are forbidden and exist; they are empty.
      guard let entry = directory.find(index), entry.length > 0 else { return nil }
      if entry.run > 0 { return entry }
      directory = try leaf(entry)
    }
    throw MapError("\(file.name): its directories lead in circles")
  }

  /// A tile of the root directory, still packed as in the archive.
  private static func firstTile(
    in file: any ByteRanges, _ root: PMTilesDirectory, _ header: PMTilesHeader
  ) -> [UInt8]? {
    guard let entry = root.entries.first(where: { $0.run > 0 && $0.length > 0 && $0.length < 1 << 24 }),
      let offset = try? sum(header.tiles, entry.offset, file.name)
    else { return nil }
    return try? file.read(at: offset, count: Int(entry.length))
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(MapError) -> PMTilesDirectory {
    if let known = leaves.withLock({ $0[entry.offset] }) { return known }
    let offset = try PMTilesArchive.sum(header.leaves, entry.offset, file.name)
    let made = try PMTilesArchive.directory(in: file, offset, UInt64(entry.length), header)
    leaves.withLock {
      if $0.count >= PMTilesArchive.keptLeaves { $0.removeAll(keepingCapacity: true) }
      $0[entry.offset] = made
    }
    return made
  }

  private static func directory(
    in file: any ByteRanges, _ offset: UInt64, _ length: UInt64, _ header: PMTilesHeader
  ) throws(MapError) -> PMTilesDirectory {
    guard length <= UInt64(PMTilesDirectory.limit) else {
      throw MapError("\(file.name): has a directory of \(length) bytes, which is too large")
    }
    let packed = try file.read(at: offset, count: Int(length))
    let bytes = try Decompression.unpack(
      packed, header.internalCompression, limit: PMTilesDirectory.limit, name: "\(file.name): directory")
    guard let directory = PMTilesDirectory(bytes) else {
      throw MapError("\(file.name): has a damaged directory")
    }
    return directory
  }

  private static func sum(_ a: UInt64, _ b: UInt64, _ name: String) throws(MapError) -> UInt64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    guard !overflow else { throw MapError("\(name): has a damaged directory") }
    return sum
  }
}
