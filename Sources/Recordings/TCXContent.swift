/// Training Center XML: activities with laps, else courses. Each `Track` is a segment.
struct TCXContent: XMLContent {
  private var builder: SessionBuilder
  private var course: SessionBuilder
  private let limits: RecordingLimits
  private var stack: [Element] = []
  private var field: Field?
  private var point: TrackPoint?
  private var pointLine = 0
  private var north: Double?
  private var east: Double?
  private var hasPosition = false
  private var isBadPosition = false
  private var isInCourse = false
  private var lap = Session.Lap(start: nil, duration: nil, distance: nil)
  private var withoutPosition = 0
  private var workouts = 0

  private enum Element: UInt8 { case other, activity, course, lap, trackpoint, heartRate }
  private enum Field: Equatable {
    case time, latitude, longitude, elevation, distance, lapTime, lapDistance, name
    case sensor(SensorField)
  }

  init(file: String, limits: RecordingLimits) {
    self.limits = limits
    builder = SessionBuilder(format: "tcx", file: file, limits: limits)
    course = SessionBuilder(format: "tcx", file: file, limits: limits)
  }

  mutating func start(_ name: XMLName, attributes: XMLAttributes, of document: inout XMLState) {
    let parent = stack.last ?? .other
    var element = Element.other
    field = nil
    switch name {
    case "Trackpoint":
      element = .trackpoint
      openPoint(at: document.line)
    case "Time" where parent == .trackpoint: field = .time
    case "LatitudeDegrees" where point != nil: field = .latitude
    case "LongitudeDegrees" where point != nil: field = .longitude
    case "AltitudeMeters" where parent == .trackpoint: field = .elevation
    case "DistanceMeters" where parent == .trackpoint: field = .distance
    case "HeartRateBpm" where parent == .trackpoint: element = .heartRate
    case "Value" where parent == .heartRate: field = .sensor(.heartRate)
    case "Cadence" where parent == .trackpoint, "RunCadence" where point != nil: field = .sensor(.cadence)
    case "Watts" where point != nil: field = .sensor(.power)
    case "Track":
      if isInCourse { course.beginSegment() } else { builder.beginSegment() }
    case "Lap":
      element = .lap
      let start = attributes.value("StartTime").flatMap { Timestamp($0) }
      lap = Session.Lap(start: start?.seconds, duration: nil, distance: nil)
    case "TotalTimeSeconds" where parent == .lap: field = .lapTime
    case "DistanceMeters" where parent == .lap: field = .lapDistance
    case "Activity":
      element = .activity
      isInCourse = false
      let sport = attributes.value("Sport").flatMap { ActivityText.clean($0, limit: 60) }
      openActivity(sport: ActivityText.sport(sport))
    case "Workout": workouts += 1
    case "Course":
      element = .course
      isInCourse = true
      course.beginSegment()
    case "Name" where parent == .course: field = .name
    default: break
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
    case .trackpoint: closePoint(&document)
    case .lap: closeLap()
    default: break
    }
  }

  mutating func finish() throws(RecordingError) -> SessionBuilder {
    if builder.hasPoints {
      builder.closePart()
      return builder
    }
    if course.hasPoints {
      course.report.warn("the file holds a course, not a recorded activity")
      return course
    }
    if let error = builder.noUsablePoints ?? course.noUsablePoints { throw error }
    throw RecordingError(
      file: builder.file,
      message: withoutPosition > 0
        ? SessionBuilder.noPositions(withoutPosition, of: "track point")
        : workouts > 0
          ? "holds only workouts (\(workouts)), the plan of a training, not a recorded activity"
          : "holds no track points")
  }

  private mutating func openActivity(sport: String?) {
    builder.beginSegment()
    builder.openPart(sport: sport)
  }

  private mutating func openPoint(at line: Int) {
    pointLine = line
    point = TrackPoint(latitude: .nan, longitude: .nan)
    north = nil
    east = nil
    hasPosition = false
    isBadPosition = false
  }

  private mutating func closePoint(_ document: inout XMLState) {
    defer { point = nil }
    builder.report.pointsRead += 1
    if builder.report.pointsRead > limits.points { document.fail("holds more than \(limits.points) points") }
    guard var point else { return }
    guard let north, let east else {
      if isBadPosition { return }
      withoutPosition += 1
      builder.report.note(hasPosition ? "position incomplete" : "no position", at: pointLine)
      return
    }
    point.latitude = north
    point.longitude = east
    let isAdded = isInCourse ? course.append(point, at: pointLine) : builder.append(point, at: pointLine)
    if !isAdded { document.fail("holds more than \(limits.points) points") }
  }

  private mutating func closeLap() {
    if builder.laps.count < limits.laps { builder.laps.append(lap) }
    if let duration = lap.duration { builder.totals.movingTime = (builder.totals.movingTime ?? 0) + duration }
    if let distance = lap.distance { builder.totals.distance = (builder.totals.distance ?? 0) + distance }
  }

  private mutating func take(_ field: Field, _ text: UnsafeBufferPointer<UInt8>) {
    switch field {
    case .time: point?.time = builder.time(text, at: pointLine)
    case .latitude: north = coordinate(text)
    case .longitude: east = coordinate(text)
    case .elevation: builder.setElevation(of: &point, text, at: pointLine)
    case .distance:
      if let value = DecimalNumber.parse(text), value >= 0, value < 1e8 { point?.deviceDistance = value }
    case .lapTime: lap.duration = TCXContent.total(text)
    case .lapDistance: lap.distance = TCXContent.total(text)
    case .name: course.name = course.name ?? ActivityText.clean(text, limit: limits.nameLength)
    case .sensor(let sensor): builder.set(sensor, of: &point, text, at: pointLine)
    }
  }

  private mutating func coordinate(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    hasPosition = true
    if let value = DecimalNumber.parse(text) { return value }
    if !isBadPosition { builder.noteBadPosition("position not a number", text, at: pointLine) }
    isBadPosition = true
    return nil
  }

  private static func total(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    DecimalNumber.parse(text).flatMap { $0 >= 0 && $0 < 1e9 ? $0 : nil }
  }
}
