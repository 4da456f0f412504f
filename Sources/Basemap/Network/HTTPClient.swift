import CCurl
import Dispatch
import Glibc
import Synchronization

/// Fetches over HTTP: few transfers at a time, bounded in bytes and seconds, patient with busy servers, short with dead
/// ones.
package final class HTTPClient: Sendable {
  /// Transfers at a time.
  static let maxTransfers = 4
  /// Times a busy server is asked.
  private static let attempts = 3
  /// Failures in a row after which a host is left alone.
  private static let maxFailures = 4

  private let options: NetworkOptions
  private let slots = DispatchSemaphore(value: HTTPClient.maxTransfers)
  private struct State {
    var failures: [String: Int] = [:]
    var lastFault: [String: String] = [:]
    var requests = 0
  }
  private let state = Mutex(State())
  private static let isReady: Bool = replay_curl_start() == CURLE_OK

  package init(options: NetworkOptions) { self.options = options }

  /// Requests answered so far.
  package var requests: Int { state.withLock { $0.requests } }

  /// The answer to a GET. `shownAs` names the address in messages (without keys). A status of 400 or above is an answer
  /// too; throws where there is none.
  func get(
    _ address: WebAddress, headers: [String] = [], limit: Int, decodes: Bool = true
  ) throws(MapError) -> HTTPAnswer {
    guard !options.isOffline else { throw MapError("\(address.host): is not asked (--offline)") }
    let known = state.withLock { ($0.failures[address.host] ?? 0, $0.lastFault[address.host] ?? "") }
    guard known.0 < HTTPClient.maxFailures else {
      throw MapError("\(address.host): does not answer (\(known.1))")
    }
    slots.wait()
    defer { slots.signal() }
    var wait = 1
    for attempt in 1...HTTPClient.attempts {
      let isLast = attempt == HTTPClient.attempts
      do throws(MapError) {
        let answer = try transfer(address, headers, limit, decodes)
        guard answer.status == 429 || answer.status == 503, !isLast else {
          if answer.status == 429 || answer.status >= 500 {
            let fault = "status \(answer.status)"
            note(address.host, fault)
            throw MapError("\(address.host): is busy or broken (\(fault))")
          }
          note(address.host, nil)
          return answer
        }
        sleep(UInt32(min(answer.retryAfter ?? wait, options.maxWait)))
      } catch {
        if isLast || error.message.contains("is busy") || error.message.contains("more than") {
          note(address.host, error.message)
          throw error
        }
        usleep(UInt32(wait) * 200_000)
      }
      wait *= 2
    }
    throw MapError("\(address.host): does not answer")
  }

  private func note(_ host: String, _ fault: String?) {
    state.withLock { state in
      state.requests += 1
      guard let fault else {
        state.failures[host] = nil
        return
      }
      state.failures[host, default: 0] += 1
      state.lastFault[host] = fault.hasPrefix(host + ": ") ? String(fault.dropFirst(host.count + 2)) : fault
    }
  }

  private func transfer(
    _ address: WebAddress, _ headers: [String], _ limit: Int, _ decodes: Bool
  ) throws(MapError) -> HTTPAnswer {
    guard HTTPClient.isReady, let handle = curl_easy_init() else { throw MapError("no network library") }
    defer { curl_easy_cleanup(handle) }
    let sink = AnswerSink(limit: limit)
    var list: UnsafeMutablePointer<curl_slist>?
    for header in headers { list = curl_slist_append(list, header) }
    defer { curl_slist_free_all(list) }
    replay_curl_set_string(handle, CURLOPT_URL, address.text)
    replay_curl_set_string(handle, CURLOPT_USERAGENT, options.userAgent)
    if decodes { replay_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "") }
    replay_curl_set_list(handle, CURLOPT_HTTPHEADER, list)
    let web = Int(CURLPROTO_HTTP | CURLPROTO_HTTPS)
    for (option, value) in [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 1), (CURLOPT_MAXREDIRS, 3), (CURLOPT_PROTOCOLS, web),
      (CURLOPT_REDIR_PROTOCOLS, web), (CURLOPT_CONNECTTIMEOUT, options.connectSeconds),
      (CURLOPT_TIMEOUT, options.answerSeconds), (CURLOPT_LOW_SPEED_LIMIT, 100),
      (CURLOPT_LOW_SPEED_TIME, options.connectSeconds), (CURLOPT_PIPEWAIT, 1),
    ] { replay_curl_set_long(handle, option, value) }
    let context = Unmanaged.passUnretained(sink).toOpaque()
    replay_curl_set_sinks(
      handle,
      { data, size, count, context in
        guard let data, let context else { return 0 }
        return Unmanaged<AnswerSink>.fromOpaque(context).takeUnretainedValue().body(data, size * count)
      },
      { data, size, count, context in
        guard let data, let context else { return 0 }
        return Unmanaged<AnswerSink>.fromOpaque(context).takeUnretainedValue().header(data, size * count)
      }, context)
    let code = withExtendedLifetime(sink) { curl_easy_perform(handle) }
    guard code == CURLE_OK else {
      if sink.isTooLarge { throw MapError("\(address.host): sends more than \(limit) bytes") }
      throw MapError("\(address.host): \(String(cString: curl_easy_strerror(code)))")
    }
    return HTTPAnswer(status: Int(replay_curl_status(handle)), headers: sink.headers, body: sink.bytes)
  }
}

/// Takes a transfer's bytes on the thread that runs it.
private final class AnswerSink {
  let limit: Int
  var bytes: [UInt8] = []
  var headers: [String: String] = [:]
  var isTooLarge = false

  init(limit: Int) { self.limit = limit }

  func body(_ data: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    guard bytes.count + count <= limit else {
      isTooLarge = true
      return 0
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
    return count
  }

  func header(_ data: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    let line = String(decoding: UnsafeRawBufferPointer(start: data, count: count), as: UTF8.self)
    // A new status line begins the headers of the next answer after a redirection.
    if line.hasPrefix("HTTP/") { headers = [:] }
    if let colon = line.firstIndex(of: ":"), headers.count < 100 {
      let name = line[..<colon].lowercased()
      headers[name] = line[line.index(after: colon)...].trimmed
    }
    return count
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
