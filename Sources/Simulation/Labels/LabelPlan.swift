import Geometry
import Scenes

/// The names that a world node shows over a scene: chosen once, each with a life span in which nothing covers it, so that
/// none flickers, jumps or stands under a number.
package struct LabelPlan: Sendable {
  /// Times a second at which collisions are looked for; between them things move less than the room kept free.
  static let rate = 15.0
  /// Most names at a time.
  package static let most = 4
  /// Seconds a name stands at least, fades included; shorter it could not be read.
  package static let leastLife = 1.5
  /// Seconds in which it comes and goes.
  package static let fade = 0.3
  /// Seconds before a name that went may come again.
  static let pause = 4.0

  /// A name and when it is shown: scene seconds.
  package struct Life: Sendable, Hashable {
    /// Index in `labels`.
    package var label: Int
    package var from: Double
    package var to: Double
  }

  package let labels: [MapLabel]
  package private(set) var lives: [Life] = []
  private let points: [Vec3]
  private let viewport: Rect
  private let duration: Double

  /// Chooses among labels.
  ///
  /// - Parameters:
  ///   - box: The node's box, pixels of the canvas.
  ///   - unit: Pixels a design unit.
  ///   - overlay: What covers the node at a scene time, in pixels of its box.
  package init(
    labels: [MapLabel], box: Rect, unit: Double, clock: SceneClock, camera: CameraTrack,
    heights: any HeightField, overlay: (Double) -> [Rect]
  ) {
    let order = labels.indices.sorted { (labels[$0].rank, $0) < (labels[$1].rank, $1) }
    self.labels = order.map { labels[$0] }
    points = self.labels.map { Vec3($0.position, z: heights.height(at: $0.position) + 2) }
    viewport = Rect(x: 0, y: 0, width: box.width, height: box.height)
    duration = clock.duration
    guard !labels.isEmpty else { return }
    let count = Int((duration * LabelPlan.rate).rounded(.up)) + 1
    let stage = LabelStage(
      clock: clock, camera: camera, heights: heights, viewport: viewport, unit: unit, count: count,
      overlay: overlay)
    choose(stage)
  }

  private mutating func choose(_ stage: LabelStage) {
    var taken = [Int](repeating: 0, count: stage.count)
    var chosen: [(range: Range<Int>, boxes: [Rect], text: String)] = []
    let least = Int((LabelPlan.leastLife * LabelPlan.rate).rounded(.up)) + 1
    for (index, label) in labels.enumerated() {
      let boxes = stage.boxes(of: label, at: points[index])
      guard boxes.contains(where: { $0 != nil }) else { continue }
      var open = boxes.map { $0 != nil }
      for sample in open.indices where open[sample] && taken[sample] >= LabelPlan.most {
        open[sample] = false
      }
      for other in chosen {
        // The same name twice at a time would be a riddle.
        let room = other.text == label.text ? Int(LabelPlan.pause * LabelPlan.rate) : 0
        let near = max(0, other.range.lowerBound - room)..<min(stage.count, other.range.upperBound + room)
        for sample in near where open[sample] {
          guard other.text != label.text, let box = boxes[sample] else {
            open[sample] = false
            continue
          }
          let kept = other.boxes[sample - other.range.lowerBound]
          if box.inset(by: -stage.gap).intersection(kept) != nil { open[sample] = false }
        }
      }
      for run in LabelPlan.runs(open, least: least) {
        if let last = chosen.last, last.text == label.text,
          Double(run.lowerBound - last.range.upperBound) < LabelPlan.pause * LabelPlan.rate
        {
          continue
        }
        for sample in run { taken[sample] += 1 }
        chosen.append((run, run.compactMap { boxes[$0] }, label.text))
        lives.append(
          Life(
            label: index, from: Double(run.lowerBound) / LabelPlan.rate,
            to: min(Double(run.upperBound - 1) / LabelPlan.rate, duration)))
      }
    }
  }

  /// Stretches of true of at least some length.
  private static func runs(_ open: [Bool], least: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start: Int?
    for index in 0...open.count {
      if index < open.count, open[index] {
        start = start ?? index
      } else if let begin = start {
        if index - begin >= least { result.append(begin..<index) }
        start = nil
      }
    }
    return result
  }

  /// The names at a scene time, as the camera sees them; pixels of the node's box.
  package func labels(at time: Double, camera: PerspectiveCamera) -> [LabelState] {
    guard !lives.isEmpty else { return [] }
    let projection = PerspectiveProjection(camera: camera, viewport: viewport)
    return lives.compactMap { life in
      let opacity = opacity(of: life, at: time)
      guard opacity > 0, let seen = projection.project(points[life.label]) else { return nil }
      return LabelState(label: labels[life.label], point: seen.position, opacity: opacity)
    }
  }

  /// 0…1. A name that is there when the scene begins or ends does not fade there.
  private func opacity(of life: Life, at time: Double) -> Double {
    guard time >= life.from - 1e-9, time <= life.to + 1e-9 else { return 0 }
    let come = life.from <= 0 ? 1 : (time - life.from) / LabelPlan.fade
    let go = life.to >= duration - 1e-9 ? 1 : (life.to - time) / LabelPlan.fade
    return Easing.named(.sine, .inOut)(min(max(min(come, go), 0), 1))
  }
}
