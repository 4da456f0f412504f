import Geometry

/// Buildings of a vector map with their heights.
package struct VectorBuildings: BuildingSource {
  let source: any TileSource
  private let plane: LocalPlane
  private let faults: TileFaults
  /// Buildings of a tile by the cell of their first vertex.
  private let tiles = TileCache<[BuildingCell: [BuildingFootprint]]>(budget: 96 << 20)

  /// Buildings over a plane that is not polar.
  package init(source: any TileSource, plane: LocalPlane, faults: TileFaults = TileFaults()) {
    self.source = source
    self.faults = faults
    self.plane = plane
  }

  package func buildings(in cell: BuildingCell) -> [BuildingFootprint] {
    places(in: cell).flatMap { place in footprints(place)[cell] ?? [] }
  }

  /// The tiles that hold a cell's buildings.
  func places(in cell: BuildingCell) -> [TileGrid.Place] {
    guard !plane.isPolar else { return [] }
    let bounds = cell.bounds
    let grid = TileGrid(plane, bounds.low, bounds.high, margin: 0, zoom: source.info.maxZoom)
    return grid.count <= 64 ? grid.places : []
  }

  private func footprints(_ place: TileGrid.Place) -> [BuildingCell: [BuildingFootprint]] {
    tiles.value(place.id) {
      let tile = faults.reading(source, place.id) { (bytes) throws(MapError) in
        try VectorTileDecoder.decode(bytes, name: "\(source.info.name) tile \(place.id)")
      }
      guard let tile else { return (nil, 64) }
      let reader = BuildingReader(square: place.rect(plane))
      var cells: [BuildingCell: [BuildingFootprint]] = [:]
      var points = 0
      for layer in tile.layers where layer.name == "building" || layer.name == "buildings" {
        for footprint in reader.footprints(layer) {
          guard let first = footprint.rings.first?.first else { continue }
          cells[BuildingCell(containing: first), default: []].append(footprint)
          points += footprint.rings.reduce(0) { $0 + $1.count }
        }
      }
      return (cells, points * 17 + 1024)
    } ?? [:]
  }
}

extension BuildingCell {
  /// The cell that holds a point in local metres.
  package init(containing point: Vec2) {
    self.init(
      ix: Int((point.x / BuildingCell.side).rounded(.down)),
      iy: Int((point.y / BuildingCell.side).rounded(.down)))
  }
}
