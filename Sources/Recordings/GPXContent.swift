/// GPX 1.0 and 1.1: tracks, else routes; waypoints are only counted.
struct GPXContent: XMLContent {
  private var builder: SessionBuilder
  private var route: SessionBuilder
  private let limits: RecordingLimits
  private var stack: [Element] = []
  private var field: Field?
  /// The point that is being read.
  private var point: TrackPoint?
  private var pointLine = 0
  private var trackPoints = 0
  private var emptyTracks = 0
  private var waypoints = 0
  private var fileName: String?
  private var trackName: String?
  private var trackSport: String?
  private var routeName: String?

  private enum Element: UInt8 { case other, metadata, gpx, trk, trkseg, trkpt, rte, rtept, wpt }
  private enum Field: Equatable { case elevation, time, name, sport, sensor(SensorField) }

  init(file: String, limits: RecordingLimits) {
    self.limits = limits
    builder = SessionBuilder(format: "gpx", file: file, limits: limits)
    route = SessionBuilder(format: "gpx", file: file, limits: limits)
  }

  mutating func start(_ name: XMLName, attributes: XMLAttributes, of document: inout XMLState) {
    let parent = stack.last ?? .other
    var element = Element.other
    field = nil
    switch name {
    case "trkpt":
      element = .trkpt
      open(attributes, of: &document)
    case "ele" where parent == .trkpt || parent == .rtept: field = .elevation
    case "time" where parent == .trkpt || parent == .rtept: field = .time
    case "trkseg":
      element = .trkseg
      builder.beginSegment()
    case "trk":
      element = .trk
      trackPoints = 0
      trackName = nil
      trackSport = nil
      builder.beginSegment()
    case "rtept":
      element = .rtept
      open(attributes, of: &document)
    case "rte":
      element = .rte
      route.beginSegment()
    case "wpt":
      element = .wpt
      waypoints += 1
    case "extensions": break
    case "gpx": element = .gpx
    case "metadata": element = .metadata
    case "name" where parent != .other && parent != .trkpt && parent != .rtept && parent != .wpt:
      field = .name
    case "type" where parent == .trk: field = .sport
    default:
      if point != nil { field = SensorField(name).map { .sensor($0) } }
    }
    stack.append(element)
    if field != nil { document.gatherText() }
  }

  mutating func end(of document: inout XMLState) {
    if let field {
      document.endText()
      take(field, document.text)
      self.field = nil
    }
    switch stack.popLast() ?? .other {
    case .trkpt:
      if let point = closePoint(), !builder.append(point, at: pointLine) { refuse(&document) }
      if builder.report.pointsRead > limits.points { refuse(&document) }
    case .rtept:
      if let point = closePoint(), !route.append(point, at: pointLine) { refuse(&document) }
      if builder.report.pointsRead > limits.points { refuse(&document) }
    case .trk:
      if trackPoints == 0 {
        emptyTracks += 1
      } else {
        takeTrack()
      }
    default: break
    }
  }

  mutating func finish() throws(RecordingError) -> SessionBuilder {
    if emptyTracks > 0, builder.hasPoints {
      builder.report.warn(
        emptyTracks == 1
          ? "a track without points was left out" : "\(emptyTracks) tracks without points were left out")
    }
    if builder.hasPoints {
      // The last track of a file that was cut off never ends.
      if trackPoints > 0 { takeTrack() }
      builder.name = builder.name ?? fileName
      return builder
    }
    guard route.hasPoints else { throw reasonForNothing() }
    route.report.pointsRead = builder.report.pointsRead
    route.name = routeName ?? fileName
    route.report.warn("the file holds a route, not a track")
    return route
  }

  private mutating func takeTrack() {
    builder.name = builder.name ?? trackName
    builder.sport = builder.sport ?? trackSport
  }

  private func reasonForNothing() -> RecordingError {
    if let error = builder.noUsablePoints ?? route.noUsablePoints { return error }
    let message =
      waypoints > 0
      ? "holds only waypoints (\(waypoints)), no track to replay" : "holds no track points"
    return RecordingError(file: builder.file, message: message)
  }

  private mutating func open(_ attributes: XMLAttributes, of document: inout XMLState) {
    pointLine = document.line
    trackPoints += 1
    let (latitude, longitude) = attributes.values("lat", "lon")
    guard let latitude, let longitude else {
      point = TrackPoint(latitude: .nan, longitude: .nan)
      builder.noteBadPosition("position missing", nil, at: pointLine)
      return
    }
    guard let north = DecimalNumber.parse(latitude), let east = DecimalNumber.parse(longitude) else {
      let text = DecimalNumber.parse(latitude) == nil ? latitude : longitude
      point = TrackPoint(latitude: .nan, longitude: .nan)
      builder.noteBadPosition("position not a number", text, at: pointLine)
      return
    }
    point = TrackPoint(latitude: north, longitude: east)
  }

  /// The point at hand, where its position could be read.
  private mutating func closePoint() -> TrackPoint? {
    builder.report.pointsRead += 1
    defer { point = nil }
    guard let point, !point.latitude.isNaN else { return nil }
    return point
  }

  private func refuse(_ document: inout XMLState) {
    document.fail("holds more than \(limits.points) points")
  }

  private mutating func take(_ field: Field, _ text: UnsafeBufferPointer<UInt8>) {
    switch field {
    case .elevation:
      builder.setElevation(of: &point, text, at: pointLine)
    case .time:
      guard !(point?.latitude.isNaN ?? true) else { return }
      point?.time = builder.time(text, at: pointLine)
    case .sensor(let sensor):
      guard !(point?.latitude.isNaN ?? true) else { return }
      builder.set(sensor, of: &point, text, at: pointLine)
    case .name:
      guard let name = ActivityText.clean(text, limit: limits.nameLength) else { return }
      take(name: name)
    case .sport:
      trackSport = ActivityText.sport(ActivityText.clean(text, limit: 60))
    }
  }

  private mutating func take(name: String) {
    switch stack.dropLast().last ?? .other {
    case .trk: trackName = name
    case .rte: routeName = routeName ?? name
    case .metadata, .gpx: fileName = fileName ?? name
    default: break
    }
  }
}
