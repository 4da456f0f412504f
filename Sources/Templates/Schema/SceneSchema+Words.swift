import Geometry

extension SceneSchema {
  package static let ninePoints = [
    "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right",
  ]
  package static let metrics = [
    "pace", "speed", "elevation", "grade", "heart-rate", "cadence", "power", "time", "distance",
  ]
  package static let safeAreas = ["story", "reels", "tiktok", "shorts", "square", "broadcast", "none"]
  package static let personalData = [
    "heart-rate", "cadence", "power", "place-names", "clock-time", "athlete-name",
  ]
  package static let parameterTypes = [
    "text", "number", "int", "bool", "choice", "color", "duration", "distance", "date", "image",
  ]
  package static let fixtures = ["flat-5k", "hilly-10k", "no-hr", "track-laps", "antimeridian"]
  /// Where the credit of map data may stand.
  package static let attributionPlaces = [
    "auto", "bottom-right", "bottom-left", "bottom", "top-right", "top-left", "top",
  ]
  package static let anchors = ["parent", "canvas", "safe", "prev"]
  /// Keys of `t` that exist without `strings`: `unit` is the reader's `km` or `mi`.
  package static let builtinStrings: Set<String> = ["unit"]
  package static let easings = Easing.names

  /// Colour tokens that exist in every theme, dark and light: a theme may set each of them anew.
  package static let baseColors: [(name: String, dark: Color, light: Color)] = [
    ("paper", Color(hex: 0xf6f1e7), Color(hex: 0xf6f1e7)),
    ("ink", Color(hex: 0x14171c), Color(hex: 0x14171c)),
    ("muted", Color(hex: 0x8a93a3), Color(hex: 0x6d6a64)),
    ("accent", Color(hex: 0xff5a36), Color(hex: 0xe0401c)),
    ("text", Color(hex: 0xf6f1e7), Color(hex: 0x14171c)),
    ("ground", Color(hex: 0x12161d), Color(hex: 0xefeae0)),
    ("ground_far", Color(hex: 0x0b0e13), Color(hex: 0xe4ddcf)),
    ("contour", Color(hex: 0x1e2531), Color(hex: 0xddd5c6)),
    ("contour_index", Color(hex: 0x2b3546), Color(hex: 0xc8bda9)),
    ("grid", Color(hex: 0x181d26), Color(hex: 0xe6dfd2)),
    ("water", Color(hex: 0x0f2233), Color(hex: 0xcfe0ea)),
    ("park", Color(hex: 0x13241c), Color(hex: 0xd9e4cc)),
    ("building", Color(hex: 0x1a202b), Color(hex: 0xe2dace)),
    ("road", Color(hex: 0x2c3442), Color(hex: 0xffffff)),
    ("sky", Color(hex: 0x0d1117), Color(hex: 0xf4efe6)),
    ("haze", Color(hex: 0x1b2740), Color(hex: 0xdfe7ee)),
    ("white", Color(hex: 0xffffff), Color(hex: 0xffffff)),
    ("black", Color(hex: 0x000000), Color(hex: 0x000000)),
  ]
  /// Tokens that a `world` draws with, whether or not the template names them.
  package static let worldColors: Set<String> = [
    "ground", "ground_far", "contour", "contour_index", "grid", "water", "park", "building", "road", "sky",
    "haze",
  ]
}
