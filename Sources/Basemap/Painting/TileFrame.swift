import Geometry

/// A tile's place in a block. Positions are computed from the world's, so that a place has the same pixels in whatever
/// tile and at whatever zoom it is found.
struct TileFrame {
  /// Pixels of the whole Web Mercator square's side.
  private let world: Double
  /// Pixels of the square's north-western corner.
  private let origin: Vec2
  /// Column before wrapping around the world.
  private let column: Double
  private let row: Double
  /// Tiles along the world's side: a power of two, by which a division is exact.
  private let side: Double

  init(_ place: TileGrid.Place, _ plane: LocalPlane, _ block: GroundBlock) {
    world = plane.mercatorSide / block.metresPerTexel
    origin = block.fromLocal.apply(plane.point(mercatorX: 0, mercatorY: 0))
    column = Double(place.column)
    row = Double(place.id.row)
    side = Double(place.id.side)
  }

  /// Pixels of the tile's side.
  var extent: Double { world / side }

  /// Pixels of a point given as shares of the tile's side.
  func place(_ share: SIMD2<Float>) -> Vec2 {
    Vec2(
      (column + Double(share.x)) / side * world + origin.x, (row + Double(share.y)) / side * world + origin.y)
  }

  /// The tile's square, its edges at whole pixels: neighbours meet without a seam.
  var wholePixels: Rect {
    let low = place(.zero)
    let high = place(.one)
    let (left, top) = (low.x.rounded(), low.y.rounded())
    return Rect(x: left, y: top, width: high.x.rounded() - left, height: high.y.rounded() - top)
  }

  /// Corners of a rectangle of pixels as shares of the tile's side.
  func shares(of rect: Rect) -> (low: SIMD2<Float>, high: SIMD2<Float>) {
    let corner = place(.zero)
    func share(_ x: Double, _ y: Double) -> SIMD2<Float> {
      SIMD2(Float((x - corner.x) / extent), Float((y - corner.y) / extent))
    }
    return (share(rect.x, rect.y), share(rect.maxX, rect.maxY))
  }

  /// The same for a place of the world at any zoom: picks tints.
  func hash(of share: SIMD2<Float>) -> UInt32 {
    // About a metre.
    func grid(_ number: Double) -> UInt32 {
      UInt32(truncatingIfNeeded: Int64((number / side * 67_108_864).rounded()))
    }
    var hash: UInt32 = 2_166_136_261
    hash = (hash ^ grid(column + Double(share.x))) &* 16_777_619
    hash = (hash ^ grid(row + Double(share.y))) &* 16_777_619
    return hash ^ hash >> 15
  }
}
