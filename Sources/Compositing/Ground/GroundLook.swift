import CRaster
import Geometry
import Scenes

extension GroundRenderer {
  /// Colours and lines of the ground as the loops read them; the grid is filled in for each picture.
  struct Look: @unchecked Sendable {
    // Holds no pointers until it is drawn.
    let ground: craster_ground

    init(
      spec: WorldSpec, unit: Double, isRelief: Bool, level: Double, exaggeration: Double, interval: Double
    ) {
      let colors = spec.ground.colors
      var ground = craster_ground()
      ground.level = level
      ground.exaggeration = exaggeration
      ground.contour_interval = isRelief ? interval : 0
      ground.grid_spacing = spec.ground.kind == .plain ? 0 : max(spec.ground.gridSpacing, 1)
      ground.near_color = Look.parts(colors.near)
      ground.far_color = Look.parts(colors.far)
      ground.contour = Look.parts(colors.contour)
      ground.index_contour = Look.parts(colors.indexContour)
      ground.grid_line = Look.parts(colors.grid)
      ground.sky_top = Look.parts(spec.skyTop)
      ground.sky_horizon = Look.parts(spec.skyHorizon)
      // Towards the contours' colour in the light at night; on paper light is white and shade is theirs.
      if colors.isDark {
        ground.lit = Look.parts(colors.near.mix(colors.indexContour, 0.62))
        ground.shaded = Look.parts(colors.near.mix(Color(hex: 0x000000), 0.42))
      } else {
        ground.lit = Look.parts(colors.near.mix(Color(hex: 0xffffff), 0.55))
        ground.shaded = Look.parts(colors.near.mix(colors.indexContour, 0.62))
      }
      ground.fog = min(max(spec.fog, 0), 1)
      ground.contour_width = Float(max(0.35, 0.55 * unit))
      ground.index_width = Float(max(0.45, 0.8 * unit))
      ground.grid_width = Float(max(0.35, 0.5 * unit))
      self.ground = ground
    }

    /// Metres between contours: 5, 10 or 25, whichever puts them about 60 m apart where it is hilly.
    static func interval(slope: Double) -> Double { slope < 0.1 ? 5 : slope < 0.25 ? 10 : 25 }

    private static func parts(_ color: Color) -> (Float, Float, Float) {
      (Float(color.red * 255), Float(color.green * 255), Float(color.blue * 255))
    }
  }
}
