import Geometry

/// Steepens the view where a hill would come between the camera and the runner, or hold the camera.
enum TerrainClearance {
  static func lift(_ cameras: inout [PerspectiveCamera], stage: CameraStage) {
    guard !(stage.heights is FlatField) else { return }
    // A hill does not change within a twelfth of a second.
    let stride = 5
    var pitches = cameras.map(\.pitch)
    var isFree = true
    for tick in Swift.stride(from: 0, to: cameras.count, by: stride) {
      let pitch = clearPitch(cameras[tick], stage.heights)
      if pitch < pitches[tick] - 1e-9 { isFree = false }
      for k in tick..<min(tick + stride, cameras.count) { pitches[k] = min(pitches[k], pitch) }
    }
    guard !isFree else { return }
    let reach = Int(1.4 * SceneClock.rate)
    pitches = SlidingMinimum.of(pitches, reach: reach)
    pitches = GaussianFilter(sigma: Double(reach) / 3.2, ends: .held)(pitches)
    for tick in cameras.indices { cameras[tick].pitch = min(cameras[tick].pitch, pitches[tick]) }
  }

  /// The largest pitch up to the camera's own at which the ray to the target stays above the ground.
  private static func clearPitch(_ camera: PerspectiveCamera, _ heights: any HeightField) -> Double {
    var trial = camera
    while trial.pitch > 10 {
      if isClear(trial, heights) { return trial.pitch }
      trial.pitch -= 2.5
    }
    return trial.pitch
  }

  private static func isClear(_ camera: PerspectiveCamera, _ heights: any HeightField) -> Bool {
    let pitch = Trigonometry.radians(camera.pitch)
    let heading = Trigonometry.radians(camera.heading)
    let back = Vec3(
      -Trigonometry.sin(pitch) * Trigonometry.sin(heading),
      -Trigonometry.sin(pitch) * Trigonometry.cos(heading),
      Trigonometry.cos(pitch))
    for k in 2...12 {
      let share = Double(k) / 12
      let point = camera.target + back * (camera.distance * share)
      // Clearance grows towards the camera: 5 % of its distance at the eye.
      if heights.height(at: point.xy) + 0.05 * camera.distance * share * share > point.z { return false }
    }
    return true
  }
}
