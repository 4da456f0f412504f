import Geometry

/// A leg of fixes as evenly spaced samples of a smooth curve through them.
struct CurveSampling {
  /// Local metres.
  var points: [Vec2] = []
  /// Place on the leg in fix numbers: 3.25 is a quarter of the way from the fourth fix to the fifth.
  var fractions: [Double] = []
  /// Metres between samples.
  var step = 0.0

  /// `spacing`: most metres between samples. At least two samples for a leg of some length, else one.
  init(fixes: [Vec2], spacing: Double) {
    let (fine, places) = CurveSampling.refined(fixes, spacing: spacing)
    var along = [0.0]
    along.reserveCapacity(fine.count)
    for i in fine.indices.dropFirst() { along.append(along[i - 1] + fine[i].distance(to: fine[i - 1])) }
    let length = along[along.count - 1]
    guard length > 0 else {
      points = [fixes[0]]
      fractions = [0]
      return
    }
    let count = max(1, Int((length / spacing).rounded(.up)))
    step = length / Double(count)
    points.reserveCapacity(count + 1)
    fractions.reserveCapacity(count + 1)
    var piece = 0
    for k in 0...count {
      let target = k == count ? length : step * Double(k)
      while piece + 2 < fine.count, along[piece + 1] < target { piece += 1 }
      let span = along[piece + 1] - along[piece]
      let share = span > 0 ? min(max((target - along[piece]) / span, 0), 1) : 0
      points.append(fine[piece].lerp(fine[piece + 1], share))
      fractions.append(places[piece] + (places[piece + 1] - places[piece]) * share)
    }
    points[0] = fixes[0]
    fractions[0] = 0
    points[count] = fixes[fixes.count - 1]
    fractions[count] = Double(fixes.count - 1)
  }

  /// The fixes with a curve put into every long step, which stays within about 3 m of the straight line.
  private static func refined(_ fixes: [Vec2], spacing: Double) -> (points: [Vec2], places: [Double]) {
    var points = [fixes[0]]
    var places = [0.0]
    points.reserveCapacity(fixes.count)
    places.reserveCapacity(fixes.count)
    for i in fixes.indices.dropFirst() {
      let a = fixes[i - 1]
      let b = fixes[i]
      let length = a.distance(to: b)
      if length > 8 {
        let start = tangent(i > 1 ? fixes[i - 2] : nil, a, b, step: b - a)
        let end = tangent(a, b, i + 1 < fixes.count ? fixes[i + 1] : nil, step: b - a)
        let pieces = min(2000, Int((length / max(spacing, 1)).rounded(.up)))
        for k in 1..<max(pieces, 1) {
          let t = Double(k) / Double(pieces)
          points.append(hermite(a, start, b, end, t))
          places.append(Double(i - 1) + t)
        }
      }
      points.append(b)
      places.append(Double(i))
    }
    return (points, places)
  }

  /// Tangent of the curve at `middle` for the long step `step` that begins or ends there (Catmull-Rom, chord-length knots).
  private static func tangent(_ before: Vec2?, _ middle: Vec2, _ after: Vec2?, step: Vec2) -> Vec2 {
    guard let before, let after else { return step }
    let first = before.distance(to: middle)
    let second = middle.distance(to: after)
    let length = step.length
    guard first > 0, second > 0, length > 0 else { return step }
    let slope = ((middle - before) / first * second + (after - middle) / second * first) / (first + second)
    let tangent = slope * length
    // A cubic leaves its chord by 4/27 of each tangent's part across it.
    let across = abs(step.cross(tangent)) / length
    let most = 10.0
    return across > most ? tangent * (most / across) : tangent
  }

  private static func hermite(_ a: Vec2, _ u: Vec2, _ b: Vec2, _ v: Vec2, _ t: Double) -> Vec2 {
    let t2 = t * t
    let t3 = t2 * t
    return a * (2 * t3 - 3 * t2 + 1) + u * (t3 - 2 * t2 + t) + b * (3 * t2 - 2 * t3) + v * (t3 - t2)
  }
}
