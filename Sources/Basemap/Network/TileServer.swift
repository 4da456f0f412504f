/// Tiles from a server: `https://host/{z}/{x}/{y}.png`. `{-y}` counts rows from the south, `{s}` picks one of a, b and c,
/// `{r}` stands for nothing, `{q}` for a quadkey, `{key}` for the user's key.
package struct TileServer: TileSource {
  package let info: TileSourceInfo
  private let template: String
  private let key: String
  private let isTMS: Bool
  private let store: NetworkStore

  /// Checks an address; nothing is fetched.
  package init(_ spec: SourceSpec, store: NetworkStore) throws(MapError) {
    template = spec.place
    let bare = try WebAddress(TileServer.fill(spec.place, 0, 0, 0, key: "key"))
    for token in ["{z}", "{x}"] where !spec.place.contains(token) {
      if !spec.place.contains("{q}") {
        throw MapError("\(bare.host): the address of a tile server needs \(token)")
      }
    }
    try TileServer.check(bare, spec, store.options)
    key = try spec.keyValue(host: bare.host)
    isTMS = spec.isTMS
    self.store = store
    let path = spec.place.lowercased().prefix { $0 != "?" }
    let looksVector = path.hasSuffix(".pbf") || path.hasSuffix(".mvt") || path.contains(".vector")
    let isOSM = TileServer.isOSM(bare)
    var info = TileSourceInfo(
      name: bare.host, kind: "server", content: spec.content ?? (looksVector ? .vector : .raster),
      minZoom: spec.minZoom ?? 0, maxZoom: min(spec.maxZoom ?? (looksVector ? 14 : 18), isOSM ? 16 : 24),
      attribution: spec.attribution.isEmpty && isOSM ? "© OpenStreetMap contributors" : spec.attribution)
    info.isRemote = true
    info.place = spec.place
    self.info = info
  }

  /// What a server has is told by asking only; frames must not depend on what was asked before.
  package func contains(_ id: TileID) -> Bool { id.zoom <= info.maxZoom && id.zoom >= info.minZoom }

  package func tile(_ id: TileID) throws(MapError) -> [UInt8]? {
    guard id.zoom <= info.maxZoom, id.zoom >= info.minZoom else { return nil }
    let body = try store.body(address(id), limit: Decompression.tileLimit)
    return body.isEmpty
      ? nil : try Decompression.unpack(body, .sniff(body), name: "\(info.name) tile \(id)")
  }

  package func isAtHand(_ id: TileID) throws(MapError) -> Bool {
    guard contains(id) else { return true }
    return store.isSettled(try address(id))
  }

  private func address(_ id: TileID) throws(MapError) -> WebAddress {
    let row = isTMS ? id.rowFromSouth : id.row
    return try WebAddress(TileServer.fill(template, id.zoom, id.column, row, key: key))
  }

  static func isOSM(_ address: WebAddress) -> Bool {
    address.hostName == "tile.openstreetmap.org" || address.hostName.hasSuffix(".tile.openstreetmap.org")
  }

  /// Refuses what must not be asked: unencrypted servers beyond the own network, and OpenStreetMap's own server.
  static func check(_ address: WebAddress, _ spec: SourceSpec, _ options: NetworkOptions) throws(MapError) {
    if !address.isEncrypted, !address.isPrivate, !spec.isInsecure {
      throw MapError(
        "\(address.host): is not encrypted; use https:// (or 'insecure: true' in the configuration)")
    }
    if isOSM(address), !options.acceptsOSMTilePolicy {
      throw MapError(
        "\(address.host): OpenStreetMap's own server forbids programs that fetch maps in bulk, as a film does; "
          + "use an archive (PMTiles, MBTiles) or a provider that allows it")
    }
  }

  private static func fill(_ template: String, _ zoom: Int, _ column: Int, _ row: Int, key: String) -> String
  {
    let south = (1 << zoom) - 1 - row
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      switch rest[rest.index(after: open)..<close] {
      case "z": result += "\(zoom)"
      case "x": result += "\(column)"
      case "y": result += "\(row)"
      case "-y": result += "\(south)"
      case "s": result += ["a", "b", "c"][(column + row) % 3]
      case "r": break
      case "key": result += key
      case "q": result += quadkey(zoom, column, row)
      default: result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func quadkey(_ zoom: Int, _ column: Int, _ row: Int) -> String {
    var result = ""
    for level in stride(from: zoom - 1, through: 0, by: -1) {
      result += "\((column >> level & 1) + 2 * (row >> level & 1))"
    }
    return result
  }
}

extension SourceSpec {
  /// The user's key from the environment; empty where none is named.
  func keyValue(host: String) throws(MapError) -> String {
    guard let keyVariable else { return "" }
    guard let value = MapConfiguration.environment(keyVariable), !value.isEmpty else {
      throw MapError("\(host): the environment variable \(keyVariable) with its key is not set")
    }
    let unreserved = Array("-._~".utf8)
    return value.utf8.map { byte in
      let isLetter =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isLetter || unreserved.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
