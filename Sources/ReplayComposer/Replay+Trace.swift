import Geometry
import Simulation

/// What camera and numbers did in one frame.
public struct TraceRow: Sendable {
  /// Frame number from 0.
  public var frame: Int
  /// Seconds of film.
  public var time: Double
  /// Seconds of moving time.
  public var runTime: Double
  /// Recorded metres.
  public var distance: Double
  /// Degrees, where the place may be shown.
  public var latitude: Double?
  /// Degrees.
  public var longitude: Double?
  /// Degrees clockwise from north; nil in a scene without a world.
  public var heading: Double?
  /// Degrees from straight down.
  public var pitch: Double?
  /// Metres.
  public var cameraDistance: Double?
  /// Pixels of the dot on the picture, where the place may be shown.
  public var x: Double?
  /// Pixels, down.
  public var y: Double?
  /// Seconds a kilometre.
  public var pace: Double?
  /// Metres above sea level.
  public var elevation: Double?

  /// One line of JSON. Numbers have a fixed count of decimals, so that equal states give equal lines.
  public var json: String {
    let fields = [
      ("frame", "\(frame)"), ("t", TraceRow.number(time, 4)), ("run_time_s", TraceRow.number(runTime, 3)),
      ("distance_m", TraceRow.number(distance, 3)), ("lat", TraceRow.number(latitude, 7)),
      ("lon", TraceRow.number(longitude, 7)),
      ("heading", TraceRow.number(heading, 3)), ("pitch", TraceRow.number(pitch, 3)),
      ("camera_distance_m", TraceRow.number(cameraDistance, 2)), ("x", TraceRow.number(x, 2)),
      ("y", TraceRow.number(y, 2)),
      ("pace_s_per_km", TraceRow.number(pace, 2)), ("elevation_m", TraceRow.number(elevation, 2)),
    ]
    return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  /// A number with so many decimals, or `null`.
  static func number(_ value: Double?, _ digits: Int) -> String {
    guard let value, value.isFinite else { return "null" }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = (abs(value) * factor).rounded()
    guard scaled < 9e15 else { return "null" }
    let whole = Int(scaled)
    let sign = value < 0 && whole > 0 ? "-" : ""
    let unit = Int(factor)
    let fraction = "\(whole % unit)"
    return "\(sign)\(whole / unit)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

extension Replay {
  /// How calm the camera is: one line of JSON for each scene with a world.
  public var traceSummary: [String] {
    simulation.cameraQuality { worlds[$0.index]?.ground.surface ?? FlatField() }.map {
      scene, style, quality in
      let fields = [
        ("scene", "\(scene + 1)"), ("style", "\"\(style.rawValue)\""),
        ("reversals_per_min", TraceRow.number(quality.reversalsPerMinute, 1)),
        ("turn_speed_p99_deg_s", TraceRow.number(quality.turnSpeed, 1)),
        ("turn_acceleration_p99_deg_s2", TraceRow.number(quality.turnAcceleration, 1)),
        ("outside_safe_area", TraceRow.number(quality.outsideShare, 4)),
        ("longest_freeze_s", TraceRow.number(quality.longestFreeze, 2)),
        ("ground_flow_per_s", TraceRow.number(quality.groundFlow, 3)),
      ]
      return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
  }

  /// Whether the piece of path after a vertex touches a privacy zone.
  private func isPrivate(_ index: Int) -> Bool {
    route.path.hidden.contains(index) || route.path.hidden.contains(index + 1)
  }

  /// What camera and numbers do in a frame.
  public func trace(ofFrame number: Int) -> TraceRow {
    let time = time(ofFrame: number)
    var row = TraceRow(frame: number, time: time, runTime: 0, distance: 0)
    guard let moment = simulation.moment(at: time) else { return row }
    let run = moment.run
    row.runTime = run.movingTime
    row.distance = run.distance
    row.pace = run.pace
    row.elevation = run.elevation
    let place = route.path.locate(run.shownDistance)
    let isHidden = isPrivate(place.index)
    if !isHidden {
      let coordinate = route.plane.coordinate(run.position)
      row.latitude = coordinate.latitude
      row.longitude = coordinate.longitude
    }
    if let world = moment.world {
      row.heading = world.camera.heading
      row.pitch = world.camera.pitch
      row.cameraDistance = world.camera.distance
      if !isHidden, let assets = worlds[world.node.index] {
        let projection = PerspectiveProjection(camera: world.camera, viewport: world.node.box)
        let dot = projection.project(assets.geometry.point(at: run.shownDistance))
        row.x = dot?.position.x
        row.y = dot?.position.y
      }
    }
    return row
  }
}
