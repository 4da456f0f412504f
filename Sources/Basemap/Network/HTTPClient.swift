import Dispatch
import Glibc
import Synchronization

/// Fetches over HTTP: few transfers at a time, bounded in bytes and seconds, patient with busy servers, short with dead
/// ones.
package final class HTTPClient: Sendable {
  /// Transfers at a time.
  static let maxTransfers = 4
  /// Transfers at a time of OpenStreetMap's own server, as its policy asks.
  private static let maxOSMTransfers = 2
  /// Times a busy server is asked.
  private static let attempts = 3
  /// Failures in a row after which a host is left alone.
  private static let maxFailures = 4
  private static let maxRedirects = 3

  private let options: NetworkOptions
  private let slots: DispatchSemaphore
  private let transfers = HTTPTransfers()
  private struct Host {
    var failures = 0
    var lastFault = ""
    /// Milliseconds of the machine's running before which it asked to be left alone.
    var notBefore = 0
  }
  private let hosts = Mutex<[String: Host]>([:])

  package init(options: NetworkOptions) {
    self.options = options
    slots = DispatchSemaphore(
      value: options.acceptsOSMTilePolicy ? HTTPClient.maxOSMTransfers : HTTPClient.maxTransfers)
  }

  /// The answer to a GET. A status of 400 or above is an answer too; throws where there is none, where the host has
  /// failed too often, and where it stays busy.
  func get(
    _ address: WebAddress, headers: [String] = [], limit: Int, decodes: Bool = true
  ) throws(MapError) -> HTTPAnswer {
    guard !options.isOffline else { throw MapError("\(address.host): is not asked (--offline)") }
    slots.wait()
    defer { slots.signal() }
    var backOff = 1
    for attempt in 1...HTTPClient.attempts {
      // Others may have found out meanwhile.
      try checkHost(address.host)
      let isLast = attempt == HTTPClient.attempts
      switch try following(address, headers, limit, decodes) {
      case .answer(let answer) where answer.status == 429 || answer.status == 503:
        let wait = answer.retryAfter ?? backOff
        guard !isLast, wait <= options.maxWait else {
          let asks = wait > options.maxWait ? ", asks to come back in \(wait) s" : ""
          throw failed(address.host, "is busy (status \(answer.status)\(asks))")
        }
        // For all transfers: a server that has too much to do has it from all of them.
        hosts.withLock { $0[address.host, default: Host()].notBefore = HTTPClient.now() + wait * 1000 }
      case .answer(let answer) where answer.status >= 500:
        throw failed(address.host, "is broken (status \(answer.status))")
      case .answer(let answer):
        hosts.withLock { $0[address.host] = nil }
        return answer
      case .tooLarge: throw MapError("\(address.host): sends more than \(limit) bytes")
      case .failure(let reason):
        guard !isLast else { throw failed(address.host, reason) }
        usleep(UInt32(backOff) * 200_000)
      }
      backOff *= 2
    }
    throw failed(address.host, "does not answer")
  }

  /// Waits until a host wants to be asked again; throws for one that is left alone.
  private func checkHost(_ name: String) throws(MapError) {
    while true {
      let host = hosts.withLock { $0[name] ?? Host() }
      guard host.failures < HTTPClient.maxFailures else {
        throw MapError("\(name): \(host.lastFault); it is not asked any more")
      }
      let rest = host.notBefore - HTTPClient.now()
      guard rest > 0 else { return }
      usleep(UInt32(min(rest, 200)) * 1000)
    }
  }

  /// Whether a host has failed so often that it is left alone.
  func isLeftAlone(_ name: String) -> Bool {
    hosts.withLock { ($0[name]?.failures ?? 0) >= HTTPClient.maxFailures }
  }

  private func failed(_ name: String, _ fault: String) -> MapError {
    hosts.withLock { hosts in
      hosts[name, default: Host()].failures += 1
      hosts[name]?.lastFault = fault
    }
    return MapError("\(name): \(fault)")
  }

  private static func now() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }

  /// A transfer with the redirections that may be followed.
  private func following(
    _ address: WebAddress, _ headers: [String], _ limit: Int, _ decodes: Bool
  ) throws(MapError) -> HTTPTransfers.Outcome {
    var current = address
    for _ in 0...HTTPClient.maxRedirects {
      let outcome = transfers.get(
        current, headers: headers, limit: limit, decodes: decodes, options: options)
      guard case .answer(let answer) = outcome, let place = answer.redirect else { return outcome }
      current = try HTTPClient.redirected(from: current, to: place, options)
    }
    throw failed(address.host, "sends from address to address")
  }

  /// Where a redirection leads, if it may be followed: never from an encrypted address to one that is not, nor to a
  /// server that would be refused by its own name.
  static func redirected(
    from address: WebAddress, to place: String, _ options: NetworkOptions
  ) throws(MapError) -> WebAddress {
    guard let next = try? WebAddress(place) else {
      throw MapError("\(address.host): sends to something that is no address of a server")
    }
    guard next.isEncrypted || !address.isEncrypted else {
      throw MapError("\(address.host): sends to \(next.host), which is not encrypted")
    }
    var spec = SourceSpec(place: place)
    // Who allowed one unencrypted server has not allowed any other.
    spec.isInsecure = next.hostName == address.hostName
    do throws(MapError) { try TileServer.check(next, spec, options) } catch {
      throw MapError("\(address.host): sends to \(error.message)")
    }
    return next
  }
}
