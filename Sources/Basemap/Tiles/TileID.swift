import Geometry

/// One tile of the Web Mercator pyramid: zoom, column growing east, row growing **south** (the XYZ scheme).
package struct TileID: Hashable, Sendable, CustomStringConvertible {
  /// Zooms 0…maxZoom are understood; columns and rows stay below 2^30.
  package static let maxZoom = 30

  package let zoom: Int
  package let column: Int
  package let row: Int

  /// A tile, or nil where no such tile exists.
  package init?(zoom: Int, column: Int, row: Int) {
    guard (0...TileID.maxZoom).contains(zoom) else { return nil }
    let side = 1 << zoom
    guard (0..<side).contains(column), (0..<side).contains(row) else { return nil }
    self.init(unchecked: zoom, column, row)
  }

  private init(unchecked zoom: Int, _ column: Int, _ row: Int) {
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  /// Tiles along a side of the world at this zoom.
  package var side: Int { 1 << zoom }
  /// The row counted from the south, as TMS and MBTiles do.
  package var rowFromSouth: Int { side - 1 - row }
  package var description: String { "\(zoom)/\(column)/\(row)" }

  /// The tile that holds this one at a lower zoom; itself at its own zoom or above.
  package func ancestor(atZoom lower: Int) -> TileID {
    guard lower < zoom else { return self }
    let shift = zoom - max(0, lower)
    return TileID(unchecked: max(0, lower), column >> shift, row >> shift)
  }

  /// Web Mercator (0…1, y down) of the north-west corner.
  package var corner: Vec2 { Vec2(Double(column) / Double(side), Double(row) / Double(side)) }
  /// The tile's side in Web Mercator (0…1).
  package var extent: Double { 1 / Double(side) }

  /// The tile at a zoom that holds a Web Mercator position (0…1); x wraps around the world, y is clamped.
  package static func containing(_ mercator: Vec2, zoom: Int) -> TileID {
    let zoom = min(max(zoom, 0), maxZoom)
    let side = Double(1 << zoom)
    let x = mercator.x.isFinite ? mercator.x - mercator.x.rounded(.down) : 0
    let y = mercator.y.isFinite ? min(max(mercator.y, 0), 1) : 0
    let last = (1 << zoom) - 1
    return TileID(unchecked: zoom, min(Int(x * side), last), min(Int(y * side), last))
  }

  /// Position in the order of PMTiles: all tiles of lower zooms, then a Hilbert curve over this one
  /// (PMTiles specification version 3, section 4.1).
  package var hilbertIndex: UInt64 {
    var before: UInt64 = 0
    for level in 0..<zoom { before += UInt64(1) << UInt64(2 * level) }
    var (x, y) = (UInt64(column), UInt64(row))
    var index: UInt64 = 0
    var step = UInt64(side) / 2
    while step > 0 {
      let right: UInt64 = x & step > 0 ? 1 : 0
      let lower: UInt64 = y & step > 0 ? 1 : 0
      index += step * step * ((3 * right) ^ lower)
      if lower == 0 {
        if right == 1 {
          x = step &- 1 &- x
          y = step &- 1 &- y
        }
        swap(&x, &y)
      }
      step /= 2
    }
    return before + index
  }
}
