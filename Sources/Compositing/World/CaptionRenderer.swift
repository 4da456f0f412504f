import Drawing
import Geometry
import Scenes

/// Sets the small captions of markers and map labels: upright, centred, with a halo in the ground's colour.
final class CaptionRenderer {
  private let fonts: FontSet
  private var layouts: [Key: TextLayout] = [:]

  private struct Key: Hashable {
    var text: String
    var size: Int
  }

  init(fonts: FontSet) { self.fonts = fonts }

  /// Draws captions centred at their positions.
  func draw(_ captions: [MarkerRenderer.Caption], halo: Color, context: Context) throws(CairoError) {
    for caption in captions where !caption.text.isEmpty {
      // Sizes in quarter pixels: a caption that grows with the view is not laid out anew for every frame.
      let key = Key(text: caption.text, size: Int((caption.size * 4).rounded()))
      let layout: TextLayout
      if let kept = layouts[key] {
        layout = kept
      } else {
        var block = TextBlock(
          caption.text, face: FontFace(families: ["Inter"], weight: 600), size: Double(key.size) / 4)
        block.features = ["tnum"]
        layout = try TextLayout(block, fonts: fonts)
        if layouts.count > 400 { layouts.removeAll() }
        layouts[key] = layout
      }
      let origin = caption.position - layout.ink.center
      context.newPath()
      context.addOutline(of: layout, at: origin)
      context.setColor(halo.opacity(0.75 * caption.color.alpha))
      context.stroke(StrokeStyle(width: caption.size * 0.24))
      context.draw(layout, at: origin, color: caption.color)
    }
  }
}
