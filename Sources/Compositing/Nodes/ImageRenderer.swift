import Drawing
import Geometry
import Pixels
import Scenes
import Simulation

/// Draws still pictures into their boxes.
final class ImageRenderer {
  private let pictures: [Surface?]

  init(_ pictures: [PixelBuffer?]) throws(CairoError) {
    var surfaces: [Surface?] = []
    for picture in pictures { surfaces.append(try picture.map { (p) throws(CairoError) in try Surface(p) }) }
    self.pictures = surfaces
  }

  func draw(_ state: ImageState, content: ImageContent, in box: Rect, opacity: Double, context: Context) {
    guard pictures.indices.contains(content.asset), let picture = pictures[content.asset], box.width > 0,
      box.height > 0
    else { return }
    let width = Double(picture.buffer.width)
    let height = Double(picture.buffer.height)
    var scale = Vec2(1, 1)
    switch content.fit {
    case .cover: scale = Vec2(1, 1) * max(box.width / width, box.height / height)
    case .contain: scale = Vec2(1, 1) * min(box.width / width, box.height / height)
    case .stretch: scale = Vec2(box.width / width, box.height / height)
    case .none: break
    }
    // The focus is the share of the free play that lies left and above.
    let size = Vec2(width * scale.x, height * scale.y)
    let target = Rect(
      x: box.x + (box.width - size.x) * state.focus.x, y: box.y + (box.height - size.y) * state.focus.y,
      width: size.x, height: size.y)
    context.saved {
      context.newPath()
      context.addRoundedRect(box, radius: state.radius)
      context.clip()
      context.draw(picture, in: target, opacity: opacity, sampling: .best)
      if let tint = state.tint, tint.alpha > 0, let part = target.intersection(box) {
        context.newPath()
        context.addRect(part)
        context.setColor(tint.opacity(opacity))
        context.fill()
      }
    }
  }
}
