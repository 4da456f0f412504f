import Testing

@testable import Recordings

struct FITTests {
  private func read(_ bytes: [UInt8], session: Int? = nil) throws(RecordingError) -> Session {
    var options = RecordingReader.Options()
    options.session = session
    return try RecordingReader.read(bytes: bytes, file: "run.fit", options: options)
  }

  private func plain(bigEndian: Bool = false) -> FITBytes {
    var file = FITBytes()
    file.isBigEndian = bigEndian
    file.define(0, 20, FITBytes.record)
    for second in 0..<20 { file.record(second: second, latitude: GPXText.latitude(second)) }
    return file
  }

  @Test(arguments: [false, true])
  func bothByteOrders(_ isBigEndian: Bool) throws {
    let session = try read(plain(bigEndian: isBigEndian).file())
    #expect(session.points.count == 20)
    #expect(session.elapsed == 19)
    #expect(abs(session.points[7].latitude - GPXText.latitude(7)) < 1e-7)
    #expect(session.points[7].heartRate == 150)
    #expect(session.points[7].deviceDistance == 21)
    #expect(session.report.warnings.isEmpty)
    #expect(session.earliest == Double(FITBytes.start) + 631_065_600)
  }

  @Test func wrongAndMissingChecksums() throws {
    for (sum, part) in [([1, 2], "checksum is wrong"), ([], "checksum at the end is missing")]
      as [([UInt8], String)]
    {
      let session = try read(plain().file(checksum: sum))
      #expect(session.points.count == 20)
      #expect(session.report.warnings.count == 1 && session.report.warnings[0].contains(part))
    }
  }

  @Test func headerWithoutLength() throws {
    let session = try read(plain().file(length: 0))
    #expect(session.points.count == 20)
    #expect(session.report.warnings == ["the header states no length"])
  }

  @Test func everyTruncationKeepsWhatIsWhole() throws {
    let bytes = plain().file()
    var last = 0
    for count in 13..<bytes.count {
      guard let session = try? read(Array(bytes[..<count])) else { continue }
      #expect(session.points.count >= last)
      #expect(!session.report.warnings.isEmpty)
      last = session.points.count
    }
    #expect(last == 20)
  }

  @Test func pausesFromTimerEvents() throws {
    var file = FITBytes()
    file.define(0, 20, FITBytes.record)
    file.define(1, 21, FITBytes.event)
    func event(_ second: Int, _ type: Int) {
      file.data(1, [(FITBytes.start + second, 4), (0, 1), (type, 1)])
    }
    event(0, 0)
    for second in 0..<10 { file.record(second: second, latitude: GPXText.latitude(second)) }
    event(10, 4)
    event(70, 0)
    for second in 70..<80 { file.record(second: second, latitude: GPXText.latitude(second - 60)) }
    event(80, 4)
    let session = try read(file.file())
    let start = Double(FITBytes.start) + 631_065_600
    #expect(session.pauses == [start + 10...start + 70])
    #expect(session.segments.count == 1)
  }

  @Test func multisportChoosesTheSession() throws {
    var file = FITBytes()
    file.define(0, 20, FITBytes.record)
    file.define(1, 18, FITBytes.session)
    file.define(2, 19, FITBytes.lap)
    for second in 0..<30 { file.record(second: second, latitude: GPXText.latitude(second)) }
    for (index, sport) in [5, 2, 1].enumerated() {
      let start = FITBytes.start + index * 10
      file.data(2, [(start + 10, 4), (start, 4), (10_000, 4), (3000, 4)])
      file.data(1, [(start + 10, 4), (start, 4), (sport, 1), (10_000, 4), (9_000, 4), (3000, 4)])
    }
    let all = try read(file.file())
    #expect(all.points.count == 30)
    #expect(all.sport == "multisport")
    #expect(all.deviceTotals.distance == 90)
    #expect(all.report.warnings.contains { $0.contains("3 sessions (1 swimming, 2 cycling, 3 running)") })
    let run = try read(file.file(), session: 3)
    #expect(run.points.count == 10)
    #expect(run.sport == "running")
    #expect(run.deviceTotals.movingTime == 9)
    #expect(run.laps == [.init(start: run.earliest, duration: 10, distance: 30)])
    #expect(throws: RecordingError.self) { try read(file.file(), session: 4) }
  }

  @Test func developerFieldsAndNewDefinitions() throws {
    var file = FITBytes()
    file.define(0, 20, FITBytes.record, developer: [(0, 3, 0), (1, 2, 0)])
    for second in 0..<10 {
      file.record(second: second, latitude: GPXText.latitude(second), extra: [(0xabcdef, 3), (7, 2)])
    }
    file.define(0, 20, FITBytes.record)
    for second in 10..<20 { file.record(second: second, latitude: GPXText.latitude(second)) }
    let session = try read(file.file())
    #expect(session.points.count == 20)
    #expect(session.elapsed == 19)
  }

  @Test func chainedFilesAreOneActivity() throws {
    var second = FITBytes()
    second.define(0, 20, FITBytes.record)
    for index in 20..<40 { second.record(second: index, latitude: GPXText.latitude(index)) }
    let session = try read(plain().file() + second.file())
    #expect(session.points.count == 40)
    #expect(session.report.warnings.isEmpty)
    let junk = try read(plain().file() + [1, 2, 3])
    #expect(junk.points.count == 20)
    #expect(junk.report.warnings.count == 1)
  }

  @Test func treadmillIsRefusedWithTheReason() {
    var file = FITBytes()
    file.define(0, 20, FITBytes.record)
    for second in 0..<20 { file.record(second: second) }
    do throws(RecordingError) {
      _ = try read(file.file())
      Issue.record("read")
    } catch {
      #expect(error.description.hasPrefix("run.fit: has 20 records but no positions (treadmill"))
    }
  }

  /// Any field may be stated as floating point, with values that are no integer and no sum.
  @Test(arguments: [1e300, -1e300, 1e19, .nan, .infinity, 0.5])
  func floatingPointFieldsNeverTrap(_ value: Double) throws {
    var file = FITBytes()
    let double: UInt8 = 0x89
    let number = (Int(bitPattern: UInt(value.bitPattern)), 8)
    let stamp = (FITBytes.start, 4)
    file.define(1, 0, [(0, 8, double)])
    file.data(1, [number])
    file.define(1, 12, [(0, 8, double), (1, 8, double)])
    file.data(1, [number, number])
    file.define(1, 34, [(253, 4, 0x86), (5, 8, double)])
    file.data(1, [stamp, number])
    file.define(1, 21, [(253, 4, 0x86), (0, 8, double), (1, 8, double)])
    file.data(1, [stamp, number, number])
    for message in [18, 19] {
      let fields: [UInt8] = [2, 5, 6, 7, 8, 9, 22, 23]
      file.define(1, message, [(253, 4, 0x86)] + fields.map { ($0, 8, double) })
      file.data(1, [stamp] + fields.map { _ in number })
    }
    file.define(0, 20, FITBytes.record)
    for second in 0..<3 { file.record(second: second, latitude: GPXText.latitude(second)) }
    let fields: [UInt8] = [2, 3, 4, 5, 7, 13, 53, 78]
    file.define(2, 20, FITBytes.record.dropLast(2) + fields.map { ($0, 8, double) })
    file.data(2, [stamp, (1 << 29, 4), (1 << 27, 4)] + fields.map { _ in number })
    file.define(2, 20, [(253, 8, double), (0, 8, double), (1, 8, double)])
    file.data(2, [number, number, number])
    let session = try read(file.file())
    #expect(session.points.count >= 3)
    #expect(session.points.allSatisfy { $0.elevation.map { $0 > -1_000 && $0 < 12_000 } ?? true })
    #expect(session.points.allSatisfy { $0.deviceDistance?.isFinite ?? true })
    #expect(session.deviceTotals.distance.map { $0 >= 0 && $0 < 1e9 } ?? true)
  }

  @Test func deviceDistanceAgrees() throws {
    // Outdoors and whole: the sum of the way against what the watch says.
    for name in [
      "garmin-fenix-2-run.fit", "garmin-fenix-5x-stryd-developer-fields.fit",
      "stryd-run-developer-fields.fit",
      "wahoo-no-application-id.fit", "zwift-virtual-ride.fit", "triathlon-five-sessions-chained-headers.fit",
    ] {
      guard let entry = SharedRecordings.entries.first(where: { $0.name == name }) else { continue }
      let session = try SharedRecordings.read(entry).get()
      let device = try #require(session.deviceTotals.distance)
      let last = try #require(session.points.last?.deviceDistance)
      // The session counts on after the last position.
      let difference = min(abs(session.summedDistance - device), abs(session.summedDistance - last))
      #expect(difference < device * 0.01 + 2, "\(name): \(session.summedDistance) of \(device)")
    }
  }

  @Test func damagedBytesNeverTrap() {
    let good = plain().file()
    var state: UInt64 = 1
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      _ = try? read(bytes)
    }
  }
}
