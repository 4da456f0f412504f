import Geometry
import Scenes

/// What falls on the ground: a direction, a colour for the bright side of hills and one for the dark side.
package struct GroundLight: Hashable, Sendable {
  /// Degrees clockwise from north to where the light comes from, and degrees above the horizon.
  package var azimuth: Double
  package var elevation: Double
  /// Colours that bright slopes, dark slopes and the haze lean to, and how far: 0…1.
  package var lit: Tint?
  package var shaded: Tint?
  package var haze: Tint?

  package struct Tint: Hashable, Sendable {
    package var color: Color
    package var share: Double
  }

  /// Light as on printed maps: from the north-west at 45°, of no colour.
  package static let day = GroundLight(azimuth: 315, elevation: 45)

  /// A low warm sun; in the west where the run does not say otherwise.
  package static func golden(azimuth: Double = 285) -> GroundLight {
    GroundLight(
      azimuth: azimuth, elevation: 32, lit: Tint(color: Color(hex: 0xffa04d), share: 0.24),
      shaded: Tint(color: Color(hex: 0x23305c), share: 0.22),
      haze: Tint(color: Color(hex: 0xe08a4a), share: 0.16))
  }

  /// A cool moon.
  package static let night = GroundLight(
    azimuth: 315, elevation: 40, lit: Tint(color: Color(hex: 0x86a8ff), share: 0.16),
    shaded: Tint(color: Color(hex: 0x050a1c), share: 0.3))

  /// The light that a template asks for; `sun` is that of the run's own time and place, nil when it has no times.
  package init(_ wanted: GroundSpec.Light, sun: SolarPosition?) {
    switch wanted {
    case .day: self = .day
    case .golden: self = .golden()
    case .night: self = .night
    case .auto:
      guard let sun else {
        self = .day
        return
      }
      if sun.elevation < -4 {
        self = .night
      } else if sun.elevation < 14 {
        self = .golden(azimuth: sun.azimuth)
      } else {
        // Higher than the sun of a summer's noon, nothing would have a shade.
        self = GroundLight(azimuth: sun.azimuth, elevation: min(max(sun.elevation, 35), 50))
      }
    }
  }

  private init(azimuth: Double, elevation: Double, lit: Tint? = nil, shaded: Tint? = nil, haze: Tint? = nil) {
    self.azimuth = azimuth
    self.elevation = elevation
    self.lit = lit
    self.shaded = shaded
    self.haze = haze
  }

  /// A unit vector to the light: east, north, up.
  package var direction: Vec3 {
    let (turn, rise) = (Trigonometry.radians(azimuth), Trigonometry.radians(elevation))
    return Vec3(
      Trigonometry.sin(turn) * Trigonometry.cos(rise), Trigonometry.cos(turn) * Trigonometry.cos(rise),
      Trigonometry.sin(rise))
  }
}

extension GroundLight.Tint {
  /// A colour that leans to this one.
  func on(_ color: Color) -> Color { color.mix(self.color, share) }
}
