import Diagnostics
import Geometry

/// A film ready to be simulated and drawn: every box, colour, time and string that does not change with the frame is
/// final. Boxes and lengths are in pixels of the canvas, y down; times in seconds of video.
package struct Film: Sendable {
  /// Pixels.
  package var width: Int
  package var height: Int
  /// Pixels per design unit: the short side of the canvas is 1080 units.
  package var unit: Double
  package var framesPerSecond: Int
  package var background: Color
  /// Pixels: the area free of a feed's own buttons.
  package var safeArea: Rect
  package var scenes: [FilmScene]
  /// Fonts that the template brings along.
  package var fonts: [FontAsset]
  /// Still pictures, as files; `ImageContent.asset` points here.
  package var images: [ImageAsset]
  /// A BCP 47 tag for shaping.
  package var language: String
  /// How the credit of map data is set.
  package var attribution = AttributionStyle()
  /// Where such credits stand: pixels, over everything.
  package var creditPlates: [Rect] = []
  /// What its author should know: texts that were cut or leave the safe area with this run.
  package var warnings: [Diagnostic] = []

  package init(width: Int, height: Int, framesPerSecond: Int, background: Color) {
    self.width = width
    self.height = height
    unit = Double(min(width, height)) / 1080
    self.framesPerSecond = framesPerSecond
    self.background = background
    safeArea = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    scenes = []
    fonts = []
    images = []
    language = "en"
  }

  /// Seconds from the first frame to the end of the last.
  package var duration: Double { scenes.map { $0.start + $0.duration }.max() ?? 0 }
  /// Frames at the film's own rate; frame `n` shows the time `n / framesPerSecond`.
  package var frameCount: Int { max(1, Int((duration * Double(framesPerSecond)).rounded())) }
  /// The whole picture in pixels.
  package var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }
}

/// One scene of the timeline.
package struct FilmScene: Sendable {
  package var id: String
  /// Seconds of film at which its first frame (the first of its transition) is shown.
  package var start: Double
  package var duration: Double
  package var transition: SceneTransition
  package var background: Animated<FillStyle>
  package var clock: ClockSpec
  package var nodes: [SceneNode]

  package init(id: String, start: Double, duration: Double) {
    self.id = id
    self.start = start
    self.duration = duration
    transition = SceneTransition(kind: .cut, duration: 0)
    background = .constant(.none)
    clock = ClockSpec()
    nodes = []
  }
}

/// How a scene comes in over the one before.
package struct SceneTransition: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable {
    case cut, crossfade, fadeThrough = "fade-through", wipeLeft = "wipe-left", wipeRight = "wipe-right"
    case wipeUp = "wipe-up", wipeDown = "wipe-down", zoom
  }
  package var kind: Kind
  /// Seconds during which both scenes are shown.
  package var duration: Double
  package var easing = Easing.named(.sine, .inOut)
  /// For `fadeThrough`.
  package var color = Color(hex: 0x14171c)
  package init(kind: Kind, duration: Double) {
    self.kind = kind
    self.duration = duration
  }
}

/// A font file of the template.
package struct FontAsset: Sendable, Hashable {
  /// The family under which styles ask for it.
  package var family: String
  /// The file's name in messages.
  package var name: String
  package var bytes: [UInt8]
  package init(family: String, name: String, bytes: [UInt8]) {
    self.family = family
    self.name = name
    self.bytes = bytes
  }
}

/// A PNG or JPEG file of the template or the user.
package struct ImageAsset: Sendable, Hashable {
  package var name: String
  package var bytes: [UInt8]
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
