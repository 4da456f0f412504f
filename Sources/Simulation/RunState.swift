import Geometry

/// Where the run is at one moment of a scene: the same values for the live view, a still and the film.
package struct RunState: Sendable, Hashable {
  /// Seconds of moving time since the start.
  package var movingTime = 0.0
  /// Seconds since the start, pauses included.
  package var elapsedTime = 0.0
  /// Seconds since 1970, where the recording has times.
  package var clockTime: Double?
  /// Metres, recorded.
  package var distance = 0.0
  /// Metres left.
  package var remaining = 0.0
  /// 0…1 of the recorded distance.
  package var progress = 0.0
  /// Metres along the shown path: where the dot is and the bright line ends.
  package var shownDistance = 0.0
  /// Local metres.
  package var position = Vec2.zero
  /// Metres above sea level.
  package var elevation: Double?
  /// Seconds a kilometre; nil below walking speed and without times.
  package var pace: Double?
  /// Metres a second.
  package var speed: Double?
  /// Rise over run.
  package var grade: Double?
  package var heartRate: Double?
  package var cadence: Double?
  package var power: Double?
  /// Metres climbed so far.
  package var ascent: Double?
  /// Finished splits.
  package var split = 0
  /// Seconds a kilometre of the last finished split.
  package var splitPace: Double?
  package var isPaused = false

  package init() {}
}
