/// What a feature of a vector map is drawn as, whatever its archive calls it. The order is the drawing order.
enum MapClass: UInt8, CaseIterable, Sendable, Comparable {
  // Areas.
  case unknownArea
  case residential, industrial, farmland, sand, rock, grass, wetland, wood, park, pitch, ice
  case water, building
  case plaza, pier
  // Lines.
  case unknownLine
  case stream, river
  case path, steps, track, service, runway, pedestrian, minor, tertiary, secondary, primary, trunk, motorway
  case tram, rail

  static func < (a: MapClass, b: MapClass) -> Bool { a.rawValue < b.rawValue }
  var isArea: Bool { self <= .pier }
  var isWater: Bool { self == .water || self == .stream || self == .river }
  /// Roads in the narrow sense: they get casings.
  var isStreet: Bool { self >= .service && self <= .motorway }
  /// Metres of a line's width on the ground.
  var width: Double {
    switch self {
    case .motorway: 15
    case .trunk: 13
    case .primary: 12
    case .secondary: 10
    case .tertiary: 8.5
    case .minor: 6.5
    case .pedestrian: 5
    case .service: 3.8
    case .runway: 30
    case .track: 2.4
    case .steps: 2.2
    case .path: 1.8
    case .rail: 2.6
    case .tram: 1.4
    case .river: 9
    case .stream: 2.6
    default: 1.5
    }
  }
}

/// Whether a line lies on the ground, above or below it.
enum MapLevel: UInt8, Sendable { case tunnel, ground, bridge }
