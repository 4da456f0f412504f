import Synchronization

/// A file on a server that serves ranges: a remote PMTiles archive.
package final class RemoteFile: ByteRanges {
  /// Bytes of the first request: a PMTiles header and its root directory lie within.
  private static let head = 16_384

  package let name: String
  package let size: UInt64
  private let address: WebAddress
  private let store: NetworkStore
  private let etag: String?
  private let start: [UInt8]

  /// Asks for the file's beginning and learns its size.
  package init(_ spec: SourceSpec, store: NetworkStore) throws(MapError) {
    let raw = try WebAddress(spec.place.split(separator: "{key}", maxSplits: 1).joined(separator: ""))
    try TileServer.check(raw, spec, store.options)
    let address = try WebAddress(RemoteFile.fill(spec, host: raw.host))
    self.address = address
    self.store = store
    name = raw.host
    let key = address.text + "#head"
    if let kept = store.kept(key), store.options.isOffline, let size = UInt64(kept.lastModified ?? "") {
      (start, self.size, etag) = (kept.body, size, kept.etag)
      return
    }
    try store.spend(address)
    var answer = try RemoteFile.part(
      address, ["Range: bytes=0-\(RemoteFile.head - 1)"], limit: RemoteFile.head, store)
    if answer.status == 416, let size = answer.wholeSize, size > 0 {
      // Some servers refuse ranges beyond the end of a small file.
      answer = try RemoteFile.part(address, ["Range: bytes=0-\(size - 1)"], limit: RemoteFile.head, store)
    }
    let size: UInt64? =
      switch answer.status {
      case 206: answer.wholeSize
      case 200: UInt64(answer.body.count)
      default: nil
      }
    guard let size else { throw MapError("\(raw.host): answers with status \(answer.status)") }
    (start, self.size) = (answer.body, size)
    // Weak tags do not promise the same bytes.
    etag = answer.etag.flatMap { $0.hasPrefix("W/") ? nil : $0 }
    store.keepHead(answer.body, for: key, size: size, etag: etag)
  }

  package func read(at offset: UInt64, count: Int) throws(MapError) -> [UInt8] {
    guard count > 0 else { return [] }
    guard offset <= size, UInt64(count) <= size - offset, count <= Decompression.tileLimit else {
      throw MapError("\(name): the archive ends before byte \(offset) + \(count)")
    }
    if offset + UInt64(count) <= UInt64(start.count) {
      return Array(start[Int(offset)..<(Int(offset) + count)])
    }
    let range = "\(offset)-\(offset + UInt64(count) - 1)"
    let key = "\(address.text)#\(etag ?? "")#\(range)"
    if let kept = store.kept(key), kept.body.count == count { return kept.body }
    guard !store.options.isOffline else {
      throw MapError("\(name): a tile is not kept here, and --offline is set")
    }
    try store.spend(address)
    var headers = ["Range: bytes=\(range)"]
    if let etag { headers.append("If-Match: \(etag)") }
    let answer = try RemoteFile.part(address, headers, limit: count, store)
    if answer.status == 412 || (etag != nil && answer.etag != nil && answer.etag != etag) {
      throw MapError("\(name): the archive was replaced while it was read; start again")
    }
    guard answer.status == 206, answer.body.count == count else {
      throw MapError("\(name): the server does not serve parts of files (status \(answer.status))")
    }
    store.keep(answer.body, for: key, etag: etag)
    return answer.body
  }

  /// Asks for a part; a server that sends the whole file instead is cut off.
  private static func part(
    _ address: WebAddress, _ headers: [String], limit: Int, _ store: NetworkStore
  ) throws(MapError) -> HTTPAnswer {
    do throws(MapError) {
      return try store.client.get(address, headers: headers, limit: limit, decodes: false)
    } catch {
      guard error.message.contains("sends more than") else { throw error }
      throw MapError("\(address.host): the server does not serve parts of files (it sends all of it)")
    }
  }

  private static func fill(_ spec: SourceSpec, host: String) throws(MapError) -> String {
    let key = try spec.keyValue(host: host)
    return spec.place.split(separator: "{key}", omittingEmptySubsequences: false).joined(separator: key)
  }
}

extension NetworkStore {
  /// Keeps an archive's beginning with its size, for later films without the network.
  func keepHead(_ bytes: [UInt8], for key: String, size: UInt64, etag: String?) {
    keep(bytes, for: key, etag: etag, note: "\(size)")
  }
}
