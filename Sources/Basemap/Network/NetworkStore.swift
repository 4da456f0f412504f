import Glibc
import Synchronization

/// Answers from the cache or, where it has none that is fresh, from the server, within the film's budget.
package final class NetworkStore: Sendable {
  /// Seconds for which an answer is kept at least, and for which a missing tile is believed missing.
  private static let leastAge = 7 * 86_400
  private static let missingAge = 86_400

  let client: HTTPClient
  let options: NetworkOptions
  private let store: TileStore?
  private let spent = Mutex(0)

  /// A store in the configured folder, else below `$XDG_CACHE_HOME`; without a folder nothing is kept.
  package init(options: NetworkOptions) throws(MapError) {
    self.options = options
    client = HTTPClient(options: options)
    let folder =
      options.cacheFolder
      ?? MapConfiguration.baseFolder("XDG_CACHE_HOME", ".cache").map { $0 + "/replay-composer" }
    store =
      options.cacheBytes > 0
      ? try folder.map { path throws(MapError) in
        try TileStore(folder: path, maxBytes: options.cacheBytes)
      } : nil
  }

  /// Tiles and parts fetched so far.
  package var fetched: Int { spent.withLock { $0 } }

  /// Whether an answer to this address is kept, fresh or not.
  func keeps(_ address: WebAddress, part: String = "") -> Bool { store?.entry(address.text + part) != nil }

  /// The body behind an address; empty where the server says that there is none.
  func body(_ address: WebAddress, limit: Int, decodes: Bool = true) throws(MapError) -> [UInt8] {
    let key = address.text
    let known = store?.entry(key)
    let now = time(nil)
    if let known, options.isOffline || known.expires > now { return known.body }
    guard !options.isOffline else {
      throw MapError("\(address.host): a tile is not kept here, and --offline is set")
    }
    try spend(address)
    var headers: [String] = []
    if let etag = known?.etag { headers.append("If-None-Match: \(etag)") }
    if let modified = known?.lastModified { headers.append("If-Modified-Since: \(modified)") }
    let answer: HTTPAnswer
    do throws(MapError) {
      answer = try client.get(address, headers: headers, limit: limit, decodes: decodes)
    } catch {
      // Old is better than none.
      if let known { return known.body }
      throw error
    }
    let age = max(answer.maxAge ?? 0, NetworkStore.leastAge)
    switch answer.status {
    case 304:
      guard var known else { break }
      known.expires = now + age
      store?.keep(known, for: key)
      return known.body
    case 200:
      store?.keep(
        .init(body: answer.body, etag: answer.etag, lastModified: answer.lastModified, expires: now + age),
        for: key)
      return answer.body
    case 204, 404, 410:
      store?.keep(.init(body: [], expires: now + NetworkStore.missingAge), for: key)
      return []
    default: break
    }
    let hint =
      answer.status == 401 || answer.status == 403
      ? "; is the key right, and does the server allow this program?" : ""
    throw MapError("\(address.host): answers with status \(answer.status)\(hint)")
  }

  func keep(_ bytes: [UInt8], for key: String, etag: String?, note: String? = nil) {
    store?.keep(
      .init(body: bytes, etag: etag, lastModified: note, expires: time(nil) + NetworkStore.leastAge), for: key
    )
  }
  func kept(_ key: String) -> TileStore.Entry? { store?.entry(key) }

  /// Takes one request from the film's budget.
  func spend(_ address: WebAddress) throws(MapError) {
    let isLeft = spent.withLock { spent in
      guard spent < options.maxTiles else { return false }
      spent += 1
      return true
    }
    guard isLeft else {
      throw MapError(
        "\(address.host): this film needs more than \(options.maxTiles) tiles; --max-tiles allows more")
    }
  }
}
