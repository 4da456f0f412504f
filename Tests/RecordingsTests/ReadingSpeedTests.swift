import CExpat
import Foundation
import Testing

@testable import Recordings

/// Speed and memory of the readers; slow, so only with `REPLAY_BENCH` set and an optimised build (docs/performance.md).
@Suite(.enabled(if: ProcessInfo.processInfo.environment["REPLAY_BENCH"] != nil), .serialized)
struct ReadingSpeedTests {
  /// A file of 120 MB: 520,000 points with sensors, as a watch's site exports them.
  private static func bigGPX() throws -> String {
    let path = NSTemporaryDirectory() + "reading-speed-520k.gpx"
    var text =
      "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\n"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try #require(FileHandle(forWritingAtPath: path))
    for index in 0..<520_000 {
      let angle = Double(index) / 1000
      text += "      <trkpt lat=\"\(47 + sin(angle) / 10)\" lon=\"\(8 + cos(angle) / 10)\">\n"
      text += "        <ele>\(400 + index % 100)</ele>\n        <time>"
      text += Timestamp(seconds: 1_700_000_000 + Double(index), offset: 0).text + "</time>\n"
      text += "        <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(120 + index % 60)</gpxtpx:hr>"
      text += "<gpxtpx:cad>85</gpxtpx:cad></gpxtpx:TrackPointExtension></extensions>\n      </trkpt>\n"
      if text.utf8.count > 1 << 20 {
        try file.write(contentsOf: Data(text.utf8))
        text = ""
      }
    }
    try file.write(contentsOf: Data((text + "</trkseg></trk></gpx>\n").utf8))
    try file.close()
    return path
  }

  private static func expatAlone(_ path: String) throws {
    let bytes = try FileBytes(path: path)
    let parser = try #require(XML_ParserCreate(nil))
    if ProcessInfo.processInfo.environment["REPLAY_BENCH"] == "handlers" {
      XML_SetElementHandler(parser, { _, _, _ in }, { _, _ in })
      XML_SetCharacterDataHandler(parser) { _, _, _ in }
    }
    defer { XML_ParserFree(parser) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try bytes.read(into: buffer)
      let status = XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), count == 0 ? 1 : 0)
      #expect(status == XML_STATUS_OK)
      if count == 0 { return }
    }
  }

  /// Seconds of processor time, which other work on the machine hardly changes.
  private static func measure(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    try body()
    return now() - start
  }

  private static func peakMegabytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
  }

  @Test func gpxAgainstExpatAlone() throws {
    let path = try Self.bigGPX()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    let before = Self.peakMegabytes()
    var own = 100.0
    var expat = 100.0
    for _ in 0..<5 {
      let time = try Self.measure {
        let session = try RecordingReader.read(path: path)
        #expect(session.points.count == 520_000)
      }
      own = min(own, time)
      expat = min(expat, try Self.measure { try Self.expatAlone(path) })
    }
    let peak = Self.peakMegabytes()
    print(
      "GPX \(size >> 20) MB: \(own) s, expat alone \(expat) s, ratio \(own / expat), peak \(peak) MB (\(before) before)"
    )
    #expect(own / expat < 1.5)
    #expect(peak < 200)
  }

  @Test func fitOfAHundredThousandRecords() throws {
    var file = FITBytes()
    file.define(0, 20, FITBytes.record)
    for second in 0..<100_000 { file.record(second: second, latitude: GPXText.latitude(second % 10_000)) }
    let bytes = file.file()
    var best = 100.0
    for _ in 0..<5 {
      best = min(
        best,
        try Self.measure {
          let session = try RecordingReader.read(bytes: bytes, file: "x")
          #expect(session.points.count == 100_000)
        })
    }
    print("FIT 100,000 records: \(best) s")
    #expect(best < 0.3)
  }
}
