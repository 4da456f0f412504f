/// How servers are asked.
package struct NetworkOptions: Sendable, Equatable {
  /// Uses only what is kept already.
  package var isOffline = false
  /// Most tiles (or parts of remote archives) fetched for one film.
  package var maxTiles = 400
  /// The most for a film whose user has read the policy of OpenStreetMap's own server.
  package static let osmMaxTiles = 250
  /// Address or mail of the user, sent along in the user agent.
  package var contact = ""
  /// Most bytes kept on disk.
  package var cacheBytes = 1 << 30
  /// The user has read the policy of OpenStreetMap's own tile server and takes the responsibility.
  package var acceptsOSMTilePolicy = false
  /// Seconds to connect, and for a whole answer.
  package var connectSeconds = 10
  package var answerSeconds = 30
  /// Seconds waited at most when a server asks to come back later.
  package var maxWait = 20
  /// Seconds that fetching the tiles of one film may take altogether.
  package var patience = 900
  /// Folder of the cache; nil for the user's own.
  package var cacheFolder: String?
  package init() {}

  /// Names the program and says where its makers can be found.
  var userAgent: String {
    "replay-composer/0.1" + (contact.isEmpty ? "" : " (+\(contact))")
  }
}
