/// KML: `gx:Track` with times, else `LineString`. Placemarks that are points are left out.
struct KMLContent: XMLContent {
  private var tracks: SessionBuilder
  private var lines: SessionBuilder
  private let limits: RecordingLimits
  private var stack: [Element] = []
  private var field: Field?
  private var pointLine = 0
  private var placemarkName: String?
  private var documentName: String?
  private var placemarks = 0

  // The track at hand: times and places come in two lists, sensors in more.
  private var places: [TrackPoint?] = []
  private var placeLines: [UInt32] = []
  private var times: [Double] = []
  private var sensor: SensorField?
  private var sensorCount = 0
  private var sensors: [SensorField: [Float]] = [:]
  private var tuple: [UInt8] = []
  private var linePoints = 0

  private enum Element: UInt8 { case other, document, placemark, track, line, array, coordinates }
  private enum Field { case name, when, place, value }

  init(file: String, limits: RecordingLimits) {
    self.limits = limits
    tracks = SessionBuilder(format: "kml", file: file, limits: limits)
    lines = SessionBuilder(format: "kml", file: file, limits: limits)
  }

  mutating func start(_ name: XMLName, attributes: XMLAttributes, of document: inout XMLState) {
    let parent = stack.last ?? .other
    var element = Element.other
    field = nil
    switch name {
    case "when" where parent == .track: field = .when
    case "coord" where parent == .track:
      field = .place
      pointLine = document.line
    case "value" where parent == .array: field = sensor == nil ? nil : .value
    case "Track":
      element = .track
      openTrack()
    case "SimpleArrayData":
      element = .array
      sensorCount = 0
      sensor = attributes.value("name").flatMap { KMLContent.sensor($0) }
      if let sensor { sensors[sensor] = [] }
    case "LineString":
      element = .line
      lines.beginSegment()
    case "coordinates" where parent == .line:
      element = .coordinates
      tuple = []
      pointLine = document.line
      document.streamText()
    case "Placemark":
      element = .placemark
      placemarks += 1
      placemarkName = nil
    case "Document", "Folder": element = .document
    case "name" where parent == .placemark || parent == .document: field = .name
    default: break
    }
    stack.append(element)
    if field != nil { document.gatherText() }
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, of document: inout XMLState) {
    for byte in bytes {
      if RecordingFormat.isBlank(byte) {
        closeTuple(&document)
      } else if tuple.count < 256 {
        tuple.append(byte)
      }
    }
  }

  mutating func end(of document: inout XMLState) {
    if let field {
      document.endText()
      take(field, document.text, of: &document)
      self.field = nil
    }
    switch stack.popLast() ?? .other {
    case .coordinates:
      closeTuple(&document)
      document.endText()
    case .track: closeTrack(&document)
    case .array: sensor = nil
    default: break
    }
  }

  mutating func finish() throws(RecordingError) -> SessionBuilder {
    if tracks.hasPoints {
      tracks.name = tracks.name ?? documentName
      return tracks
    }
    guard lines.hasPoints else {
      if let error = tracks.noUsablePoints ?? lines.noUsablePoints { throw error }
      throw RecordingError(
        file: tracks.file,
        message: placemarks > 0
          ? "holds only placemarks (\(placemarks)), no track or line to replay" : "holds no track points")
    }
    lines.name = lines.name ?? documentName
    // Height 0 everywhere is how lines without heights are written.
    if !lines.points.contains(where: { ($0.elevation ?? 0) != 0 }) {
      for index in lines.points.indices { lines.points[index].elevation = nil }
    }
    return lines
  }

  private mutating func take(_ field: Field, _ text: UnsafeBufferPointer<UInt8>, of document: inout XMLState)
  {
    switch field {
    case .name:
      let name = ActivityText.clean(text, limit: limits.nameLength)
      if stack.dropLast().last == .placemark {
        placemarkName = name
      } else {
        documentName = documentName ?? name
      }
    case .when: times.append(tracks.time(text, at: pointLine) ?? .nan)
    case .place:
      tracks.report.pointsRead += 1
      let point = KMLContent.place(text, separator: 0x20, of: &tracks, at: pointLine)
      places.makeRoom(upTo: limits.points)
      places.append(point)
      placeLines.append(UInt32(clamping: pointLine))
    case .value:
      sensorCount += 1
      guard let sensor else { return }
      let value = DecimalNumber.parse(text).flatMap { sensor.plausible($0) }
      if value == nil, !text.allSatisfy({ RecordingFormat.isBlank($0) }) {
        tracks.report.note("\(sensor.label) out of range", at: document.line, dropped: false)
      }
      sensors[sensor, default: []].append(value.map { Float($0) } ?? .nan)
    }
    if max(places.count, times.count, sensorCount) > limits.points {
      document.fail("holds more than \(limits.points) points")
    }
  }

  private mutating func openTrack() {
    places.removeAll(keepingCapacity: true)
    placeLines.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    sensors.removeAll(keepingCapacity: true)
    tracks.beginSegment()
  }

  private mutating func closeTrack(_ document: inout XMLState) {
    let isPaired = times.count == places.count
    if !isPaired, !times.isEmpty, !places.isEmpty {
      tracks.report.warn(
        "a track has \(places.count) places but \(times.count) times, which cannot be matched; its times are ignored"
      )
      tracks.report.note("times without a place each", dropped: false, count: times.count)
    }
    for (field, values) in sensors {
      for (index, value) in zip(places.indices, values) where !value.isNaN {
        places[index]?.set(field, Double(value))
      }
    }
    for index in places.indices {
      guard var point = places[index] else { continue }
      if isPaired, !times[index].isNaN { point.time = times[index] }
      if !tracks.append(point, at: Int(placeLines[index])) {
        return document.fail("holds more than \(limits.points) points")
      }
      tracks.name = tracks.name ?? placemarkName
    }
  }

  private mutating func closeTuple(_ document: inout XMLState) {
    guard !tuple.isEmpty else { return }
    lines.report.pointsRead += 1
    if lines.report.pointsRead > limits.points { document.fail("holds more than \(limits.points) points") }
    let line = pointLine
    let point = tuple.withUnsafeBufferPointer { text in
      KMLContent.place(text, separator: UInt8(ascii: ","), of: &lines, at: line)
    }
    tuple.removeAll(keepingCapacity: true)
    guard let point else { return }
    lines.name = lines.name ?? placemarkName
    if !lines.append(point, at: pointLine) { document.fail("holds more than \(limits.points) points") }
  }

  /// `longitude latitude height`, parted by blanks or commas.
  private static func place(
    _ text: UnsafeBufferPointer<UInt8>, separator: UInt8, of builder: inout SessionBuilder, at line: Int
  ) -> TrackPoint? {
    let parts = text.split { separator == 0x20 ? RecordingFormat.isBlank($0) : $0 == separator }
    guard !parts.isEmpty else {
      builder.report.note("position missing", at: line)
      return nil
    }
    let numbers = parts.prefix(3).map { DecimalNumber.parse(UnsafeBufferPointer(rebasing: $0)) }
    guard numbers.count >= 2, let east = numbers[0], let north = numbers[1] else {
      builder.noteBadPosition("position not a number", text, at: line)
      return nil
    }
    var point = TrackPoint(latitude: north, longitude: east)
    if numbers.count > 2, let height = numbers[2], height > -1_000, height < 12_000 {
      point.elevation = height
    }
    return point
  }

  private static func sensor(_ name: UnsafeBufferPointer<UInt8>) -> SensorField? {
    guard name.count < 40 else { return nil }
    let bytes = name.map { CChar(bitPattern: $0) } + [0]
    return bytes.withUnsafeBufferPointer { $0.baseAddress.flatMap { SensorField(XMLName($0)) } }
  }
}
