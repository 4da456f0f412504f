import Foundation
import Synchronization

/// A server on this machine that answers as a test says: a thread and one request a connection.
final class ScriptedServer: Sendable {
  struct Request: Sendable {
    var path: String
    var headers: [String: String]
    /// Bytes asked for by `Range: bytes=a-b`.
    var range: ClosedRange<Int>? {
      let numbers = (headers["range"] ?? "").dropFirst("bytes=".count).split(separator: "-").compactMap {
        Int($0)
      }
      return numbers.count == 2 && numbers[0] <= numbers[1] ? numbers[0]...numbers[1] : nil
    }
  }
  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// Bytes sent before the connection is dropped; nil for all.
    var dropsAfter: Int?
    /// Seconds before anything is sent.
    var delay = 0.0
  }

  let port: UInt16
  private let descriptor: Int32
  private let log = Mutex<[Request]>([])
  private let open = Mutex((now: 0, most: 0))
  /// The most requests that were being answered at a time.
  var mostAtOnce: Int { open.withLock { $0.most } }

  init(_ respond: @escaping @Sendable (Request, _ index: Int) -> Answer) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = bind(descriptor, generic, size)
        listen(descriptor, 64)
        var length = size
        getsockname(descriptor, generic, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(descriptor, nil, nil)
        if client < 0 { return }
        Thread.detachNewThread { [self] in
          defer { close(client) }
          guard let request = ScriptedServer.read(client) else { return }
          let index = log.withLock { log in
            log.append(request)
            return log.count - 1
          }
          open.withLock { open in
            open.now += 1
            open.most = max(open.most, open.now)
          }
          let answer = respond(request, index)
          if answer.delay > 0 { usleep(UInt32(answer.delay * 1e6)) }
          // Before the answer: the next request may come at once.
          open.withLock { $0.now -= 1 }
          ScriptedServer.send(answer, to: client)
        }
      }
    }
  }

  func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  var requests: [Request] { log.withLock { $0 } }
  var base: String { "http://127.0.0.1:\(port)" }

  private static func read(_ client: Int32) -> Request? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(client, &chunk, chunk.count, 0)
      guard count > 0, bytes.count < 65536 else { return nil }
      bytes += chunk[..<count]
    }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    let words = lines[0].split(separator: " ")
    return words.count > 1 ? Request(path: String(words[1]), headers: headers) : nil
  }

  private static func send(_ answer: Answer, to client: Int32) {
    var head = "HTTP/1.1 \(answer.status) X\r\nContent-Length: \(answer.body.count)\r\nConnection: close\r\n"
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    var bytes = Array(head.utf8) + Array("\r\n".utf8) + answer.body
    if let drop = answer.dropsAfter { bytes = Array(bytes.prefix(drop)) }
    bytes.withUnsafeBytes { whole in
      var rest = whole[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.send(client, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
