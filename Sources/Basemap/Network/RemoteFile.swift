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
  /// Tells this version of the file from others: its tag (a weak one too), else its size and date.
  private let version: String
  /// The beginning's headers, which the other parts must not contradict.
  private let first: HTTPAnswer
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
    let kept = store.kept(key)
    let note = kept?.lastModified?.split(separator: " ", maxSplits: 1) ?? []
    func useKept() -> Bool { kept != nil && note.count == 2 && UInt64(note[0]) != nil }
    var answer: HTTPAnswer?
    if !store.options.isOffline {
      try store.spend(address)
      do throws(MapError) { answer = try RemoteFile.beginning(address, store) } catch {
        // Old is better than none.
        guard useKept() else { throw error }
      }
    }
    guard let answer else {
      guard let kept, note.count == 2, let size = UInt64(note[0]) else {
        throw MapError("\(raw.host): the archive's beginning is not kept here, and --offline is set")
      }
      (start, self.size, etag, version) = (kept.body, size, kept.etag, String(note[1]))
      first = HTTPAnswer(status: 206, headers: [:], body: [])
      return
    }
    let size: UInt64? =
      switch answer.status {
      case 206: answer.wholeSize
      case 200: UInt64(answer.body.count)
      default: nil
      }
    guard let size else { throw MapError("\(raw.host): answers with status \(answer.status)") }
    (start, self.size, first) = (answer.body, size, answer)
    // Weak tags do not promise the same bytes.
    etag = answer.etag.flatMap { $0.hasPrefix("W/") ? nil : $0 }
    version = answer.etag ?? "\(size) \(answer.lastModified ?? "")"
    store.keep(answer.body, for: key, etag: etag, note: "\(size) \(version)")
  }

  private static func beginning(_ address: WebAddress, _ store: NetworkStore) throws(MapError) -> HTTPAnswer {
    let answer = try part(address, ["Range: bytes=0-\(head - 1)"], limit: head, store)
    guard answer.status == 416, let size = answer.wholeSize, size > 0 else { return answer }
    // Some servers refuse ranges beyond the end of a small file.
    return try part(address, ["Range: bytes=0-\(size - 1)"], limit: head, store)
  }

  package func read(at offset: UInt64, count: Int) throws(MapError) -> [UInt8] {
    guard count > 0 else { return [] }
    guard offset <= size, UInt64(count) <= size - offset, count <= Decompression.tileLimit else {
      throw MapError("\(name): the archive ends before byte \(offset) + \(count)")
    }
    if offset + UInt64(count) <= UInt64(start.count) {
      return Array(start[Int(offset)..<(Int(offset) + count)])
    }
    let key = key(offset, count)
    if let kept = store.kept(key), kept.body.count == count { return kept.body }
    guard !store.options.isOffline else {
      throw MapError("\(name): a tile is not kept here, and --offline is set")
    }
    try store.spend(address)
    var headers = ["Range: bytes=\(RemoteFile.range(offset, count))"]
    if let etag { headers.append("If-Match: \(etag)") }
    let answer = try RemoteFile.part(address, headers, limit: count, store)
    if answer.status == 412 || answer.status == 416 || isOther(answer) {
      throw MapError("\(name): the archive was replaced while it was read; start again")
    }
    guard answer.status == 206, answer.body.count == count else {
      throw MapError("\(name): the server does not serve parts of files (status \(answer.status))")
    }
    store.keep(answer.body, for: key, etag: etag)
    return answer.body
  }

  /// Whether a part is on this machine.
  package func isKept(at offset: UInt64, count: Int) -> Bool {
    guard count > 0, offset <= size, UInt64(count) <= size - offset else { return true }
    return offset + UInt64(count) <= UInt64(start.count)
      || store.kept(key(offset, count))?.body.count == count
  }

  private static func range(_ offset: UInt64, _ count: Int) -> String {
    "\(offset)-\(offset + UInt64(count) - 1)"
  }

  private func key(_ offset: UInt64, _ count: Int) -> String {
    "\(address.text)#\(version)#\(RemoteFile.range(offset, count))"
  }

  /// Whether a part comes from another version of the file.
  private func isOther(_ part: HTTPAnswer) -> Bool {
    if let whole = part.wholeSize, whole != size { return true }
    if let tag = first.etag ?? etag { return part.etag.map { $0 != tag } ?? false }
    guard let date = first.lastModified, let other = part.lastModified else { return false }
    return date != other
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
