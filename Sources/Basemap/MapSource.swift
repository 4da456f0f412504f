/// Opens the sources that the user's words name.
package struct MapSource: Sendable {
  private let configuration: MapConfiguration
  private let network: NetworkOptions
  private let opened = LazyStore()
  private let report: TileFetch.Report

  /// Sources by the configuration's names, over the network within its bounds. `report` is told how far fetching is.
  package init(
    configuration: MapConfiguration, offline: Bool, maxTiles: Int,
    report: @escaping TileFetch.Report = { _ in }
  ) {
    self.configuration = configuration
    self.report = report
    var network = configuration.network
    network.isOffline = offline
    network.maxTiles = network.acceptsOSMTilePolicy ? min(maxTiles, NetworkOptions.osmMaxTiles) : maxTiles
    self.network = network
  }

  /// What a word means.
  package func spec(for word: String) -> SourceSpec { configuration.spec(for: word) }

  /// The source behind a name of the configuration, an address or a path.
  package func open(_ word: String) throws(MapError) -> any TileSource {
    let spec = spec(for: word)
    guard spec.isRemote else {
      do throws(MapError) { return ConfiguredSource(try TileArchive.open(path: spec.place), spec) } catch {
        // A misspelt name looks like a file that is not there.
        let names = configuration.sources.keys.sorted()
        guard error.message.contains("No such file"), !word.contains("/"), !names.isEmpty else { throw error }
        throw MapError("\(error.message); the configuration names \(names.joined(separator: ", "))")
      }
    }
    let store = try opened.store(network)
    let path = spec.place.prefix { $0 != "?" }
    if path.hasSuffix(".pmtiles") {
      return ConfiguredSource(try PMTilesArchive(RemoteFile(spec, store: store)), spec)
    }
    guard spec.place.contains("{") else {
      let host = try WebAddress(spec.place).host
      throw MapError(
        "\(host): the address of a tile server holds {z}/{x}/{y}, that of an archive ends in .pmtiles")
    }
    return try TileServer(spec, store: store)
  }

  /// Tiles and parts fetched so far.
  package var fetched: Int { opened.known?.fetched ?? 0 }

  /// What the user should know of the cache.
  var warnings: [String] { [opened.known?.warning].compactMap { $0 } }

  /// Fetches for this film's sources; nil where none is on a server.
  var fetch: TileFetch? { opened.known.map { TileFetch(store: $0, report: report) } }
}

/// A source with what the configuration says of it.
struct ConfiguredSource: TileSource {
  private(set) var info: TileSourceInfo
  private let base: any TileSource

  init(_ base: any TileSource, _ spec: SourceSpec) {
    self.base = base
    info = base.info
    if !spec.attribution.isEmpty {
      info.attribution = AttributionText.merged([info.attribution, spec.attribution]).joined(separator: " | ")
    }
    if spec.isRemote { info.place = spec.place }
    if let content = spec.content { info.content = content }
    if let zoom = spec.maxZoom { info.maxZoom = min(info.maxZoom, zoom) }
    if let zoom = spec.minZoom { info.minZoom = min(max(info.minZoom, zoom), info.maxZoom) }
  }

  func tile(_ id: TileID) throws(MapError) -> [UInt8]? { try base.tile(id) }
  func contains(_ id: TileID) throws(MapError) -> Bool { try base.contains(id) }
  func extent() throws(MapError) -> (tiles: Int?, bytes: Int?) { try base.extent() }
  func isAtHand(_ id: TileID) throws(MapError) -> Bool { try base.isAtHand(id) }
}
