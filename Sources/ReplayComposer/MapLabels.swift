import Basemap
import Compositing
import Drawing
import Geometry
import Routes
import Scenes

/// Makes the labels that a map may show: names along the run in the type and colours of the theme.
struct MapLabels {
  let spec: WorldSpec
  let film: Film
  let route: ReplayRoute

  /// Names of a stack's vector maps with their sizes. Throws where a tile cannot be read.
  func labels(from stack: MapStack) throws(MapError) -> [MapLabel] {
    let names = try stack.names(around: places, reach: reach, language: film.language)
    let circles = route.privacyCircles
    guard let measuring = try? PangoTextMeasuring(fonts: film.fonts) else { return [] }
    func isPrivate(_ point: Vec2) -> Bool {
      circles.contains { $0.center.distance(to: point) <= $0.radius }
    }
    return names.flatMap { name -> [MapLabel] in
      guard !isPrivate(name.position) else { return [] }
      let look = look(of: name.kind)
      var style = TextStyle(
        font: FontSpec(.builtin("inter"), weight: look.weight), size: look.size * film.unit)
      style.language = film.language
      style.tracking = look.tracking * style.size
      let size = measuring.measure(name.text, style: style, width: nil, wraps: false, maxLines: 1)
      let nearest = places.map { $0.distance(to: name.position) }.min() ?? 0
      let label = MapLabel(
        text: name.text, style: style, color: look.color, halo: spec.ground.colors.near,
        position: name.position, size: Vec2(size.width + 0.5 * style.size, 1.3 * style.size),
        rank: look.rank - 0.9 * name.weight + 0.5 * min(1, nearest / reach), reach: look.reach,
        isPeak: name.kind == .peak)
      // The name of an area may stand beside its middle where the line goes through that.
      let room = MapLabels.room(of: name.kind)
      guard room > 0 else { return [label] }
      return [label]
        + (0..<6).compactMap { turn in
          let angle = Trigonometry.radians(60 * Double(turn))
          var beside = label
          beside.position += Vec2(Trigonometry.sin(angle), Trigonometry.cos(angle)) * room
          beside.rank += 0.01
          return isPrivate(beside.position) ? nil : beside
        }
    }
  }

  /// Points along the run, close enough that nothing within reach is missed.
  private var places: [Vec2] {
    let length = route.path.distances.last ?? 0
    let count = min(400, max(1, Int(length / (0.4 * reach)) + 1))
    return (0...count).map { route.path.position(at: length * Double($0) / Double(count)) }
  }

  /// Metres beside the run: what the camera can see.
  private var reach: Double { min(6000, max(1800, 3 * (spec.camera.distance ?? 2000))) }

  /// Metres by which a name may stand beside its place and still mean it.
  private static func room(of kind: PlaceName.Kind) -> Double {
    switch kind {
    case .city: 450
    case .town, .island: 260
    case .suburb: 200
    case .village, .neighbourhood: 130
    case .hamlet, .park: 60
    case .water, .peak: 0
    }
  }

  private typealias Look = (
    size: Double, weight: Int, tracking: Double, color: Color, rank: Double, reach: Double
  )

  /// Design units, and metres from which a name of a kind is read.
  private func look(of kind: PlaceName.Kind) -> Look {
    let isDark = spec.ground.colors.isDark
    let text = Color(hex: isDark ? 0xf6f1e7 : 0x14171c)
    let quiet = Color(hex: isDark ? 0xc9c8c6 : 0x3f3e3c)
    let water = Color(hex: isDark ? 0x86b6dc : 0x2f6a92)
    let park = Color(hex: isDark ? 0x93c9a2 : 0x3c6f3f)
    let rock = Color(hex: isDark ? 0xe3d3bb : 0x5d4630)
    return switch kind {
    case .city: (36, 700, 0.01, text, 0, 60_000)
    case .town: (32, 700, 0.01, text, 1, 30_000)
    case .island: (29, 600, 0.02, text, 2, 20_000)
    case .village: (28, 600, 0.01, text, 2, 14_000)
    case .suburb: (27, 600, 0.02, quiet, 3, 13_000)
    case .peak: (26, 600, 0, rock, 2.6, 16_000)
    case .water: (26, 500, 0.05, water, 3, 12_000)
    case .park: (25, 500, 0.01, park, 4, 7000)
    case .neighbourhood: (25, 500, 0.02, quiet, 4, 7000)
    case .hamlet: (25, 500, 0.01, quiet, 5, 4500)
    }
  }
}
