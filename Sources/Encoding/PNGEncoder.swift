import CRaster
import CZlib
import Pixels

/// Encodes pictures as PNG, fast: 8-bit RGB where every pixel is opaque (or transparency is not kept), else straight
/// RGBA; sub or up filter a row; zlib with run lengths only, which is the quickest for drawn pictures.
struct PNGEncoder {
  /// Write RGBA where a picture has transparent pixels; without, they stand over black.
  let keepsAlpha: Bool
  /// Deflate level 1…9.
  var level: Int32 = 1

  /// The file's bytes.
  func encode(_ picture: PixelBuffer) throws(EncodingError) -> [UInt8] {
    let channels = keepsAlpha && !picture.isOpaque ? 4 : 3
    let row = picture.width * channels
    var lines = [UInt8](repeating: 0, count: (row + 1) * picture.height)
    var scratch = [UInt8](repeating: 0, count: 4 * (row + 64))
    picture.withBytes { bytes, stride in
      replay_png_scanlines(
        bytes, stride, Int32(picture.width), Int32(picture.height), Int32(channels), &lines, &scratch)
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file.reserveCapacity(lines.count / 4)
    let header = bigEndian(picture.width) + bigEndian(picture.height) + [8, channels == 4 ? 6 : 2, 0, 0, 0]
    append("IHDR", header[...], to: &file)
    append("sRGB", [0], to: &file)
    append("IDAT", try deflated(lines)[...], to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private func deflated(_ bytes: [UInt8]) throws(EncodingError) -> [UInt8] {
    var stream = z_stream()
    let code = deflateInit2_(
      &stream, level, Z_DEFLATED, 15, 9, Z_RLE, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw EncodingError(.output, "out of memory for a PNG picture") }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      bytes.withUnsafeBufferPointer { input in
        // zlib does not change its input; the pointer's type is historical.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
      }
    }
    guard !output.isEmpty else { throw EncodingError(.output, "cannot compress a PNG picture") }
    return output
  }

  private func append(_ type: String, _ data: ArraySlice<UInt8>, to file: inout [UInt8]) {
    file += bigEndian(data.count)
    let start = file.count
    file += Array(type.utf8)
    file += data
    let checksum = file[start...].withUnsafeBytes {
      crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
    }
    file += bigEndian(Int(checksum))
  }

  private func bigEndian(_ number: Int) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: number >> 24), UInt8(truncatingIfNeeded: number >> 16),
      UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number),
    ]
  }
}
