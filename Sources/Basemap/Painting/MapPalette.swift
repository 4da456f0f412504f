import Geometry

/// The colours a template gives to a map.
package struct MapColors: Sendable, Hashable {
  package var ground: Color
  package var water: Color
  package var park: Color
  package var building: Color
  package var road: Color
  /// Whether light stands on dark.
  package var isDark: Bool

  package init(ground: Color, water: Color, park: Color, building: Color, road: Color, isDark: Bool) {
    self.ground = ground
    self.water = water
    self.park = park
    self.building = building
    self.road = road
    self.isDark = isDark
  }
}

/// How a vector map looks.
package enum MapLook: String, CaseIterable, Sendable {
  /// Quiet and dark: the route is the only light.
  case midnight
  /// Quiet and light, like a printed map.
  case paper
  /// Natural colours in the manner of an aerial picture.
  case satelliteLike = "satellite-like"
}

/// All colours of a map, derived from the template's few.
struct MapPalette: Sendable {
  var colors: MapColors
  var areas: [MapClass: Color] = [:]
  var lines: [MapClass: Color] = [:]
  var casing: Color
  var shore: Color
  var buildingEdge: Color
  var buildingShadow: Color
  /// How far tints of single areas wander, in OKLab lightness.
  var tint = 0.0

  init(_ look: MapLook, _ colors: MapColors) {
    switch look {
    case .midnight, .paper: self.init(quiet: colors)
    case .satelliteLike: self.init(natural: colors)
    }
  }

  /// Few steps of one family: areas stay near the ground, streets rise from it by rank.
  private init(quiet colors: MapColors) {
    self.colors = colors
    let ground = colors.ground
    let park = colors.park
    let dark = colors.isDark
    areas = [
      .unknownArea: ground.mix(colors.building, 0.5),
      .residential: ground.mix(colors.building, dark ? 0.22 : 0.28),
      .industrial: ground.mix(colors.building, dark ? 0.4 : 0.45),
      .farmland: ground.mix(park, dark ? 0.22 : 0.3),
      .sand: ground.mix(Color(hex: dark ? 0x5a4f38 : 0xf0e2b4), dark ? 0.22 : 0.6),
      .rock: ground.mix(colors.building, 0.6),
      .grass: ground.mix(park, 0.62),
      .wetland: ground.mix(park, 0.5).mix(colors.water, 0.25),
      .wood: park.mix(Color(hex: dark ? 0x0d1f17 : 0xa9c79a), dark ? 0.45 : 0.45),
      .park: park,
      .pitch: park.mix(Color(hex: dark ? 0x2b5540 : 0x9fc79a), dark ? 0.28 : 0.4),
      .ice: ground.mix(Color(hex: dark ? 0x9fb4c8 : 0xf4fafd), dark ? 0.16 : 0.8),
      .water: colors.water,
      .building: ground.mix(colors.building, dark ? 0.85 : 1),
      .plaza: ground.mix(colors.road, dark ? 0.34 : 0.7),
      .pier: ground.mix(colors.road, dark ? 0.45 : 0.6),
    ]
    func street(_ share: Double) -> Color { ground.mix(colors.road, share) }
    let bright = colors.road.mix(Color(hex: dark ? 0x9db0d0 : 0xf3c98b), dark ? 0.4 : 0.55)
    let brighter = colors.road.mix(Color(hex: dark ? 0xb4c2da : 0xeeb56c), dark ? 0.5 : 0.7)
    let plain = colors.road.mix(bright, dark ? 0.22 : 0)
    lines = [
      .unknownLine: street(0.6), .stream: colors.water, .river: colors.water,
      .path: street(dark ? 0.58 : 0.9), .steps: street(dark ? 0.58 : 0.9), .track: street(dark ? 0.5 : 0.8),
      .service: street(dark ? 0.8 : 0.85), .runway: street(0.7), .pedestrian: street(dark ? 0.85 : 0.9),
      .minor: plain, .tertiary: plain.mix(bright, dark ? 0.3 : 0.1),
      .secondary: colors.road.mix(bright, 0.55),
      .primary: colors.road.mix(bright, 0.8), .trunk: bright, .motorway: brighter,
      .tram: street(dark ? 0.75 : 0.4), .rail: dark ? street(0.9) : ground.mix(Color(hex: 0x8d8577), 0.75),
    ]
    casing = dark ? ground.mix(Color(hex: 0x000000), 0.2) : ground.mix(Color(hex: 0xb9a98e), 0.38)
    shore = dark ? colors.water.mix(Color(hex: 0x5f8fc0), 0.3) : colors.water.mix(Color(hex: 0x7fa6bf), 0.6)
    buildingEdge =
      dark ? colors.building.mix(Color(hex: 0x7e8eae), 0.24) : colors.building.mix(Color(hex: 0x9a8c76), 0.3)
    buildingShadow = Color(hex: dark ? 0x000000 : 0x6b5b45, alpha: dark ? 0.3 : 0.16)
  }

  /// Earth tones; the template's colours only shade them, so that the map stays in the film's key.
  private init(natural colors: MapColors) {
    self.colors = colors
    func tone(_ hex: UInt32) -> Color { Color(hex: hex).mix(colors.ground, 0.12) }
    areas = [
      .unknownArea: tone(0x5f5a52), .residential: tone(0x5b574f), .industrial: tone(0x615e59),
      .farmland: tone(0x6a6a42), .sand: tone(0xa6966e), .rock: tone(0x77716a), .grass: tone(0x525f38),
      .wetland: tone(0x46553c), .wood: tone(0x2f3f29), .park: tone(0x46572f), .pitch: tone(0x5d7a45),
      .ice: tone(0xd8e0e6), .water: tone(0x1b3b4b), .building: tone(0x86807a), .plaza: tone(0x77736b),
      .pier: tone(0x86817a),
    ]
    let asphalt = tone(0x6f6d6a)
    lines = [
      .unknownLine: asphalt, .stream: tone(0x28485a), .river: tone(0x1b3b4b), .path: tone(0x867e6c),
      .steps: tone(0x867e6c), .track: tone(0x85795f), .service: asphalt, .runway: tone(0x6a6a6c),
      .pedestrian: tone(0x7c7870), .minor: asphalt, .tertiary: asphalt, .secondary: tone(0x757370),
      .primary: tone(0x797774), .trunk: tone(0x7d7b78), .motorway: tone(0x807e7b), .tram: tone(0x5c5751),
      .rail: tone(0x544e48),
    ]
    casing = tone(0x4c4a44)
    shore = tone(0x3a5f66)
    buildingEdge = tone(0xa39c93)
    buildingShadow = Color(hex: 0x0a0d12, alpha: 0.42)
    tint = 0.05
  }

  /// The colour under everything.
  var ground: Color { tint > 0 ? Color(hex: 0x57553f).mix(colors.ground, 0.12) : colors.ground }
}
