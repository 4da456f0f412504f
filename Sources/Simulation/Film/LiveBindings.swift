import Geometry
import Scenes
import Templates

/// The values of `now.*` and `scene.*` for one frame; every other name comes from the run's facts.
struct LiveBindings: BindingSource {
  let run: RunState
  /// Seconds since the scene began.
  let sceneTime: Double
  /// 0…1.
  let sceneProgress: Double
  let facts: any BindingSource & Sendable

  func value(of binding: Binding) -> ExpressionValue {
    func number(_ value: Double?) -> ExpressionValue { value.map { .number($0) } ?? .absent }
    switch binding.name {
    case "now.time": return .number(run.movingTime)
    case "now.elapsed": return .number(run.elapsedTime)
    case "now.clock": return number(run.clockTime)
    case "now.distance": return .number(run.distance)
    case "now.remaining": return .number(run.remaining)
    case "now.progress": return .number(run.progress)
    case "now.pace": return number(run.pace)
    case "now.speed": return number(run.speed)
    case "now.split": return .number(Double(run.split))
    case "now.split_pace": return number(run.splitPace)
    case "now.ele": return number(run.elevation)
    case "now.ascent": return number(run.ascent)
    case "now.grade": return number(run.grade)
    case "now.hr": return number(run.heartRate)
    case "now.cadence": return number(run.cadence)
    case "now.power": return number(run.power)
    case "now.paused": return .bool(run.isPaused)
    case "scene.t": return .number(sceneTime)
    case "scene.progress": return .number(sceneProgress)
    default: return facts.value(of: binding)
    }
  }
}
