/// An sRGB colour with straight (not premultiplied) alpha; components 0…1.
@frozen
public struct Color: Hashable, Sendable {
  /// Red, gamma-encoded sRGB.
  public var red: Double
  /// Green, gamma-encoded sRGB.
  public var green: Double
  /// Blue, gamma-encoded sRGB.
  public var blue: Double
  /// Opacity.
  public var alpha: Double

  /// A colour from its components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour from `0xRRGGBB`.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double((hex >> 16) & 255) / 255, green: Double((hex >> 8) & 255) / 255,
      blue: Double(hex & 255) / 255,
      alpha: alpha)
  }

  /// A colour from `#rgb`, `#rrggbb` or `#rrggbbaa` (the `#` may be left out); nil for anything else.
  public init?(hexString: some StringProtocol) {
    var digits: [UInt32] = []
    var bytes = hexString.utf8[...]
    if bytes.first == UInt8(ascii: "#") { bytes = bytes.dropFirst() }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(UInt32(byte - UInt8(ascii: "0")))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(UInt32(byte - UInt8(ascii: "a") + 10))
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(UInt32(byte - UInt8(ascii: "A") + 10))
      default: return nil
      }
    }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    func component(_ index: Int) -> Double { Double(digits[index * 2] * 16 + digits[index * 2 + 1]) / 255 }
    self.init(
      red: component(0), green: component(1), blue: component(2), alpha: digits.count == 8 ? component(3) : 1)
  }

  /// No colour at all.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// The same colour with its opacity multiplied.
  public func opacity(_ factor: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * factor)
  }
  /// Straight interpolation of the encoded components.
  public func mixSRGB(_ other: Color, _ t: Double) -> Color {
    Color(
      red: red + (other.red - red) * t, green: green + (other.green - green) * t,
      blue: blue + (other.blue - blue) * t, alpha: alpha + (other.alpha - alpha) * t)
  }

  /// Perceptually even interpolation in OKLab (B. Ottosson, 2020, "A perceptual color space for image processing").
  public func mix(_ other: Color, _ t: Double) -> Color {
    if t <= 0 { return self }
    if t >= 1 { return other }
    let first = oklab
    let second = other.oklab
    return Color(
      lightness: first.0 + (second.0 - first.0) * t, a: first.1 + (second.1 - first.1) * t,
      b: first.2 + (second.2 - first.2) * t, alpha: alpha + (other.alpha - alpha) * t)
  }

  /// OKLab lightness, a and b.
  public var oklab: (Double, Double, Double) {
    let r = Color.linear(red)
    let g = Color.linear(green)
    let b = Color.linear(blue)
    let l = Trigonometry.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = Trigonometry.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = Trigonometry.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }

  /// A colour from OKLab, clipped to sRGB.
  public init(lightness: Double, a: Double, b: Double, alpha: Double = 1) {
    func cube(_ value: Double) -> Double { value * value * value }
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    self.init(
      red: Color.encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      green: Color.encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      blue: Color.encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), alpha: alpha)
  }

  /// WCAG relative luminance, 0…1, of the colour without its alpha.
  public var luminance: Double {
    0.2126 * Color.linear(red) + 0.7152 * Color.linear(green) + 0.0722 * Color.linear(blue)
  }

  /// sRGB decoding to linear light (IEC 61966-2-1).
  public static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : Trigonometry.pow((value + 0.055) / 1.055, 2.4)
  }
  /// sRGB encoding from linear light, clipped to 0…1.
  public static func encoded(_ value: Double) -> Double {
    let clipped = min(max(value, 0), 1)
    return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * Trigonometry.pow(clipped, 1 / 2.4) - 0.055
  }
}
