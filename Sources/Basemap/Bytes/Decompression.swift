import CBrotli
import CZlib
import CZstd

/// How bytes are packed.
package enum Compression: Sendable, Hashable {
  case none, gzip, brotli, zstd

  /// What the first bytes say: gzip, zlib and Zstandard have marks, Brotli has none.
  package static func sniff(_ bytes: [UInt8]) -> Compression {
    guard bytes.count >= 4 else { return .none }
    if bytes[0] == 0x1F && bytes[1] == 0x8B { return .gzip }
    // A zlib header: deflate with a window up to 32 kB, and the two bytes are a multiple of 31.
    if bytes[0] == 0x78 && (Int(bytes[0]) * 256 + Int(bytes[1])) % 31 == 0 { return .gzip }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return .zstd }
    return .none
  }
}

/// Unpacks whole byte strings of bounded size.
package enum Decompression {
  /// Most bytes that a tile may unpack to.
  package static let tileLimit = 32 << 20

  /// The unpacked bytes; throws for damaged data and for more than `limit` bytes. `name` stands in messages.
  package static func unpack(
    _ bytes: [UInt8], _ compression: Compression, limit: Int = tileLimit, name: String
  ) throws(MapError) -> [UInt8] {
    let result: [UInt8]?
    switch compression {
    case .none: return bytes
    case .gzip: result = inflated(bytes, limit)
    case .brotli: result = brotli(bytes, limit)
    case .zstd: result = zstd(bytes, limit)
    }
    guard let result else { throw MapError("\(name): packed data is damaged or too large") }
    return result
  }

  private static func inflated(_ bytes: [UInt8], _ limit: Int) -> [UInt8]? {
    var stream = z_stream()
    // 15 + 32: gzip or zlib, as the header says.
    guard inflateInit2_(&stream, 47, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var status = Z_OK
    let result = collect(bytes, limit) { input, output in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      status = inflate(&stream, Z_NO_FLUSH)
      let isOpen = status == Z_OK && (stream.avail_out == 0 || stream.avail_in > 0)
      return (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out), isOpen)
    }
    return status == Z_STREAM_END ? result : nil
  }

  private static func brotli(_ bytes: [UInt8], _ limit: Int) -> [UInt8]? {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    defer { BrotliDecoderDestroyInstance(state) }
    var status = BROTLI_DECODER_RESULT_ERROR
    let result = collect(bytes, limit) { input, output in
      var availableIn = input.count
      var nextIn = input.baseAddress
      var availableOut = output.count
      var nextOut = output.baseAddress
      status = BrotliDecoderDecompressStream(state, &availableIn, &nextIn, &availableOut, &nextOut, nil)
      let isOpen = status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
      return (input.count - availableIn, output.count - availableOut, isOpen)
    }
    return status == BROTLI_DECODER_RESULT_SUCCESS ? result : nil
  }

  private static func zstd(_ bytes: [UInt8], _ limit: Int) -> [UInt8]? {
    guard let stream = ZSTD_createDStream() else { return nil }
    defer { ZSTD_freeDStream(stream) }
    // 2^25 bytes of window at most: what a tile may hold at all.
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 25)
    var left = 1
    let result = collect(bytes, limit) { input, output in
      var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
      var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      left = ZSTD_decompressStream(stream, &target, &source)
      let isOpen =
        ZSTD_isError(left) == 0 && left != 0 && (target.pos == target.size || source.pos < source.size)
      return (source.pos, target.pos, isOpen)
    }
    return ZSTD_isError(left) == 0 && left == 0 ? result : nil
  }

  /// Feeds the input and gathers the output of a decoder until it is done; nil beyond `limit`.
  private static func collect(
    _ bytes: [UInt8], _ limit: Int,
    step: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) -> (
      read: Int, wrote: Int, isOpen: Bool
    )
  ) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(min(limit, bytes.count * 3))
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { chunk -> [UInt8]? in
      bytes.withUnsafeBufferPointer { input -> [UInt8]? in
        var position = 0
        while true {
          let turn = step(UnsafeBufferPointer(rebasing: input[position...]), chunk)
          position += turn.read
          guard result.count + turn.wrote <= limit else { return nil }
          result.append(contentsOf: chunk[..<turn.wrote])
          guard turn.isOpen, turn.read > 0 || turn.wrote > 0 else { return result }
        }
      }
    }
  }
}
