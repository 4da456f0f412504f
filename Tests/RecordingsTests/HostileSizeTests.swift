import Testing

@testable import Recordings

/// Inputs made to cost time or memory: each ends soon, with one line.
struct HostileSizeTests {
  private func message(_ bytes: [UInt8]) -> String {
    do throws(RecordingError) {
      let session = try RecordingReader.read(bytes: bytes, file: "x")
      return "read \(session.points.count)"
    } catch {
      return error.message
    }
  }
  private func repeated(_ text: String, _ count: Int) -> [UInt8] {
    let unit = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count * count)
    for _ in 0..<count { bytes += unit }
    return bytes
  }

  @Test func pointsWithoutPositionsCountToo() {
    let bytes = Array("<gpx><trk><trkseg>".utf8) + repeated("<trkpt/>", 2_000_100)
    #expect(message(bytes).contains("more than 2000000 points"))
  }

  @Test func emptyMessagesAreBounded() {
    var file = FITBytes()
    file.define(0, 500, [])
    file.body += [UInt8](repeating: 0, count: 10_000_100)
    #expect(message(file.file(checksum: [0, 0])).contains("more than 10000000 messages"))
  }

  @Test func oneLongCommentIsRefused() {
    let bytes = Array("<gpx><!--".utf8) + [UInt8](repeating: 0x20, count: 6 << 20)
    #expect(message(bytes).contains("longer than 4 MB"))
  }

  @Test func aLongTextIsPassedOver() {
    let bytes =
      Array("<gpx><trk><name>".utf8) + [UInt8](repeating: 0x41, count: 6 << 20)
      + Array("</name><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>".utf8)
    #expect(message(bytes) == "read 1")
  }

  @Test func packedBlanksAreRefused() {
    let bomb = Packing.gzip(Array("<gpx>".utf8) + [UInt8](repeating: 0x20, count: 4 << 20))
    #expect(message(bomb).contains("times its size"))
  }

  @Test func beyondTheGlobeTakesNoLongSearch() {
    let bytes =
      Array("<gpx><trk><trkseg>".utf8)
      + repeated("<trkpt lat=\"1\" lon=\"200\"/><trkpt lat=\"0\" lon=\"0\"/>", 20_000)
      + Array("</trkseg></trk></gpx>".utf8)
    let time = ContinuousClock().measure { _ = message(bytes) }
    #expect(time < .seconds(5))
  }
}
