import Geometry

/// The perspective view of the run, resolved from a `world` node: nothing is left to choose when it is drawn.
/// Lengths named "design units" are scaled by `Film.unit` when drawn; colours are final.
package struct WorldSpec: Sendable {
  package var camera = CameraSpec()
  package var ground = GroundSpec()
  package var route = RouteStyle()
  package var markers: [MarkerSpec] = []
  /// Strength of the haze with distance, 0…1.
  package var fog = 0.3
  /// Colour of the sky overhead and at the horizon (also the haze's colour).
  package var skyTop = Color(hex: 0x0d1117)
  package var skyHorizon = Color(hex: 0x1b2740)
  package init() {}
}

/// What lies under the run.
package struct GroundSpec: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case plain, grid, relief, map, satellite
  }
  package enum Switch: String, CaseIterable, Sendable {
    case auto, on, off
  }
  package enum Light: String, CaseIterable, Sendable {
    case day, golden, night, auto
  }
  package enum Labels: String, CaseIterable, Sendable {
    case off, few
  }
  package var kind: Kind = .relief
  /// `midnight`, `paper` or `satellite-like`.
  package var mapStyle = "midnight"
  package var terrain: Switch = .auto
  package var buildings: Switch = .auto
  package var labels: Labels = .off
  package var light: Light = .auto
  /// Metres of the grid.
  package var gridSpacing = 100.0
  package var exaggeration = 1.6
  package var colors = GroundColors.night
  package init() {}
}

/// The colours of the ground and of a vector map.
package struct GroundColors: Sendable, Hashable {
  package var near: Color
  package var far: Color
  package var contour: Color
  package var indexContour: Color
  package var grid: Color
  package var water: Color
  package var park: Color
  package var building: Color
  package var road: Color
  /// Whether light colours stand on a dark ground (glow adds) or the other way round (glow multiplies).
  package var isDark: Bool

  package init(
    near: Color, far: Color, contour: Color, indexContour: Color, grid: Color, water: Color, park: Color,
    building: Color, road: Color, isDark: Bool
  ) {
    self.near = near
    self.far = far
    self.contour = contour
    self.indexContour = indexContour
    self.grid = grid
    self.water = water
    self.park = park
    self.building = building
    self.road = road
    self.isDark = isDark
  }

  package static let night = GroundColors(
    near: Color(hex: 0x12161d), far: Color(hex: 0x0b0e13), contour: Color(hex: 0x1e2531),
    indexContour: Color(hex: 0x2b3546), grid: Color(hex: 0x181d26), water: Color(hex: 0x0f2233),
    park: Color(hex: 0x13241c), building: Color(hex: 0x1a202b), road: Color(hex: 0x2c3442), isDark: true)
  package static let paper = GroundColors(
    near: Color(hex: 0xefeae0), far: Color(hex: 0xe4ddcf), contour: Color(hex: 0xddd5c6),
    indexContour: Color(hex: 0xc8bda9), grid: Color(hex: 0xe6dfd2), water: Color(hex: 0xcfe0ea),
    park: Color(hex: 0xd9e4cc), building: Color(hex: 0xe2dace), road: Color(hex: 0xffffff), isDark: false)
}

/// How the route is drawn.
package struct RouteStyle: Sendable {
  package enum Draw: String, CaseIterable, Sendable {
    case now, all, none
  }
  /// A line below or beside the main one; width in design units.
  package struct Line: Sendable, Hashable {
    package var color: Color
    package var width: Double
    package init(color: Color, width: Double) {
      self.color = color
      self.width = width
    }
  }
  package var width = 10.0
  package var color = Color(hex: 0xff5a36)
  /// One colour per path vertex of the shown path, from a metric scale; nil for the flat colour.
  package var vertexColors: [Color]?
  package var draw: Draw = .now
  package var ahead: Line? = Line(color: Color(hex: 0xffffff, alpha: 0.22), width: 4)
  package var casing: Line? = Line(color: Color(hex: 0x12161d, alpha: 0.55), width: 18)
  /// 0…1.
  package var glow = 0.6
  package init() {}
}

/// A symbol on the ground or in an overview.
package struct MarkerSpec: Sendable {
  package enum Place: String, CaseIterable, Sendable {
    case start, finish, now, split, bestSplit = "best-split", highPoint = "high-point"
  }
  package enum Shape: String, CaseIterable, Sendable {
    case dot, ring, pin, tick, none
  }
  package var place: Place
  package var shape: Shape = .dot
  /// Design units.
  package var radius = 10.0
  package var color = Color(hex: 0xff5a36)
  package var label = ""
  package var labelColor = Color(hex: 0xf6f1e7)
  /// Design units.
  package var labelSize = 26.0
  package init(place: Place) { self.place = place }
}
