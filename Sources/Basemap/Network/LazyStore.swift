import Synchronization

/// The network's store, made when the first server is named: without one no file is touched.
final class LazyStore: Sendable {
  private let made = Mutex<NetworkStore?>(nil)

  var known: NetworkStore? { made.withLock { $0 } }

  func store(_ options: NetworkOptions) throws(MapError) -> NetworkStore {
    if let known { return known }
    let store = try NetworkStore(options: options)
    return made.withLock { made in
      if let made { return made }
      made = store
      return store
    }
  }
}
