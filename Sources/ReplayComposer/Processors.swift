import Glibc

/// The machine's processors.
enum Processors {
  /// Processors that this process may use, at least 1: its affinity, cut by a container's share of time.
  static var count: Int {
    var count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    for line in lines("/proc/self/status") where line.hasPrefix("Cpus_allowed:") {
      let bits = line.dropFirst(13).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
      if bits > 0 { count = min(count, bits) }
    }
    let quota = lines("/sys/fs/cgroup/cpu.max").first?.split(separator: " ") ?? []
    if quota.count == 2, let most = Double(quota[0]), let period = Double(quota[1]), period > 0 {
      count = min(count, Int((most / period).rounded(.up)))
    }
    return max(1, count)
  }

  private static func lines(_ path: String) -> [Substring] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map { Substring($0) }
  }
}
