/// An MBTiles archive (MBTiles specification 1.3): a SQLite file with a table or view `tiles`.
package final class MBTilesArchive: TileSource {
  package let info: TileSourceInfo
  private let database: SQLiteDatabase

  /// Opens an archive.
  package init(path: String) throws(MapError) {
    let name = LocalFile.shownName(path)
    database = try SQLiteDatabase(path: path)
    let question = "SELECT count(*) FROM sqlite_schema WHERE name = 'tiles' AND type IN ('table', 'view')"
    guard try database.rows(question, limit: 1) == [[.integer(1)]] else {
      throw MapError("\(name): is a database without map tiles (no table `tiles`)")
    }
    var entries: [String: JSONValue] = [:]
    for row in (try? database.rows("SELECT name, value FROM metadata", limit: 200)) ?? [] {
      guard row.count == 2, case .text(let key) = row[0] else { continue }
      switch row[1] {
      case .text(let text): entries[key] = .string(text)
      case .integer(let number): entries[key] = .number(Double(number))
      case .real(let number): entries[key] = .number(number)
      default: break
      }
    }
    let description = SourceMetadata(.object(entries))
    let zooms = try MBTilesArchive.zooms(database, entries, name)
    info = TileSourceInfo(
      name: name, kind: "MBTiles", content: MBTilesArchive.content(database, entries, description),
      minZoom: zooms.lowerBound, maxZoom: zooms.upperBound,
      bounds: MBTilesArchive.bounds(entries["bounds"]?.text), attribution: description.attribution,
      layers: description.layers, title: description.title)
  }

  package func contains(_ id: TileID) throws(MapError) -> Bool {
    let rows = try database.rows(
      "SELECT length(tile_data) > 0 FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3",
      [id.zoom, id.column, id.rowFromSouth], limit: 1)
    return rows.first?.first == .integer(1)
  }

  package func extent() throws(MapError) -> (tiles: Int?, bytes: Int?) {
    let rows = try database.rows("SELECT count(*) FROM tiles WHERE tile_data IS NOT NULL", limit: 1)
    guard case .integer(let count)? = rows.first?.first else { return (nil, nil) }
    return (Int(clamping: count), nil)
  }

  package func tile(_ id: TileID) throws(MapError) -> [UInt8]? {
    let rows = try database.rows(
      "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3",
      [id.zoom, id.column, id.rowFromSouth], limit: 1)
    guard case .blob(let packed) = rows.first?.first, !packed.isEmpty else { return nil }
    return try Decompression.unpack(packed, .sniff(packed), name: "\(info.name) tile \(id)")
  }

  /// The zooms that the tiles have: what the metadata says is often wrong and stands in only where the table is too
  /// large to ask.
  private static func zooms(
    _ database: SQLiteDatabase, _ metadata: [String: JSONValue], _ name: String
  ) throws(MapError) -> ClosedRange<Int> {
    func integer(_ sql: String) -> Int? {
      guard case .integer(let value) = (try? database.rows(sql, limit: 1))?.first?.first else { return nil }
      return Int(clamping: value)
    }
    let low = integer("SELECT min(zoom_level) FROM tiles")
    let high = integer("SELECT max(zoom_level) FROM tiles")
    if let low, let high {
      let range = max(0, min(low, TileID.maxZoom))...TileID.maxZoom
      return range.lowerBound...max(range.lowerBound, min(high, TileID.maxZoom))
    }
    if case .null = (try database.rows("SELECT zoom_level FROM tiles LIMIT 1", limit: 1)).first?.first
      ?? .null
    {
      throw MapError("\(name): holds no tiles")
    }
    let said = (metadata["minzoom"]?.double, metadata["maxzoom"]?.double)
    let lowest = min(max(Int(said.0 ?? 0), 0), TileID.maxZoom)
    return lowest...max(lowest, min(Int(said.1 ?? 22), TileID.maxZoom))
  }

  /// What a tile holds is told by one of them, since metadata may say anything.
  private static func content(
    _ database: SQLiteDatabase, _ metadata: [String: JSONValue], _ description: SourceMetadata
  ) -> TileContent {
    let question = "SELECT tile_data FROM tiles WHERE length(tile_data) > 0 LIMIT 1"
    if case .blob(let bytes) = (try? database.rows(question, limit: 1))?.first?.first,
      PictureFormat.sniff(bytes) != nil
    {
      return description.elevation.map { .elevation($0) } ?? .raster
    }
    let format = metadata["format"]?.text ?? "pbf"
    if ["png", "jpg", "jpeg", "webp"].contains(where: { format.hasSuffix($0) }) {
      return description.elevation.map { .elevation($0) } ?? .raster
    }
    return .vector
  }

  private static func bounds(_ text: String?) -> GeoBounds? {
    let numbers = (text ?? "").split(separator: ",").compactMap { Double($0.filter { !$0.isWhitespace }) }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2], numbers[1] < numbers[3]
    else {
      return nil
    }
    return GeoBounds(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }
}
