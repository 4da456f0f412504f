/// A directory of a PMTiles archive: runs of tiles, and places of further directories.
struct PMTilesDirectory: Sendable {
  /// Tiles `id ..< id + run` share one blob; a run of 0 is a leaf directory.
  struct Entry: Sendable, Equatable {
    var id: UInt64
    var run: UInt32
    var length: UInt32
    var offset: UInt64
  }
  /// Most bytes that a directory may unpack to.
  static let limit = 16 << 20

  private(set) var entries: [Entry] = []

  /// Reads an unpacked directory; nil where it is damaged.
  init?(_ bytes: [UInt8]) {
    var reader = ProtobufReader(bytes)
    do throws(ProtobufReader.Fault) {
      let count = try reader.varint()
      // Every entry takes at least four bytes.
      guard count <= UInt64(bytes.count / 4) else { return nil }
      entries = Array(repeating: Entry(id: 0, run: 0, length: 0, offset: 0), count: Int(count))
      var id: UInt64 = 0
      for index in entries.indices {
        let (sum, overflow) = try id.addingReportingOverflow(reader.varint())
        guard !overflow else { return nil }
        id = sum
        entries[index].id = id
      }
      for index in entries.indices { entries[index].run = try UInt32(clamping: reader.varint()) }
      for index in entries.indices {
        guard let length = try UInt32(exactly: reader.varint()) else { return nil }
        entries[index].length = length
      }
      for index in entries.indices {
        let value = try reader.varint()
        if value > 0 {
          entries[index].offset = value - 1
        } else {
          guard index > 0 else { return nil }
          let before = entries[index - 1]
          let (sum, overflow) = before.offset.addingReportingOverflow(UInt64(before.length))
          guard !overflow else { return nil }
          entries[index].offset = sum
        }
      }
    } catch { return nil }
  }

  /// The entry that covers a tile or leads to it.
  func find(_ id: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id <= id { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.run == 0 || id - entry.id < UInt64(entry.run) ? entry : nil
  }
}
