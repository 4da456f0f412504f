import Geometry

/// The perspective view of the run, resolved from a `world` node: nothing is left to choose when it is drawn.
/// Lengths named "design units" are scaled by `Film.unit` when drawn; colours are final.
public struct WorldSpec: Sendable {
  public var camera = CameraSpec()
  public var ground = GroundSpec()
  public var route = RouteStyle()
  public var markers: [MarkerSpec] = []
  /// Strength of the haze with distance, 0…1.
  public var fog = 0.3
  /// Colour of the sky overhead and at the horizon (also the haze's colour).
  public var skyTop = Color(hex: 0x0d1117)
  public var skyHorizon = Color(hex: 0x1b2740)
  public init() {}
}

/// What lies under the run.
public struct GroundSpec: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case plain, grid, relief, map, satellite
  }
  public enum Switch: String, CaseIterable, Sendable {
    case auto, on, off
  }
  public enum Light: String, CaseIterable, Sendable {
    case day, golden, night, auto
  }
  public enum Labels: String, CaseIterable, Sendable {
    case off, few
  }
  public var kind: Kind = .relief
  /// `midnight`, `paper` or `satellite-like`.
  public var mapStyle = "midnight"
  public var terrain: Switch = .auto
  public var buildings: Switch = .auto
  public var labels: Labels = .off
  public var light: Light = .auto
  /// Metres of the grid.
  public var gridSpacing = 100.0
  public var exaggeration = 1.6
  public var colors = GroundColors.night
  public init() {}
}

/// The colours of the ground and of a vector map.
public struct GroundColors: Sendable, Hashable {
  public var near: Color
  public var far: Color
  public var contour: Color
  public var indexContour: Color
  public var grid: Color
  public var water: Color
  public var park: Color
  public var building: Color
  public var road: Color
  /// Whether light colours stand on a dark ground (glow adds) or the other way round (glow multiplies).
  public var isDark: Bool

  public init(
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

  public static let night = GroundColors(
    near: Color(hex: 0x12161d), far: Color(hex: 0x0b0e13), contour: Color(hex: 0x1e2531),
    indexContour: Color(hex: 0x2b3546), grid: Color(hex: 0x181d26), water: Color(hex: 0x0f2233),
    park: Color(hex: 0x13241c), building: Color(hex: 0x1a202b), road: Color(hex: 0x2c3442), isDark: true)
  public static let paper = GroundColors(
    near: Color(hex: 0xefeae0), far: Color(hex: 0xe4ddcf), contour: Color(hex: 0xddd5c6),
    indexContour: Color(hex: 0xc8bda9), grid: Color(hex: 0xe6dfd2), water: Color(hex: 0xcfe0ea),
    park: Color(hex: 0xd9e4cc), building: Color(hex: 0xe2dace), road: Color(hex: 0xffffff), isDark: false)
}

/// How the route is drawn.
public struct RouteStyle: Sendable {
  public enum Draw: String, CaseIterable, Sendable {
    case now, all, none
  }
  /// A line below or beside the main one; width in design units.
  public struct Line: Sendable, Hashable {
    public var color: Color
    public var width: Double
    public init(color: Color, width: Double) {
      self.color = color
      self.width = width
    }
  }
  public var width = 10.0
  public var color = Color(hex: 0xff5a36)
  /// One colour per path vertex of the shown path, from a metric scale; nil for the flat colour.
  public var vertexColors: [Color]?
  public var draw: Draw = .now
  public var ahead: Line? = Line(color: Color(hex: 0xffffff, alpha: 0.22), width: 4)
  public var casing: Line? = Line(color: Color(hex: 0x12161d, alpha: 0.55), width: 18)
  /// 0…1.
  public var glow = 0.6
  public init() {}
}

/// A symbol on the ground or in an overview.
public struct MarkerSpec: Sendable {
  public enum Place: String, CaseIterable, Sendable {
    case start, finish, now, split, bestSplit = "best-split", highPoint = "high-point"
  }
  public enum Shape: String, CaseIterable, Sendable {
    case dot, ring, pin, none
  }
  public var place: Place
  public var shape: Shape = .dot
  /// Design units.
  public var radius = 10.0
  public var color = Color(hex: 0xff5a36)
  public var label = ""
  public var labelColor = Color(hex: 0xf6f1e7)
  /// Design units.
  public var labelSize = 26.0
  public init(place: Place) { self.place = place }
}
