import Geometry

/// The tiles of one zoom over a rectangle of the local plane. Columns run on across the 180th meridian.
struct TileGrid {
  struct Place {
    var id: TileID
    /// Column before wrapping around the world.
    var column: Int

    /// The tile's square in local metres; its `y` is the southern edge.
    func rect(_ plane: LocalPlane) -> Rect {
      let side = Double(id.side)
      let northWest = plane.point(mercatorX: Double(column) / side, mercatorY: Double(id.row) / side)
      let extent = plane.mercatorSide / side
      return Rect(x: northWest.x, y: northWest.y - extent, width: extent, height: extent)
    }
  }

  let zoom: Int
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>

  init(_ plane: LocalPlane, _ low: Vec2, _ high: Vec2, margin: Double, zoom: Int) {
    self.zoom = zoom
    let side = Double(1 << zoom)
    let northWest = plane.mercator(Vec2(low.x - margin, high.y + margin))
    let southEast = plane.mercator(Vec2(high.x + margin, low.y - margin))
    func index(_ share: Double) -> Int { Int(max(-4, min(4, share)) * side - (share < 0 ? 1 : 0)) }
    columns = index(northWest.x)...max(index(northWest.x), index(southEast.x))
    let last = (1 << zoom) - 1
    let top = min(max(index(northWest.y), 0), last)
    rows = top...max(top, min(max(index(southEast.y), 0), last))
  }

  /// How many tiles; large numbers are cut off.
  var count: Int { min(columns.count, 1 << 20) * min(rows.count, 1 << 20) }

  /// The tiles row by row from the north-west.
  var places: [Place] {
    rows.flatMap { row in
      columns.compactMap { column in
        let side = 1 << zoom
        let wrapped = ((column % side) + side) % side
        return TileID(zoom: zoom, column: wrapped, row: row).map { Place(id: $0, column: column) }
      }
    }
  }
}
