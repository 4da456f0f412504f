import CRaster
import Geometry
import Scenes

extension GroundRenderer {
  /// Colours and lines of the ground as the loops read them; the grid is filled in for each picture.
  struct Look: @unchecked Sendable {
    // Holds no pointers until it is drawn.
    let ground: craster_ground

    /// - Parameters:
    ///   - unit: Pixels per design unit.
    ///   - level: Metres at which heights begin; exaggerated.
    ///   - slope: The usual slope of the heights. - range: Metres from the lowest to the highest.
    ///   - breadth: Metres of what counts as a broad shape of the ground.
    init(
      spec: WorldSpec, light: GroundLight, unit: Double, isRelief: Bool, isTextured: Bool, level: Double,
      exaggeration: Double,
      slope: Double,
      range: Double, breadth: Double
    ) {
      let colors = spec.ground.colors
      var ground = craster_ground()
      ground.level = level
      ground.exaggeration = exaggeration
      let interval = Look.interval(slope: slope, range: range)
      ground.is_textured = isTextured ? 1 : 0
      ground.contour_interval = isRelief && !isTextured ? interval : 0
      // Ten pixels from one to the next.
      ground.contour_scale = interval / (10 * slope)
      ground.grid_spacing = spec.ground.kind == .plain || isTextured ? 0 : max(spec.ground.gridSpacing, 1)
      ground.near_color = Look.parts(colors.near)
      ground.far_color = Look.parts(colors.far)
      ground.contour = Look.difference(colors.near, colors.contour, 1.2)
      ground.index_contour = Look.difference(colors.near, colors.indexContour, 1.15)
      let isGrid = spec.ground.kind == .grid
      ground.grid_line = Look.difference(colors.near, colors.grid, isGrid ? 5 : 3)
      ground.grid_share = isGrid ? 0.55 : 0.6
      ground.sky_top = Look.parts(spec.skyTop)
      ground.sky_horizon = Look.parts(light.haze?.on(spec.skyHorizon) ?? spec.skyHorizon)
      // Towards the contours' colour in the light at night; on paper light is white and shade is theirs.
      var lit = colors.near.mixSRGB(colors.indexContour, 1.5)
      var shaded = colors.near.mix(Color(hex: 0x000000), 0.36)
      if !colors.isDark {
        lit = colors.near.mix(Color(hex: 0xffffff), 0.6)
        shaded = colors.near.mix(colors.indexContour, 0.75)
      }
      lit = light.lit?.on(lit) ?? lit
      shaded = light.shaded?.on(shaded) ?? shaded
      ground.lit = Look.parts(lit)
      ground.shaded = Look.parts(shaded)
      ground.texture_lit = Look.difference(colors.near, lit, colors.isDark ? 0.9 : 0.2)
      ground.texture_gain = colors.isDark ? 0.4 : 0.06
      ground.texture_shade = colors.isDark ? 0.62 : 0.45
      ground.calm = breadth / (22 * unit)
      ground.fog = min(max(spec.fog, 0), 1)
      ground.contour_width = Float(max(0.35, 0.55 * unit))
      ground.index_width = Float(max(0.45, 0.8 * unit))
      ground.grid_width = Float(max(0.35, 0.5 * unit))
      self.ground = ground
    }

    /// Metres between contours: 5, 10 or 25, whichever puts them about 60 m apart where it is hilly.
    /// High mountains have the coarsest.
    static func interval(slope: Double, range: Double) -> Double {
      if range > 900 { return 25 }
      return slope < 0.1 ? 5 : slope < 0.25 ? 10 : 25
    }

    /// What changes one colour into another, times a strength.
    private static func difference(_ from: Color, _ to: Color, _ strength: Double) -> (Float, Float, Float) {
      let scale = 255 * strength
      return (
        Float((to.red - from.red) * scale), Float((to.green - from.green) * scale),
        Float((to.blue - from.blue) * scale)
      )
    }

    private static func parts(_ color: Color) -> (Float, Float, Float) {
      (Float(color.red * 255), Float(color.green * 255), Float(color.blue * 255))
    }
  }
}
