import Glibc
import Recordings

/// Kind of input, from `FUZZ_KIND`: what marks a kind is put back after each mutation, so that the run stays with it.
private let kind = getenv("FUZZ_KIND").map { String(cString: $0) } ?? "gpx"

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum FuzzRecordings {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, fuzzRecordings))
  }
}

/// No input may trap, hang, or give a session whose numbers are impossible.
private func fuzzRecordings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))
  switch kind {
  case "fit":
    guard bytes.count > 12 else { return 0 }
    bytes[0] = bytes[0] & 1 == 0 ? 12 : 14
    bytes.replaceSubrange(8..<12, with: ".FIT".utf8)
  case "gzip":
    guard bytes.count > 10 else { return 0 }
    bytes.replaceSubrange(0..<3, with: [0x1f, 0x8b, 8])
  default: break
  }
  var options = RecordingReader.Options()
  options.limits.points = 10_000
  options.limits.bytes = 1 << 22
  guard let session = try? RecordingReader.read(bytes: bytes, file: "input", options: options) else {
    return 0
  }
  precondition(!session.points.isEmpty)
  precondition(
    session.segments.first?.lowerBound == 0 && session.segments.last?.upperBound == session.points.count)
  precondition(
    zip(session.segments, session.segments.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
  for point in session.points {
    precondition(abs(point.latitude) <= 90 && abs(point.longitude) <= 180)
    precondition(point.time?.isFinite ?? true)
    precondition(point.elevation?.isFinite ?? true)
  }
  return 0
}
