import CCurl
import Glibc

/// What a server answered.
struct HTTPAnswer: Sendable {
  var status: Int
  /// By lower-case name.
  var headers: [String: String]
  var body: [UInt8]

  /// The whole address that a redirection leads to.
  var redirect: String?
  /// Seconds the server asks to wait; nil where it does not say.
  var retryAfter: Int?

  /// Seconds for which the answer stays good, as far as the server says (RFC 9111, section 4.2.1).
  var maxAge: Int? {
    for part in (headers["cache-control"] ?? "").split(separator: ",") {
      let text = part.trimmed.lowercased()
      if text.hasPrefix("max-age=") { return Int(text.dropFirst(8)) }
    }
    guard let expires = headers["expires"].flatMap(HTTPAnswer.seconds) else { return nil }
    // The server's own clock where it tells it.
    return expires - (headers["date"].flatMap(HTTPAnswer.seconds) ?? time(nil))
  }

  /// Seconds since 1970 of a date in a header; nil for what is none.
  private static func seconds(_ date: String) -> Int? {
    let seconds = curl_getdate(date, nil)
    return seconds < 0 ? nil : seconds
  }
  var etag: String? { headers["etag"] }
  var lastModified: String? { headers["last-modified"] }
  /// Size of the whole file behind a part: `bytes 0-9/100` or `bytes */100`.
  var wholeSize: UInt64? {
    headers["content-range"]?.split(separator: "/").last.flatMap { UInt64($0.trimmed) }
  }
}

/// An address on the web.
struct WebAddress: Sendable, Equatable {
  /// All of it, keys included: never shown.
  let text: String
  /// Host and port, for messages.
  let host: String
  let isEncrypted: Bool

  init(_ text: String) throws(MapError) {
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { text.hasPrefix($0) }) else {
      throw MapError("\(text): an address begins with https://")
    }
    let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.isEmpty, !authority.contains("@"), text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
      throw MapError("\(scheme)\(authority): is no address of a server")
    }
    self.text = text
    host = authority.lowercased()
    isEncrypted = scheme == "https://"
  }

  /// The host without its port.
  var hostName: String {
    if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }.dropFirst()) }
    return String(host.prefix { $0 != ":" })
  }

  /// Whether the host is this machine or one of a private network.
  var isPrivate: Bool {
    let name = hostName
    if name == "localhost" || name == "::1" || name.hasSuffix(".localhost") || name.hasSuffix(".local") {
      return true
    }
    let parts = name.split(separator: ".").compactMap { UInt8($0) }
    guard parts.count == 4, name.allSatisfy({ $0.isNumber || $0 == "." }) else { return false }
    return parts[0] == 127 || parts[0] == 10 || (parts[0] == 192 && parts[1] == 168)
      || (parts[0] == 172 && (16...31).contains(parts[1]))
  }
}
