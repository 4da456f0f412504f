import Geometry
import Pixels

/// Where a source has tiles: maps fade out at the edges of their archive instead of ending in a hard line.
struct TileCoverage: Sendable {
  /// Metres over which a map fades at its edge.
  static let feather = 150.0
  /// Most tiles looked at for a block.
  static let maxTiles = 400
  /// Texels between points at which the opacity is computed.
  static let step = 8

  let source: any TileSource
  let plane: LocalPlane
  /// Zoom at which presence counts.
  let zoom: Int
  var faults = TileFaults()
  private let known = TileCache<Bool>(budget: 1 << 20)

  /// Opacity at a grid of points, or a plain answer for the whole block.
  enum Answer {
    case full, empty
    /// Rows of opacities 0…1 from the north, `columns` each, `step` texels apart.
    case partial([Float], columns: Int)
  }

  func answer(for block: GroundBlock) -> Answer {
    let margin = TileCoverage.feather
    let bounds = block.bounds
    var zoom = zoom
    var tiles = TileGrid(plane, bounds.low, bounds.high, margin: margin, zoom: zoom)
    while tiles.count > TileCoverage.maxTiles, zoom > 0 {
      zoom -= 1
      tiles = TileGrid(plane, bounds.low, bounds.high, margin: margin, zoom: zoom)
    }
    var missing: [Rect] = []
    for place in tiles.places where !isPresent(place.id) { missing.append(place.rect(plane)) }
    if missing.isEmpty { return .full }
    if missing.count == tiles.count { return .empty }
    let columns = GroundBlock.texels / TileCoverage.step + 2
    var alphas: [Float] = []
    alphas.reserveCapacity(columns * columns)
    // Never more than a part of a tile, else small tiles would fade altogether.
    let reach = min(margin, missing[0].width * 0.4)
    let texel = block.metresPerTexel * Double(TileCoverage.step)
    for row in 0..<columns {
      for column in 0..<columns {
        let point = Vec2(block.west + Double(column) * texel, block.north - Double(row) * texel)
        var nearest = reach
        for rect in missing {
          let dx = max(rect.x - point.x, 0, point.x - rect.maxX)
          let dy = max(rect.y - point.y, 0, point.y - rect.maxY)
          nearest = min(nearest, Trigonometry.hypot(dx, dy))
        }
        let share = nearest / reach
        alphas.append(Float(share * share * (3 - 2 * share)))
      }
    }
    return alphas.allSatisfy { $0 == 0 } ? .empty : .partial(alphas, columns: columns)
  }

  /// Whether the source has a tile, as far as it tells.
  private func isPresent(_ id: TileID) -> Bool {
    known.value(id) {
      do throws(MapError) { return (try source.contains(id), 64) } catch {
        faults.note(error, source: source.info.name, id)
        return (false, 64)
      }
    } ?? false
  }

  /// Lays a painted block over what was there, by opacities.
  static func blend(_ painted: PixelBuffer, over pixels: PixelBuffer, _ alphas: [Float], columns: Int) {
    let (width, height) = (min(painted.width, pixels.width), min(painted.height, pixels.height))
    let (sourceStride, targetStride) = (painted.stride, pixels.stride)
    painted.withPixels { source in
      pixels.withMutablePixels { (target: inout MutableSpan<UInt32>) in
        for y in 0..<height {
          let (row, down) = (y / step, Float(y % step) / Float(step))
          for x in 0..<width {
            let (column, right) = (x / step, Float(x % step) / Float(step))
            let corner = row * columns + column
            let top = alphas[corner] + (alphas[corner + 1] - alphas[corner]) * right
            let next = corner + columns
            let bottom = alphas[next] + (alphas[next + 1] - alphas[next]) * right
            let alpha = UInt32((top + (bottom - top) * down) * 256)
            let index = y * targetStride + x
            target[index] = mix(target[index], source[y * sourceStride + x], alpha)
          }
        }
      }
    }
  }

  /// Premultiplied `over` on `under`, its opacity multiplied by `alpha` / 256.
  @inline(__always) static func mix(_ under: UInt32, _ over: UInt32, _ alpha: UInt32) -> UInt32 {
    if alpha == 0 { return under }
    let keep = 255 * 256 - (over >> 24) * alpha
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let (a, b) = (under >> shift & 255, over >> shift & 255)
      let value = (a * keep / 255 + b * alpha + 128) >> 8
      result |= min(value, 255) << shift
    }
    return result
  }
}
