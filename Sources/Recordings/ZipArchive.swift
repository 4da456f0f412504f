import CZip

/// A ZIP archive in memory (KMZ, or a site's export): its entries one by one.
final class ZipArchive {
  private let archive: OpaquePointer
  /// What libzip reads from.
  private let bytes: HeldBytes
  let file: String
  private let limits: RecordingLimits

  /// Opens an archive.
  init(_ bytes: HeldBytes, file: String, limits: RecordingLimits) throws(RecordingError) {
    self.file = file
    self.limits = limits
    self.bytes = bytes
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    let source = bytes.withBytes { zip_source_buffer_create($0.baseAddress, UInt64($0.count), 0, &error) }
    guard let source else {
      throw RecordingError(file: file, message: "cannot be read (no memory)")
    }
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      zip_source_free(source)
      throw RecordingError(file: file, message: "is a damaged ZIP archive")
    }
    self.archive = archive
  }

  deinit { zip_discard(archive) }

  /// Entries that could be recordings, `doc.kml` first, as KMZ wants it; at most 100 are looked at.
  var candidates: [UInt64] {
    var result: [UInt64] = []
    let count = min(max(zip_get_num_entries(archive, 0), 0), 10_000)
    for index in 0..<UInt64(count) {
      var status = zip_stat_t()
      zip_stat_init(&status)
      guard zip_stat_index(archive, index, 0, &status) == 0, let name = status.name else { continue }
      let path = String(cString: name)
      if path.hasSuffix("/") || path.hasPrefix("__MACOSX/") || status.size == 0 { continue }
      if path.lowercased() == "doc.kml" { result.insert(index, at: 0) } else { result.append(index) }
    }
    return Array(result.prefix(100))
  }

  /// An entry as a stream.
  func entry(_ index: UInt64) throws(RecordingError) -> any ByteSource {
    guard let entry = zip_fopen_index(archive, index, 0) else {
      throw RecordingError(file: file, message: "is a ZIP archive whose content cannot be unpacked")
    }
    var status = zip_stat_t()
    zip_stat_init(&status)
    let packed = zip_stat_index(archive, index, 0, &status) == 0 ? Int(clamping: status.comp_size) : 0
    return ZipEntryBytes(entry, of: self, packed: packed, limits: limits)
  }
}

private final class ZipEntryBytes: ByteSource {
  private let entry: OpaquePointer
  private let archive: ZipArchive
  private let limits: RecordingLimits
  private let packed: Int
  private var unpacked = 0

  init(_ entry: OpaquePointer, of archive: ZipArchive, packed: Int, limits: RecordingLimits) {
    self.entry = entry
    self.packed = packed
    self.archive = archive
    self.limits = limits
  }

  deinit { zip_fclose(entry) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
    let count = zip_fread(entry, buffer.baseAddress, UInt64(buffer.count))
    guard count >= 0 else {
      throw RecordingError(file: archive.file, message: "is a ZIP archive with damaged content")
    }
    unpacked += Int(count)
    guard unpacked <= limits.ratioGrace || unpacked / max(packed, 1) <= limits.compressionRatio else {
      throw RecordingError(
        file: archive.file,
        message: "unpacks to more than \(limits.compressionRatio) times its size, which is refused")
    }
    return Int(count)
  }
}
