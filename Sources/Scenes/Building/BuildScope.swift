import Diagnostics
import Formatting
import Geometry
import Routes
import Templates

/// What everything in a scene is built against.
struct BuildScope {
  let template: ResolvedTemplate
  let route: ReplayRoute
  let format: FormatContext
  let measuring: any TextMeasuring
  /// Pixels.
  let canvas: Rect
  let safe: Rect
  /// Pixels per design unit.
  let unit: Double
  let palette: Palette
  /// Seconds of the scene being built.
  var sceneDuration = 0.0
  /// What the template's seconds are multiplied with.
  var timeScale = 1.0
  let ledger: BuildLedger

  /// Seconds of scene time.
  func seconds(_ position: TimePosition) -> Double {
    let value: Double
    switch position {
    case .seconds(let seconds): value = seconds * timeScale
    case .share(let share): value = share * sceneDuration
    case .beforeEnd(let seconds): value = sceneDuration - seconds * timeScale
    }
    return value.isNaN ? 0 : min(max(value, 0), sceneDuration)
  }

  /// Pixels beyond which nothing is seen on any canvas.
  static let farthest = 1e6

  /// Pixels of a length; nil for `auto` and for a share of something that is not known.
  func pixels(_ length: Length, of parent: Double?, em: Double = 0) -> Double? {
    guard let value = rawPixels(length, of: parent, em: em), !value.isNaN else { return nil }
    return min(max(value, -BuildScope.farthest), BuildScope.farthest)
  }

  private func rawPixels(_ length: Length, of parent: Double?, em: Double) -> Double? {
    switch length {
    case .units(let value): return value * unit
    case .percent(let share): return parent.map { $0 * share }
    case .vw(let value): return canvas.width * value / 100
    case .vh(let value): return canvas.height * value / 100
    case .vmin(let value): return min(canvas.width, canvas.height) * value / 100
    case .vmax(let value): return max(canvas.width, canvas.height) * value / 100
    case .em(let value): return value * em
    case .pixels(let value): return value
    case .auto: return nil
    }
  }
}

/// What building collects on its way: pictures, problems, numbers of nodes.
final class BuildLedger {
  var diagnostics: [Diagnostic] = []
  var images: [ImageAsset] = []
  private var nodes = 0

  func nextIndex() -> Int {
    nodes += 1
    return nodes - 1
  }

  /// The index of a picture among the film's; nil where the file has no content.
  func image(_ file: BundleFile) -> Int? {
    if let known = images.firstIndex(where: { $0.name == file.name }) { return known }
    guard let bytes = file.bytes else { return nil }
    images.append(ImageAsset(name: file.name, bytes: bytes))
    return images.count - 1
  }
}
