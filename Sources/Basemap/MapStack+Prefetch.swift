/// A painter that can tell which tiles a block is made of.
protocol TilePlanning: GroundPainting {
  var source: any TileSource { get }
  func tiles(for block: GroundBlock) -> [TileID]
}

extension MapStack {
  /// Whether anything comes from a server.
  package var isRemote: Bool { fetch != nil }

  /// Fetches from servers what blocks of the ground and cells of buildings are made of, and says how far it is through
  /// the report that the sources were opened with. Ends early when `isCancelled`.
  package func prefetch(
    blocks: Set<GroundBlock>, cells: Set<BuildingCell> = [],
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(MapError) {
    guard let fetch else { return }
    var wanted: [TileFetch.Wanted] = []
    for painter in painters where painter.source.info.isRemote {
      let ids = blocks.reduce(into: Set<TileID>()) { $0.formUnion(painter.tiles(for: $1)) }
      wanted += ids.map { TileFetch.Wanted(source: painter.source, id: $0) }
    }
    if let buildings = buildings as? VectorBuildings, buildings.source.info.isRemote {
      let ids = cells.reduce(into: Set<TileID>()) { $0.formUnion(buildings.places(in: $1).map(\.id)) }
      wanted += ids.map { TileFetch.Wanted(source: buildings.source, id: $0) }
    }
    try fetch.run(wanted, isCancelled: isCancelled)
  }

  /// Painters whose tiles can be told ahead.
  private var painters: [any TilePlanning] {
    let layers = (painting as? StackedGroundPainter)?.layers ?? painting.map { [$0] } ?? []
    return layers.compactMap { $0 as? any TilePlanning }
  }
}
