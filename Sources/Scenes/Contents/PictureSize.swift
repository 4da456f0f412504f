import Geometry

/// The size of a PNG or JPEG file from its header, to give a picture without a size its shape.
enum PictureSize {
  /// Pixels; nil for anything that does not look like either. Reads at most the markers before the picture data.
  static func read(_ bytes: [UInt8]) -> Vec2? { png(bytes) ?? jpeg(bytes) }

  private static func png(_ bytes: [UInt8]) -> Vec2? {
    guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      return nil
    }
    return size(width: number(bytes, 16, count: 4), height: number(bytes, 20, count: 4))
  }

  private static func jpeg(_ bytes: [UInt8]) -> Vec2? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // Frame headers; C4, C8 and CC are tables.
      if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
        return size(width: number(bytes, place + 7, count: 2), height: number(bytes, place + 5, count: 2))
      }
      let length = number(bytes, place + 2, count: 2)
      guard length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }

  private static func size(width: Int, height: Int) -> Vec2? {
    guard width > 0, height > 0, width < 1 << 20, height < 1 << 20 else { return nil }
    return Vec2(Double(width), Double(height))
  }

  /// Big endian.
  private static func number(_ bytes: [UInt8], _ start: Int, count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
