import Drawing
import Geometry
import Scenes
import Simulation

/// Lays texts out and draws them; layouts are kept, since most texts stay the same from frame to frame.
final class TextRenderer {
  private let fonts: FontSet
  private let language: String
  private var layouts: [TextBlock: TextLayout] = [:]

  init(fonts: FontSet, language: String) {
    self.fonts = fonts
    self.language = language
  }

  /// Draws a text node.
  func draw(
    _ state: TextState, content: TextContent, in box: Rect, opacity: Double, context: Context
  ) throws(CairoError) {
    // A size of nothing hides.
    guard !state.text.isEmpty, state.color.alpha > 0, state.style.size >= 0.5 else { return }
    var block = TextBlock(state.text, style: state.style)
    block.wraps = content.wraps
    block.maxLines = content.maxLines
    if content.hasFixedWidth { block.width = box.width }
    let layout = try layout(block)
    var origin = Vec2(box.x, box.y)
    if !content.hasFixedWidth {
      origin.x += (box.width - layout.size.x) * TextRenderer.share(of: state.style.alignment)
    }
    context.save()
    defer { context.restore() }
    if state.sizeFactor != 1 {
      let pivot = Vec2(
        box.x + box.width * TextRenderer.share(of: state.style.alignment), box.y + layout.baseline)
      context.translate(pivot)
      context.scale(state.sizeFactor, state.sizeFactor)
      context.translate(pivot * -1)
    }
    let color = state.color.opacity(opacity)
    if let shadow = content.shadow, shadow.color.alpha > 0 {
      drawShadow(layout, shadow, at: origin, opacity: opacity, context: context)
    }
    if let stroke = content.stroke, stroke.width > 0 {
      context.newPath()
      context.addOutline(of: layout, at: origin)
      context.setColor(stroke.color.opacity(opacity))
      context.stroke(StrokeStyle(width: stroke.width * 2, cap: .round, join: .round))
    }
    if let parts = state.parts {
      drawParts(layout, parts, at: origin, color: color, context: context)
    } else {
      context.draw(layout, at: origin, color: color)
    }
  }

  /// A text in a style at a place, for tables.
  func draw(
    _ text: String, style: TextStyle, in box: Rect, color: Color, context: Context
  ) throws(CairoError) {
    var block = TextBlock(text, style: style)
    block.width = box.width
    block.wraps = false
    block.maxLines = 1
    let layout = try layout(block)
    context.draw(layout, at: Vec2(box.x, box.y + (box.height - layout.size.y) / 2), color: color)
  }

  private func layout(_ block: TextBlock) throws(CairoError) -> TextLayout {
    if let kept = layouts[block] { return kept }
    if layouts.count > 800 { layouts.removeAll() }
    let made = try TextLayout(block, fonts: fonts)
    layouts[block] = made
    return made
  }

  static func share(of alignment: TextStyle.Alignment) -> Double {
    switch alignment {
    case .start: 0
    case .center: 0.5
    case .end: 1
    }
  }

  /// A soft shadow out of a few strokes of falling width: the blur is small, a picture for it would cost more.
  private func drawShadow(
    _ layout: TextLayout, _ shadow: ShadowStyle, at origin: Vec2, opacity: Double, context: Context
  ) {
    let place = origin + shadow.offset
    let steps = shadow.blur > 0.5 ? 6 : 0
    for step in 0..<steps {
      let width = 2 * shadow.blur * (1 - Double(step) / Double(steps))
      context.newPath()
      context.addOutline(of: layout, at: place)
      context.setColor(shadow.color.opacity(opacity * 0.9 / Double(steps)))
      context.stroke(StrokeStyle(width: width, cap: .round, join: .round))
    }
    context.draw(layout, at: place, color: shadow.color.opacity(opacity * (steps > 0 ? 0.6 : 1)))
  }

  private func drawParts(
    _ layout: TextLayout, _ parts: PartMotion, at origin: Vec2, color: Color, context: Context
  ) {
    for (index, bytes) in TextRenderer.ranges(of: layout, part: parts.motion.part).enumerated() {
      let progress = parts.progress(of: index)
      guard progress > 0 else { continue }
      var offset = Vec2.zero
      let away = (1 - progress) * parts.motion.distance * (parts.isExit ? -1 : 1)
      var alpha = progress
      switch parts.motion.preset {
      case .fadeUp: offset.y = away
      case .fadeDown: offset.y = -away
      case .fadeLeft: offset.x = away
      case .fadeRight: offset.x = -away
      case .typeOn: alpha = 1
      default: break
      }
      context.draw(layout, at: origin + offset, color: color.opacity(min(alpha, 1)), bytes: bytes)
    }
  }

  /// UTF-8 ranges of the parts of a text that move on their own.
  static func ranges(of layout: TextLayout, part: Motion.Part) -> [Range<Int>] {
    let text = layout.block.text
    switch part {
    case .node, .child: return [0..<text.utf8.count]
    case .line: return layout.lines.map(\.bytes)
    case .word:
      var ranges: [Range<Int>] = []
      var start: Int?
      for (index, byte) in text.utf8.enumerated() {
        let isSpace = byte == 0x20 || byte == 0x0A
        if isSpace, let begin = start {
          ranges.append(begin..<index)
          start = nil
        } else if !isSpace, start == nil {
          start = index
        }
      }
      if let start { ranges.append(start..<text.utf8.count) }
      return ranges
    case .letter:
      var place = 0
      return text.map { letter in
        defer { place += letter.utf8.count }
        return place..<place + letter.utf8.count
      }
    }
  }
}

extension TextBlock {
  /// A text in a style of the scene graph; without a width.
  init(_ text: String, style: TextStyle) {
    self.init(TextBlock.cased(text, style.letterCase), face: FontFace(style.font), size: style.size)
    tracking = style.tracking
    leading = style.leading
    hasTabularDigits = style.hasTabularDigits
    features = style.font.features
    unitScale = style.unitScale
    language = style.language
    switch style.alignment {
    case .start: alignment = .start
    case .center: alignment = .center
    case .end: alignment = .end
    }
  }

  private static func cased(_ text: String, _ letterCase: TextStyle.Case) -> String {
    switch letterCase {
    case .none: return text
    case .upper: return text.uppercased()
    case .lower: return text.lowercased()
    case .title:
      var isStart = true
      return String(
        text.map { letter -> String in
          defer { isStart = letter.isWhitespace }
          return isStart ? letter.uppercased() : String(letter)
        }.joined())
    }
  }
}

extension FontFace {
  /// The face of a font of the scene graph, its fallbacks behind it.
  init(_ font: FontSpec) {
    var families: [String] = []
    var weight = font.weight
    for source in [font.source] + font.fallback {
      switch source {
      case .bundled(let family): families.append(family)
      case .builtin(let name):
        guard let face = FontFace(builtin: name) else { continue }
        // A weight in the name counts where none is given.
        if families.isEmpty, font.weight == 400 { weight = face.weight }
        families += face.families
      }
    }
    self.init(families: families.isEmpty ? ["Inter"] : families, weight: weight)
  }
}

/// Measures texts by the layouts that will be drawn.
package final class PangoTextMeasuring: TextMeasuring {
  private let fonts: FontSet

  /// Measures with the distribution's fonts and those of a template.
  package init(fonts assets: [FontAsset]) throws(CairoError) {
    fonts = try FontSet(
      bundled: assets.map { BundledFont(family: $0.family, name: $0.name, bytes: $0.bytes) })
  }

  package func measure(_ text: String, style: TextStyle, width: Double?, wraps: Bool, maxLines: Int)
    -> TextMeasure
  {
    var block = TextBlock(text, style: style)
    block.width = width
    block.wraps = wraps
    block.maxLines = maxLines
    guard let layout = try? TextLayout(block, fonts: fonts) else {
      return TextMeasure(width: 0, height: style.size, baseline: style.size, lineCount: 1, isTruncated: false)
    }
    return TextMeasure(
      width: layout.textWidth, height: layout.size.y, baseline: layout.baseline,
      lineCount: layout.lines.count, isTruncated: layout.isTruncated)
  }
}
