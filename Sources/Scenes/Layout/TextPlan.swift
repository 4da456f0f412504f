import Geometry
import Templates

/// How large a text becomes, before its place is known.
///
/// A live text is laid out at the widest value it can show: it is evaluated at some two hundred places of the run, at
/// the ends and at the extremes of each metric, and the widest result keeps its room in every frame.
final class TextPlan {
  enum Fit: String { case none, shrink, wrap }
  let source: TextContent.Source
  /// At full size.
  let style: TextStyle
  let fit: Fit
  let maxLines: Int
  /// Pixels below which `shrink` does not go.
  let smallest: Double
  /// Texts of all shapes that it shows; digits of one width stand for each other.
  let shapes: [String]
  let measuring: any TextMeasuring
  private var sizes: [Request: Result] = [:]

  private struct Request: Hashable {
    var width: Double?
    var limit: Double
    var scale: Double
  }
  /// What came out for a width.
  struct Result: Hashable {
    /// Em size in pixels.
    var size: Double
    var box: Vec2
    /// Whether lines break at the box.
    var isBroken: Bool
    /// Whether it ends with an ellipsis.
    var isTruncated = false
  }

  init(
    source: TextContent.Source, style: TextStyle, fit: Fit, maxLines: Int, smallest: Double, shapes: [String],
    measuring: any TextMeasuring
  ) {
    self.source = source
    self.style = style
    self.fit = fit
    self.maxLines = maxLines
    self.smallest = smallest
    self.shapes = shapes
    self.measuring = measuring
  }

  var isLive: Bool {
    if case .live = source { return true }
    return false
  }

  /// Pixels of the box. `width` is the node's own, `limit` what it may take.
  func measure(width: Double?, limit: Double, scale: Double) -> Vec2 {
    result(width: width, limit: limit, scale: scale).box
  }

  func result(width: Double?, limit: Double, scale: Double) -> Result {
    let request = Request(width: width, limit: limit, scale: scale)
    if let known = sizes[request] { return known }
    let result = lay(room: width ?? limit, scale: scale)
    sizes[request] = result
    return result
  }

  /// The setting that fits a final box; pixels.
  func setting(boxWidth: Double, scale: Double) -> Result { lay(room: boxWidth, scale: scale) }

  func baseline(scale: Double) -> Double {
    var set = style
    set.size *= scale
    return measuring.measure(shapes.first ?? "0", style: set, width: nil, wraps: false, maxLines: 1).baseline
  }

  private func lay(room: Double, scale: Double) -> Result {
    let full = style.size * scale
    let limit = room.isFinite && room > 0 ? room : nil
    guard fit == .shrink, let limit else { return set(full, limit: fit == .wrap ? limit : nil) }
    if fits(full, limit: limit) { return set(full, limit: limit) }
    var low = min(smallest * scale, full)
    var high = full
    guard fits(low, limit: limit) else { return set(low, limit: limit) }
    while high - low > 0.25 {
      let middle = (low + high) / 2
      if fits(middle, limit: limit) { low = middle } else { high = middle }
    }
    return set(low, limit: limit)
  }

  private func fits(_ size: Double, limit: Double) -> Bool {
    var set = style
    set.size = size
    return shapes.allSatisfy { text in
      let measure = measuring.measure(text, style: set, width: limit, wraps: maxLines > 1, maxLines: maxLines)
      guard !measure.isTruncated, measure.width <= limit + 0.5, measure.lineCount <= maxLines else {
        return false
      }
      // A word broken in two is no fit.
      return maxLines == 1
        || text.split(whereSeparator: \.isWhitespace).allSatisfy {
          measuring.measure(String($0), style: set, width: nil, wraps: false, maxLines: 1).width <= limit
            + 0.5
        }
    }
  }

  private func set(_ size: Double, limit: Double?) -> Result {
    var set = style
    set.size = size
    var box = Vec2.zero
    var isBroken = false
    var isTruncated = false
    for text in shapes {
      var measure = measuring.measure(text, style: set, width: nil, wraps: false, maxLines: maxLines)
      if let limit, measure.width > limit {
        measure = measuring.measure(text, style: set, width: limit, wraps: maxLines > 1, maxLines: maxLines)
        isBroken = true
        isTruncated = isTruncated || measure.isTruncated
      }
      box = Vec2(max(box.x, measure.width), max(box.y, measure.height))
    }
    return Result(
      size: size, box: Vec2(box.x.rounded(.up), box.y.rounded(.up)), isBroken: isBroken,
      isTruncated: isTruncated)
  }
}
