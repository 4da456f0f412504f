import Geometry
import Pixels

/// One square block of a texture level: `side` texels (and one more row and column that overlap the next blocks, so
/// that bilinear sampling never leaves a block). Row 0 lies in the north, columns run east.
package struct GroundBlock: Hashable, Sendable {
  /// Texels from one block to the next.
  package static let side = 256
  /// Texels painted a row and a column.
  package static let texels = side + 1
  /// Levels 0…maxLevel exist.
  package static let maxLevel = 19

  /// Each level is twice as coarse as the one below it.
  package let level: Int
  /// Block column, growing east; column 0 begins at x = 0.
  package let ix: Int
  /// Block row, growing south; row 0 begins at y = 0.
  package let iy: Int

  package init(level: Int, ix: Int, iy: Int) {
    self.level = level
    self.ix = ix
    self.iy = iy
  }

  /// Metres a texel at a level: 1/32 m at level 0.
  package static func metresPerTexel(level: Int) -> Double { Trigonometry.pow(2, Double(level - 5)) }
  /// Metres a texel.
  package var metresPerTexel: Double { GroundBlock.metresPerTexel(level: level) }
  /// Local metres of the block's western edge: the left edge of texel column 0.
  package var west: Double { Double(ix * GroundBlock.side) * metresPerTexel }
  /// Local metres of the block's northern edge: the top edge of texel row 0.
  package var north: Double { -Double(iy * GroundBlock.side) * metresPerTexel }
  /// The painted square in local metres (x east, y north), overlap included.
  package var bounds: (low: Vec2, high: Vec2) {
    let extent = Double(GroundBlock.texels) * metresPerTexel
    return (Vec2(west, north - extent), Vec2(west + extent, north))
  }
  /// From local metres to the block's pixels (y down), for drawing contexts.
  package var fromLocal: Affine {
    let scale = 1 / metresPerTexel
    return Affine(a: scale, b: 0, c: 0, d: -scale, tx: -west * scale, ty: north * scale)
  }
}

/// Paints the ground from above, block by block. What it paints is a pure function of the block: it is called from
/// several threads and a block may be painted, forgotten and painted again.
package protocol GroundPainting: Sendable {
  /// Paints over what `pixels` (`GroundBlock.texels` square, premultiplied) already holds.
  func paint(_ block: GroundBlock, into pixels: PixelBuffer)
}

/// One building's outline and height.
package struct BuildingFootprint: Sendable, Hashable {
  /// Rings in local metres, filled by the even-odd rule; not closed by a repeated point.
  package var rings: [[Vec2]]
  /// Metres above the ground of the roof.
  package var height: Double
  /// Metres above the ground where the walls begin.
  package var base: Double
  /// The building's own colour, where the data has one.
  package var color: Color?
  /// For every ring, which edges (from vertex i to i + 1) get a wall: false on tile borders. Empty: all of them.
  package var walls: [[Bool]]

  package init(rings: [[Vec2]], height: Double, base: Double = 0, color: Color? = nil, walls: [[Bool]] = []) {
    self.rings = rings
    self.height = height
    self.base = base
    self.color = color
    self.walls = walls
  }
}

/// Buildings around a place, asked for when they are drawn. Called from several threads; a pure function.
package protocol BuildingSource: Sendable {
  /// Buildings whose first vertex lies in a square of `BuildingCell.side` metres.
  func buildings(in cell: BuildingCell) -> [BuildingFootprint]
}

/// A square of the local plane in which buildings are looked up.
package struct BuildingCell: Hashable, Sendable {
  /// Metres.
  package static let side = 256.0
  /// Column east, row north; cell (0, 0) has its south-west corner at the origin.
  package let ix: Int
  package let iy: Int
  package init(ix: Int, iy: Int) {
    self.ix = ix
    self.iy = iy
  }
  /// The square in local metres.
  package var bounds: (low: Vec2, high: Vec2) {
    let low = Vec2(Double(ix) * BuildingCell.side, Double(iy) * BuildingCell.side)
    return (low, low + Vec2(BuildingCell.side, BuildingCell.side))
  }
}
