import CZlib

/// Packs bytes for cases.
enum Packing {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 1000)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    deflateEnd(&stream)
    return Array(output[..<count])
  }

  /// A ZIP archive of stored entries.
  static func zip(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    func little(_ value: Int, _ width: Int) -> [UInt8] { (0..<width).map { UInt8(value >> ($0 * 8) & 255) } }
    var result: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in entries {
      let crc = Int(crc32(0, bytes, UInt32(bytes.count)))
      let common =
        little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(crc, 4) + little(bytes.count, 4)
        + little(bytes.count, 4) + little(name.utf8.count, 2) + little(0, 2)
      directory += [0x50, 0x4b, 1, 2] + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2)
      directory += little(0, 4) + little(result.count, 4) + Array(name.utf8)
      result += [0x50, 0x4b, 3, 4] + common + Array(name.utf8) + bytes
    }
    let end =
      [0x50, 0x4b, 5, 6] + little(0, 4) + little(entries.count, 2) + little(entries.count, 2)
      + little(directory.count, 4) + little(result.count, 4) + little(0, 2)
    return result + directory + end
  }
}
