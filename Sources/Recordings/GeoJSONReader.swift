/// GeoJSON: lines with the times that exporters put beside them (`coordTimes`, `coordinateProperties`).
struct GeoJSONReader {
  private var scanner: JSONScanner
  private var builder: SessionBuilder
  private let limits: RecordingLimits
  private var otherGeometries = 0

  private struct Feature {
    var lines: [[TrackPoint]] = []
    var times: [Double] = []
    var heartRates: [Double] = []
    var cadences: [Double] = []
    var powers: [Double] = []
    var name: String?
    var sport: String?
  }

  /// Reads a whole file.
  static func read(
    _ bytes: HeldBytes, file: String, limits: RecordingLimits
  ) throws(RecordingError) -> SessionBuilder {
    let outcome: Result<SessionBuilder, RecordingError> = bytes.withBytes { raw in
      var reader = GeoJSONReader(raw.assumingMemoryBound(to: UInt8.self), file: file, limits: limits)
      do throws(JSONScanner.Fault) {
        try reader.readObject()
        guard reader.scanner.peek() == 0 else {
          throw JSONScanner.Fault(position: reader.scanner.position, message: "text after the end")
        }
      } catch {
        return .failure(reader.located(error))
      }
      return .success(reader.builder).flatMap { builder in
        builder.hasPoints ? .success(builder) : .failure(reader.reasonForNothing())
      }
    }
    return try outcome.get()
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, limits: RecordingLimits) {
    scanner = JSONScanner(bytes, limits: limits)
    builder = SessionBuilder(format: "geojson", file: file, limits: limits)
    self.limits = limits
  }

  private func reasonForNothing() -> RecordingError {
    builder.noUsablePoints
      ?? RecordingError(
        file: builder.file,
        message: otherGeometries > 0
          ? "holds no line to replay, only other geometries (\(otherGeometries))"
          : "is JSON without a GeoJSON line")
  }

  private func located(_ fault: JSONScanner.Fault) -> RecordingError {
    let before = scanner.bytes[..<min(fault.position, scanner.bytes.count)]
    let line = before.reduce(1) { $0 + ($1 == 10 ? 1 : 0) }
    let column = before.count - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
    return RecordingError(
      file: builder.file, line: line, column: column, message: "not well-formed JSON: \(fault.message)")
  }

  /// A feature collection, a feature, or a bare geometry: whatever of their members is there.
  private mutating func readObject() throws(JSONScanner.Fault) {
    var feature = Feature()
    try readMembers(of: &feature)
    try close(feature)
  }

  private mutating func readMembers(of feature: inout Feature) throws(JSONScanner.Fault) {
    guard scanner.peek() == UInt8(ascii: "{") else { return try scanner.skip() }
    try scanner.openObject()
    var isFirst = true
    var type = ""
    var numbers: [TrackPoint] = []
    var breaks: [Int] = []
    while let key = try scanner.nextKey(isFirst: &isFirst) {
      switch String(decoding: key, as: UTF8.self) {
      case "type": type = try scanner.text().map { String(decoding: $0.prefix(40), as: UTF8.self) } ?? ""
      case "features":
        try forEachElement { (reader: inout Self) throws(JSONScanner.Fault) in try reader.readObject() }
      case "geometries":
        var inner = Feature()
        try forEachElement { (reader: inout Self) throws(JSONScanner.Fault) in
          try reader.readMembers(of: &inner)
        }
        feature.lines += inner.lines
      case "geometry": try readMembers(of: &feature)
      case "properties": try readProperties(of: &feature)
      case "coordinates": try readCoordinates(into: &numbers, breaks: &breaks)
      default: try scanner.skip()
      }
    }
    guard !numbers.isEmpty else { return }
    if type == "LineString" || type == "MultiLineString" {
      for (index, start) in breaks.enumerated() {
        let end = index + 1 < breaks.count ? breaks[index + 1] : numbers.count
        if end > start { feature.lines.append(Array(numbers[start..<end])) }
      }
    } else {
      otherGeometries += 1
    }
  }

  private mutating func forEachElement(
    _ body: (inout Self) throws(JSONScanner.Fault) -> Void
  ) throws(JSONScanner.Fault) {
    guard scanner.peek() == UInt8(ascii: "[") else { return try scanner.skip() }
    try scanner.openArray()
    var isFirst = true
    while try scanner.nextElement(isFirst: &isFirst) { try body(&self) }
  }

  /// Positions of any nesting; an array of arrays of numbers begins a line.
  private mutating func readCoordinates(
    into points: inout [TrackPoint], breaks: inout [Int]
  ) throws(JSONScanner.Fault) {
    guard scanner.peek() == UInt8(ascii: "[") else { return try scanner.skip() }
    try scanner.openArray()
    var isFirst = true
    var numbers: [Double?] = []
    var isPosition = false
    var hasBroken = false
    while try scanner.nextElement(isFirst: &isFirst) {
      if scanner.peek() == UInt8(ascii: "[") {
        if !hasBroken { breaks.append(points.count) }
        hasBroken = true
        guard breaks.count <= limits.points else {
          throw JSONScanner.Fault(position: scanner.position, message: "more than \(limits.points) lines")
        }
        try readCoordinates(into: &points, breaks: &breaks)
      } else {
        isPosition = true
        let number = try scanner.number()
        if numbers.count < 4 { numbers.append(number) }
      }
    }
    guard isPosition else { return }
    if points.count > limits.points {
      throw JSONScanner.Fault(position: scanner.position, message: "more than \(limits.points) points")
    }
    var point = TrackPoint(latitude: .nan, longitude: .nan)
    if numbers.count >= 2, let east = numbers[0], let north = numbers[1] {
      point = TrackPoint(latitude: north, longitude: east)
      if numbers.count > 2, let height = numbers[2], height > -1_000, height < 12_000 {
        point.elevation = height
      }
    }
    points.makeRoom(upTo: limits.points)
    points.append(point)
  }

  private mutating func readProperties(of feature: inout Feature) throws(JSONScanner.Fault) {
    guard scanner.peek() == UInt8(ascii: "{") else { return try scanner.skip() }
    try scanner.openObject()
    var isFirst = true
    while let key = try scanner.nextKey(isFirst: &isFirst) {
      switch String(decoding: key, as: UTF8.self) {
      case "name", "title":
        if let text = try scanner.text() { feature.name = ActivityText.clean(text, limit: limits.nameLength) }
      case "type", "sport", "activity":
        if let text = try scanner.text() {
          feature.sport = ActivityText.sport(ActivityText.clean(text, limit: 60))
        }
      case "coordTimes", "times", "time", "timestamps": try readList(into: &feature.times, isTime: true)
      case "heartRates", "heart", "heartRate", "hr": try readList(into: &feature.heartRates)
      case "cads", "cadence", "cadences": try readList(into: &feature.cadences)
      case "powers", "power", "watts": try readList(into: &feature.powers)
      case "coordinateProperties": try readProperties(of: &feature)
      default: try scanner.skip()
      }
    }
  }

  /// A flat or nested list of times or numbers; NaN where there is none.
  private mutating func readList(into list: inout [Double], isTime: Bool = false) throws(JSONScanner.Fault) {
    guard scanner.peek() == UInt8(ascii: "[") else { return try scanner.skip() }
    try scanner.openArray()
    var isFirst = true
    while try scanner.nextElement(isFirst: &isFirst) {
      let first = scanner.peek()
      if first == UInt8(ascii: "[") {
        try readList(into: &list, isTime: isTime)
      } else if first == UInt8(ascii: "\"") {
        let text = try scanner.text() ?? []
        let value = text.withUnsafeBufferPointer {
          isTime ? builder.time($0, at: 0) : DecimalNumber.parse($0)
        }
        list.append(value ?? .nan)
      } else {
        // Numbers are seconds since 1970, or milliseconds where they are too large for that.
        let value = try scanner.number() ?? .nan
        list.append(isTime && value > 1e11 ? value / 1000 : value)
      }
      if list.count > limits.points {
        throw JSONScanner.Fault(position: scanner.position, message: "more than \(limits.points) values")
      }
    }
  }

  private mutating func close(_ feature: Feature) throws(JSONScanner.Fault) {
    let count = feature.lines.reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    builder.name = builder.name ?? feature.name
    builder.sport = builder.sport ?? feature.sport
    let isTimed = feature.times.count == count
    if !feature.times.isEmpty, !isTimed {
      builder.report.warn(
        "a line has \(count) places but \(feature.times.count) times, which cannot be matched; its times are ignored"
      )
    }
    var index = 0
    for line in feature.lines {
      builder.beginSegment()
      for var point in line {
        builder.report.pointsRead += 1
        if isTimed, feature.times[index].isFinite {
          if Timestamp.years.contains(feature.times[index]) {
            point.time = feature.times[index]
          } else {
            builder.report.note("time out of range", dropped: false)
          }
        }
        set(.heartRate, feature.heartRates, index, count, of: &point)
        set(.cadence, feature.cadences, index, count, of: &point)
        set(.power, feature.powers, index, count, of: &point)
        index += 1
        guard point.latitude.isFinite else {
          builder.report.note("position not a number")
          continue
        }
        if !builder.append(point, at: index) {
          throw JSONScanner.Fault(position: scanner.position, message: "more than \(limits.points) points")
        }
      }
    }
  }

  private func set(
    _ field: SensorField, _ values: [Double], _ index: Int, _ count: Int, of point: inout TrackPoint
  ) {
    guard values.count == count else { return }
    point.set(field, field.plausible(values[index]))
  }
}
