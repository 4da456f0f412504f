import Geometry
import Templates

/// The colours of a theme with what the engine knows where the theme says nothing.
struct Palette: Sendable {
  private let colors: [String: Color]
  /// Whether light colours stand on a dark ground.
  let isDark: Bool

  init(colors: [String: Color]) {
    self.colors = colors
    if let ground = colors["ground"] ?? colors["ground_far"] {
      isDark = ground.luminance < 0.2
    } else {
      isDark = (colors["text"]?.luminance ?? 1) > 0.4
    }
  }

  /// The colour of a token; nil for a name that neither the theme nor the engine knows.
  subscript(token: String) -> Color? { colors[token] ?? builtin(token) }

  /// The text colour for tokens that nobody knows.
  func color(_ token: String) -> Color {
    self[token] ?? (isDark ? Color(hex: 0xf6f1e7) : Color(hex: 0x14171c))
  }

  private func builtin(_ token: String) -> Color? {
    let ground = isDark ? GroundColors.night : GroundColors.paper
    switch token {
    case "ground": return ground.near
    case "ground_far": return ground.far
    case "contour": return ground.contour
    case "contour_index": return ground.indexContour
    case "grid": return ground.grid
    case "water": return ground.water
    case "park": return ground.park
    case "building": return ground.building
    case "road": return ground.road
    case "text": return isDark ? Color(hex: 0xf6f1e7) : Color(hex: 0x14171c)
    case "muted": return isDark ? Color(hex: 0x8a93a3) : Color(hex: 0x6d6a64)
    case "accent": return isDark ? Color(hex: 0xff5a36) : Color(hex: 0xe0401c)
    case "sky": return isDark ? Color(hex: 0x0d1117) : Color(hex: 0xf4efe6)
    case "haze", "horizon": return isDark ? Color(hex: 0x1b2740) : Color(hex: 0xdfe7ee)
    case "ink": return Color(hex: 0x14171c)
    case "paper": return Color(hex: 0xf6f1e7)
    case "white": return Color(hex: 0xffffff)
    case "black": return Color(hex: 0x000000)
    case "transparent": return .clear
    default: return nil
    }
  }

  /// The ground's colours from the tokens `ground`, `ground_far`, `contour`, `contour_index`, `grid`, `water`, `park`,
  /// `building` and `road`.
  var ground: GroundColors {
    GroundColors(
      near: color("ground"), far: color("ground_far"), contour: color("contour"),
      indexContour: color("contour_index"), grid: color("grid"), water: color("water"), park: color("park"),
      building: color("building"), road: color("road"), isDark: isDark)
  }
}
