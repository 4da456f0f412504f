/// NMEA 0183: `RMC` gives place, time and date, `GGA` the height. Talker and checksum: any talker, wrong sums are left out.
struct NMEAReader {
  private var builder: SessionBuilder
  private let limits: RecordingLimits
  private var line = 0
  /// Line ends of either kind.
  private var lines = 0
  private var sentences = 0
  private var date: (year: Int, month: Int, day: Int)?
  private var point: TrackPoint?
  private var clock: Double?
  private var isFull = false
  /// Bytes of a sentence that are looked at; the standard allows 82.
  private static let sentenceLength = 200

  /// Reads a stream of sentences.
  static func read(
    _ source: PeekableBytes, file: String, limits: RecordingLimits
  ) throws(RecordingError) -> SessionBuilder {
    var reader = NMEAReader(file: file, limits: limits)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var sentence: [UInt8] = []
    while !reader.isFull {
      let count = try source.read(into: buffer)
      if count == 0 { break }
      var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])[...]
      while let end = rest.firstIndex(where: { $0 == 10 || $0 == 13 }) {
        sentence += rest[..<end].prefix(NMEAReader.sentenceLength - sentence.count)
        reader.take(sentence)
        sentence.removeAll(keepingCapacity: true)
        reader.lines += 1
        guard reader.lines <= limits.messages else {
          throw RecordingError(file: file, message: "holds more than \(limits.messages) lines")
        }
        if rest[end] == 10 { reader.line += 1 }
        rest = rest[(end + 1)...]
      }
      sentence += rest.prefix(NMEAReader.sentenceLength - sentence.count)
    }
    reader.take(sentence)
    reader.closePoint()
    if reader.isFull { throw RecordingError(file: file, message: "holds more than \(limits.points) points") }
    guard reader.builder.hasPoints else {
      throw RecordingError(file: file, message: "holds no positions (had the receiver no fix?)")
    }
    return reader.builder
  }

  private init(file: String, limits: RecordingLimits) {
    builder = SessionBuilder(format: "nmea", file: file, limits: limits)
    self.limits = limits
  }

  private mutating func take(_ sentence: [UInt8]) {
    guard sentence.count > 6, sentence[0] == UInt8(ascii: "$"), sentence[6] == UInt8(ascii: ","),
      sentence[3..<6].elementsEqual("RMC".utf8) || sentence[3..<6].elementsEqual("GGA".utf8)
    else { return }
    // Each place has one sentence of both kinds, or may have.
    sentences += 1
    if sentences > 2 * limits.points { isFull = true }
    var body = sentence[1...]
    if let star = body.lastIndex(of: UInt8(ascii: "*")) {
      let stated = Int(String(decoding: body[(star + 1)...].prefix(2), as: UTF8.self), radix: 16)
      body = body[..<star]
      if stated != Int(body.reduce(0) { $0 ^ $1 }) {
        builder.report.note("checksum wrong", at: line)
        return
      }
    }
    let fields = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    switch String(decoding: fields[0].suffix(3), as: UTF8.self) {
    case "RMC" where fields.count >= 10: takePlace(fields)
    case "GGA" where fields.count >= 10: takeHeight(fields)
    default: break
    }
  }

  private mutating func takePlace(_ fields: [ArraySlice<UInt8>]) {
    guard fields[2].first == UInt8(ascii: "A") else {
      builder.report.note("no position", at: line)
      return
    }
    if fields[9].count == 6, let stamp = number(fields[9]).flatMap({ Int(exactly: $0) }), stamp >= 0 {
      let year = stamp % 100
      date = (year >= 80 ? 1900 + year : 2000 + year, stamp / 100 % 100, stamp / 10_000)
    }
    open(clock: fields[1], fields[3], fields[4], fields[5], fields[6])
  }

  private mutating func takeHeight(_ fields: [ArraySlice<UInt8>]) {
    guard (number(fields[6]) ?? 0) > 0 else { return }
    // Some devices write GGA only; it serves where the same second has no RMC.
    if number(fields[1]) != clock { open(clock: fields[1], fields[2], fields[3], fields[4], fields[5]) }
    if let height = number(fields[9]), height > -1_000, height < 12_000 { point?.elevation = height }
  }

  private mutating func open(
    clock text: ArraySlice<UInt8>, _ north: ArraySlice<UInt8>, _ northSouth: ArraySlice<UInt8>,
    _ east: ArraySlice<UInt8>, _ eastWest: ArraySlice<UInt8>
  ) {
    let stated = number(text)
    if let stated, stated == clock, let known = point {
      let time = known.time ?? time(stated)
      point?.time = time
      return
    }
    closePoint()
    clock = stated
    guard let latitude = degrees(north), let longitude = degrees(east) else {
      builder.report.pointsRead += 1
      builder.report.note("position not a number", at: line)
      return
    }
    var point = TrackPoint(
      latitude: northSouth.first == UInt8(ascii: "S") ? -latitude : latitude,
      longitude: eastWest.first == UInt8(ascii: "W") ? -longitude : longitude)
    point.time = stated.flatMap { time($0) }
    self.point = point
  }

  private mutating func closePoint() {
    guard let point else { return }
    self.point = nil
    builder.report.pointsRead += 1
    if !builder.append(point, at: line) { isFull = true }
  }

  /// Seconds since 1970 of `hhmmss.sss` on the last date seen.
  private func time(_ clock: Double) -> Double? {
    guard let date, (1...12).contains(date.month), date.day >= 1,
      date.day <= Timestamp.days(in: date.month, of: date.year), clock >= 0, clock < 240_000
    else { return nil }
    let whole = Int(clock)
    let seconds = Double(whole / 10_000 * 3600 + whole / 100 % 100 * 60) + clock - Double(whole / 100 * 100)
    return Double(Timestamp.daysSince1970(year: date.year, month: date.month, day: date.day)) * 86_400
      + seconds
  }

  /// Degrees of `dddmm.mmmm`.
  private func degrees(_ text: ArraySlice<UInt8>) -> Double? {
    guard let value = number(text), value >= 0, value < 18_100 else { return nil }
    let whole = (value / 100).rounded(.down)
    return whole + (value - whole * 100) / 60
  }

  private func number(_ text: ArraySlice<UInt8>) -> Double? {
    text.withUnsafeBufferPointer { DecimalNumber.parse($0) }
  }
}
