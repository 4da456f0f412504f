import Geometry

/// How the credit of map data is set. It can be placed and coloured, but it always can be read.
package struct AttributionStyle: Sendable, Hashable {
  package enum Place: String, CaseIterable, Sendable {
    case auto, bottomRight = "bottom-right", bottomLeft = "bottom-left", bottom
    case topRight = "top-right", topLeft = "top-left", top
  }
  /// An edge of the safe area; `auto` is the first in the order above where no text stands.
  package var place = Place.auto
  /// Design units.
  package var size = 20.0
  /// Letters.
  package private(set) var color = Color(hex: 0xffffff)
  /// The soft plate below the letters, opacity included.
  package private(set) var plate = Color(hex: 0x000000, alpha: plateOpacity)

  /// Lets some of the picture through, and still keeps light letters readable over snow.
  private static let plateOpacity = 0.64
  /// WCAG 2.1, 1.4.3: least contrast of small text.
  package static let leastContrast = 4.5

  package init() {}

  /// Sets the colours; those that could not be read over any picture give way to white on black or black on white.
  package mutating func set(color: Color, plate: Color) {
    var color = color
    color.alpha = 1
    var plate = plate
    plate.alpha = AttributionStyle.plateOpacity
    self.color = color
    self.plate = plate
    guard leastContrast < AttributionStyle.leastContrast else { return }
    let isLight = color.luminance > 0.18
    self.color = Color(hex: isLight ? 0xffffff : 0)
    self.plate = Color(hex: isLight ? 0 : 0xffffff, alpha: AttributionStyle.plateOpacity)
  }

  /// Contrast of letters and plate over black or white, whichever is less.
  package var leastContrast: Double {
    min(contrast(over: Color(hex: 0)), contrast(over: Color(hex: 0xffffff)))
  }

  /// WCAG 2.1 contrast ratio over a picture of one colour.
  private func contrast(over ground: Color) -> Double {
    let mixed = ground.mixSRGB(plate, plate.alpha).luminance
    let letters = color.luminance
    return (max(mixed, letters) + 0.05) / (min(mixed, letters) + 0.05)
  }
}
