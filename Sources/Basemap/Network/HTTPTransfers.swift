import CCurl
import Synchronization

/// Single transfers through libcurl, over connections that are kept open for the next ones.
final class HTTPTransfers: Sendable {
  enum Outcome: Sendable {
    case answer(HTTPAnswer)
    /// More came than was allowed.
    case tooLarge
    /// Why there is no answer.
    case failure(String)
  }

  private struct Handle: @unchecked Sendable { var pointer: OpaquePointer }
  private let free = Mutex<[Handle]>([])
  private static let isReady: Bool = replay_curl_start() == CURLE_OK

  deinit { free.withLock { $0.forEach { curl_easy_cleanup(UnsafeMutableRawPointer($0.pointer)) } } }

  /// One GET on the thread that calls; redirections are answers.
  func get(
    _ address: WebAddress, headers: [String], limit: Int, decodes: Bool, options: NetworkOptions
  ) -> Outcome {
    guard HTTPTransfers.isReady, let handle = take() else { return .failure("no network library") }
    defer { giveBack(handle) }
    let sink = AnswerSink(limit: limit)
    var list: UnsafeMutablePointer<curl_slist>?
    for header in headers { list = curl_slist_append(list, header) }
    defer { curl_slist_free_all(list) }
    replay_curl_set_string(handle, CURLOPT_URL, address.text)
    replay_curl_set_string(handle, CURLOPT_USERAGENT, options.userAgent)
    if decodes { replay_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "") }
    replay_curl_set_list(handle, CURLOPT_HTTPHEADER, list)
    for (option, value) in [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS)),
      (CURLOPT_CONNECTTIMEOUT, options.connectSeconds), (CURLOPT_TIMEOUT, options.answerSeconds),
      (CURLOPT_LOW_SPEED_LIMIT, 100), (CURLOPT_LOW_SPEED_TIME, options.connectSeconds),
    ] { replay_curl_set_long(handle, option, value) }
    replay_curl_set_sinks(
      handle,
      { data, size, count, context in
        guard let data, let context else { return 0 }
        return Unmanaged<AnswerSink>.fromOpaque(context).takeUnretainedValue().body(data, size * count)
      },
      { data, size, count, context in
        guard let data, let context else { return 0 }
        return Unmanaged<AnswerSink>.fromOpaque(context).takeUnretainedValue().header(data, size * count)
      }, Unmanaged.passUnretained(sink).toOpaque())
    let code = withExtendedLifetime(sink) { curl_easy_perform(handle) }
    guard code == CURLE_OK else {
      return sink.isTooLarge ? .tooLarge : .failure(HTTPTransfers.text(code))
    }
    var answer = HTTPAnswer(
      status: Int(replay_curl_status(handle)), headers: sink.headers, body: sink.bytes)
    if sink.headers["retry-after"] != nil { answer.retryAfter = max(0, replay_curl_retry_after(handle)) }
    answer.redirect = replay_curl_redirect(handle).map { String(cString: $0) }
    return .answer(answer)
  }

  private func take() -> UnsafeMutableRawPointer? {
    free.withLock { $0.popLast() }.map { UnsafeMutableRawPointer($0.pointer) } ?? curl_easy_init()
  }

  /// Forgets what was set; the connection stays open.
  private func giveBack(_ handle: UnsafeMutableRawPointer) {
    curl_easy_reset(handle)
    free.withLock { $0.append(Handle(pointer: OpaquePointer(handle))) }
  }

  private static func text(_ code: CURLcode) -> String {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: "does not answer in time"
    case CURLE_COULDNT_RESOLVE_HOST: "there is no server of this name, or no network"
    case CURLE_COULDNT_CONNECT: "cannot be reached"
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING: "breaks off its answer"
    default: String(cString: curl_easy_strerror(code))
    }
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
    // A new status line begins the headers of another answer.
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
