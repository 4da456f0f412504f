import Basemap
import CRaster
import Geometry
import Pixels
import Synchronization

/// The colours of the ground, painted block by block as pictures need them and kept for the next ones.
///
/// What a picture shows depends on its camera only, since a block's pixels do not depend on when it is painted.
final class GroundTexture: Sendable {
  /// Blocks one picture may need; beyond, coarser ones are taken.
  static let limit = 500
  /// Bytes of kept blocks.
  static let budget = 192 << 20

  private let painting: any GroundPainting
  private let color: Color
  private let cache = Mutex(Cache())

  /// - Parameter color: What lies under the painting.
  init(painting: any GroundPainting, color: Color) {
    self.painting = painting
    self.color = color
  }

  /// Paints a sampled picture with the blocks it needs.
  func paint(_ picture: OpaquePointer, _ pixels: UnsafeMutablePointer<UInt32>, stride: Int) {
    guard let needed = GroundTexture.blocks(of: picture) else { return }
    let blocks = blocks(needed.map(GroundBlock.init))
    let texels = blocks.map { $0.texels }
    texels.withUnsafeBufferPointer { texels in
      _ = craster_picture_paint(
        picture, needed, texels.baseAddress, Int32(needed.count), Int32(blocks.first?.stride ?? 0), pixels,
        Int32(stride))
    }
    withExtendedLifetime(blocks) {}
  }

  /// The blocks that a sampled picture needs; nil when memory is short.
  static func blocks(of picture: OpaquePointer) -> [craster_block]? {
    var needed = [craster_block](repeating: craster_block(), count: GroundTexture.limit)
    let count = craster_picture_blocks(picture, &needed, Int32(GroundTexture.limit))
    guard count >= 0 else { return nil }
    needed.removeLast(needed.count - Int(count))
    return needed
  }

  private func blocks(_ wanted: [GroundBlock]) -> [PaintedBlock] {
    var found = cache.withLock { $0.take(wanted) }
    var painted: [PaintedBlock] = []
    for (index, block) in wanted.enumerated() where found[index] == nil {
      // Outside the lock: two threads may paint the same block, alike.
      let fresh = PaintedBlock(block, painting: painting, color: color)
      found[index] = fresh
      painted.append(fresh)
    }
    if !painted.isEmpty { cache.withLock { [painted] in $0.keep(painted) } }
    return found.compactMap { $0 }
  }

  /// A block that nobody changes any more.
  private final class PaintedBlock: @unchecked Sendable {
    // Only read after it has been made.
    private let pixels = PixelBuffer(width: GroundBlock.texels, height: GroundBlock.texels)
    let place: GroundBlock

    init(_ place: GroundBlock, painting: any GroundPainting, color: Color) {
      self.place = place
      func byte(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * 255).rounded()) }
      pixels.clear(0xFF00_0000 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue))
      painting.paint(place, into: pixels)
    }

    var stride: Int { pixels.stride }
    var bytes: Int { pixels.stride * pixels.height * 4 }
    var texels: UnsafePointer<UInt32>? { pixels.withUnsafeMemory { memory, _ in UnsafePointer(memory) } }
  }

  private struct Cache: Sendable {
    private var blocks: [GroundBlock: (block: PaintedBlock, lastUse: Int)] = [:]
    private var uses = 0
    private var bytes = 0

    mutating func take(_ wanted: [GroundBlock]) -> [PaintedBlock?] {
      uses += 1
      return wanted.map { place in
        guard let entry = blocks[place] else { return nil }
        blocks[place] = (entry.block, uses)
        return entry.block
      }
    }

    mutating func keep(_ painted: [PaintedBlock]) {
      for block in painted where blocks[block.place] == nil {
        blocks[block.place] = (block, uses)
        bytes += block.bytes
      }
      guard bytes > GroundTexture.budget else { return }
      // The longest unused ones go first, down to three quarters.
      for entry in blocks.values.sorted(by: { $0.lastUse < $1.lastUse }) {
        if bytes <= GroundTexture.budget / 4 * 3 { break }
        blocks[entry.block.place] = nil
        bytes -= entry.block.bytes
      }
    }
  }
}

extension GroundBlock {
  init(_ block: craster_block) { self.init(level: Int(block.level), ix: Int(block.x), iy: Int(block.y)) }
}
